import { afterAll, expect, test } from 'vitest'
import { StoreMismatchError, type StoredKey } from '@event-delivery/mock'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { verify } from '@event-delivery/sdk/webhooks'
import { createHarness } from '../../support/backend'
import { execute, makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { claimIn, createIn, storedWebhook, storeStart } from '../../support/stored'

const refuse = () => new Response(null, { status: 503 })
const encryptionKey = 'a key of thirty-two characters!!'
const url = await makeDatabase(afterAll)

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
  const store = await openStore({ url, schema: 'sealed', encryptionKey })
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
  const store = await openStore({ url, schema: 'moved', encryptionKey })
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
  await openStore({ url, schema, encryptionKey: written })
  const refused = openStore({ url, schema, encryptionKey: given })
  await expect(refused).rejects.toThrow(StoreMismatchError)
  await expect(refused).rejects.toThrow(says)
})

test('a snapshot of a store in the clear is encrypted where a store with a key takes it, and signs as before', async () => {
  const plain = createHarness({ store: createPostgresStore({ url, schema: 'plain' }) }, refuse)
  const { id, secret } = await plain.createWebhook()
  const rotated = await plain.call('POST', `/__mock/webhooks/${id}/rotate`, { key: null, body: {} })
  const created = await plain.call('POST', '/__mock/keys', { key: null, body: { name: 'of the dashboard' } })
  const apiKey = created.json.key
  const event = await plain.createEvent({ idempotencyKey: 'once' })
  await plain.backend.waitForIdle()
  const snapshot = await plain.backend.snapshot()
  await plain.backend.close()
  const secrets = [secret, rotated.json.secret, apiKey]
  for (const one of secrets) expect(await allText('plain')).toContain(one)

  const sealed = createHarness({ store: createPostgresStore({ url, schema: 'restored', encryptionKey }) })
  await sealed.backend.restore(snapshot)
  for (const one of [...secrets, ...secrets.map((one) => one.replace('whsec_', ''))])
    expect(await allText('restored')).not.toContain(one)
  expect((await sealed.createEvent({ idempotencyKey: 'once' })).json.id).toBe(event.json.id)
  expect((await sealed.call('GET', '/v1/events', { key: apiKey })).status).toBe(200)
  await sealed.clock.advance(600_000)
  const [retry] = sealed.received
  for (const one of secrets.slice(0, 2)) {
    const verified = verify(retry!, { secret: one, now: () => sealed.clock.now(), tolerance: 600 })
    await expect(verified).resolves.toBeDefined()
  }
})
