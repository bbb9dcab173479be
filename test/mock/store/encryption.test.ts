import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { StoreMismatchError, type StoredKey } from '@event-delivery/mock'
import { createPostgresStore, encryptStore } from '@event-delivery/mock/postgres'
import { eventually } from '../../support/eventually'
import { execute, makeDatabase } from '../../support/postgres'
import { claimIn, createIn, openEmpty, storedWebhook, storeStart } from '../../support/stored'

const encryptionKey = 'a key of thirty-two characters!!'
let url: string
beforeAll(async () => {
  url = await makeDatabase(afterAll)
})

const key: StoredKey = {
  id: 'key_1',
  key: 'sk_live_sesame',
  mode: 'live',
  name: 'first',
  scopes: null,
  expiresAt: null,
  created: '2026-01-01T00:00:00.000Z',
}

/** Everything that the tables of a schema hold, as one text. */
async function allText(schema: string): Promise<string> {
  const tables = await execute<{ name: string }>(
    url,
    `select table_name as name from information_schema.tables where table_schema = '${schema}'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => execute(url, `select t::text from ${schema}.${name} t`)),
  )
  return JSON.stringify(rows)
}

test('with an encryption key neither secrets nor keys can be read in the database, and both still work', async () => {
  const store = createPostgresStore({ url, schema: 'sealed', encryptionKey })
  await openEmpty(store)
  onTestFinished(() => store.close())
  const webhook = storedWebhook({
    secret: 'whsec_open',
    previousSecret: { secret: 'whsec_before', until: storeStart },
  })
  await store.addWebhook(webhook)
  await store.addKey(key)
  const text = await allText('sealed')
  expect(text).toContain(webhook.id)
  for (const secret of ['whsec_open', 'whsec_before', 'sesame']) expect(text).not.toContain(secret)
  await createIn(store)
  const [delivery] = await claimIn(store)
  expect([delivery?.secret, delivery?.previousSecret?.secret]).toEqual(['whsec_open', 'whsec_before'])
  expect(await store.findKey(key.key)).toEqual(key)
  expect(await store.keys()).toEqual([key])
  await store.updateWebhook(webhook.id, { secret: 'whsec_next' })
  expect(await allText('sealed')).not.toContain('whsec_next')
})

test('a secret that was moved to another record is not accepted', async () => {
  const store = createPostgresStore({ url, schema: 'moved', encryptionKey })
  await openEmpty(store)
  onTestFinished(() => store.close())
  await store.addWebhook(storedWebhook())
  await store.addWebhook(storedWebhook())
  await execute(
    url,
    'update moved.webhook set secret = (select secret from moved.webhook where seq = 1) where seq = 2',
  )
  await expect(store.webhooks('live', { limit: 5, order: 'oldest-first' })).rejects.toThrow()
})

test.for([
  { written: encryptionKey, given: undefined, says: /encrypted\. Give the encryption key/ },
  { written: encryptionKey, given: `${encryptionKey}!`, says: /encrypted with another key/ },
  { written: undefined, given: encryptionKey, says: /lie in the clear/ },
])('a wrong encryption key is refused at the opening: $says', async ({ written, given, says }, { task }) => {
  const schema = `key_${task.id.replace(/\W/g, '_').slice(-20)}`
  const first = createPostgresStore({ url, schema, encryptionKey: written })
  await openEmpty(first)
  onTestFinished(() => first.close())
  const failure: unknown = await openEmpty(createPostgresStore({ url, schema, encryptionKey: given })).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(StoreMismatchError)
  expect((failure as Error).message).toMatch(says)
})

test('a store that was made in the clear is encrypted afterwards, and everything in it still works', async () => {
  const schema = 'afterwards'
  const before = createPostgresStore({ url, schema })
  expect(await encryptStore(url, { schema, encryptionKey })).toBe(false)
  await openEmpty(before)
  const previousSecret = { secret: 'whsec_before', until: storeStart }
  const webhook = storedWebhook({ secret: 'whsec_open', previousSecret })
  await before.addWebhook(webhook)
  await before.addWebhook(storedWebhook({ secret: 'whsec_other\0' }))
  await before.addKey(key)
  // A process that went on without the key would write its next secret in the clear.
  await eventually(async () => {
    const locks = `select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ShareLock'`
    expect(await execute(url, locks)).toHaveLength(1)
  })
  await expect(encryptStore(url, { schema, encryptionKey })).rejects.toThrow(
    /^Processes use the store in the schema afterwards\. Stop them first/,
  )
  await before.close()
  expect(await encryptStore(url, { schema, encryptionKey })).toBe(true)
  const text = await allText(schema)
  for (const secret of ['whsec_open', 'whsec_before', 'whsec_other', 'sesame'])
    expect(text).not.toContain(secret)

  const after = createPostgresStore({ url, schema, encryptionKey })
  await openEmpty(after)
  onTestFinished(() => after.close())
  const { items } = await after.webhooks('live', { limit: 5, order: 'oldest-first' })
  expect(items).toMatchObject([{ secret: 'whsec_open', previousSecret }, { secret: 'whsec_other\0' }])
  expect(await after.findKey(key.key)).toEqual(key)
  // Once more does no harm, another key does nothing, and nobody goes on without a key.
  expect(await encryptStore(url, { schema, encryptionKey })).toBe(false)
  await expect(encryptStore(url, { schema, encryptionKey: `${encryptionKey}!` })).rejects.toThrow(
    'another key',
  )
  await expect(openEmpty(createPostgresStore({ url, schema }))).rejects.toThrow('Give the encryption key')
})
