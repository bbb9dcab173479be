import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { StoreMismatchError } from '@event-delivery/mock'
import { createPostgresStore, migrateStore, storeStatus } from '@event-delivery/mock/postgres'
import { execute, makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import {
  claimIn,
  createIn,
  deliveredAttempt,
  openEmpty,
  storedWebhook,
  storeStart,
} from '../../support/stored'

const url = await makeDatabase(afterAll)

test('a store of a newer schema is refused in one line, by the backend and by the migration', async () => {
  const store = await openStore({ url, schema: 'newer' })
  await store.close()
  await execute(url, 'update newer.meta set version = 99')
  for (const work of [
    () => openEmpty(createPostgresStore({ url, schema: 'newer' })),
    () => migrateStore(url, { schema: 'newer' }),
  ]) {
    const refused = work()
    await expect(refused).rejects.toThrow(StoreMismatchError)
    await expect(refused).rejects.toThrow(
      /^The store has version 99 .* newer event-delivery-mock wrote it\. [^\n]*$/,
    )
  }
})

test('a store of another dialect is refused in one line that names the first field that differs', async () => {
  const open = (dialect: object) => {
    const store = createPostgresStore({ url, schema: 'dialects' })
    onTestFinished(() => store.close())
    return openEmpty(store, () => storeStart, JSON.stringify(dialect))
  }
  await open({ pageSize: 20, errors: { missingScope: { status: 403 } } })
  await expect(open({ errors: { missingScope: { status: 401 } }, pageSize: 20 })).rejects.toThrow(
    /^The data .* another dialect: errors\.missingScope\.status is 403 there and 401 here\. [^\n]*$/,
  )
  await expect(open({ errors: { missingScope: { status: 403 } }, pageSize: 20 })).resolves.toBe(false)
})

test('the status says what a store holds, and changes nothing', async () => {
  expect(await storeStatus(url, { schema: 'looked_at' })).toMatchObject({
    version: 0,
    events: 0,
    dialect: null,
  })
  expect(await migrateStore(url, { schema: 'looked_at' })).toEqual({ from: 0, to: 6 })
  expect(await migrateStore(url, { schema: 'looked_at' })).toEqual({ from: 6, to: 6 })
  const store = createPostgresStore({ url, schema: 'looked_at' })
  expect(await openEmpty(store)).toBe(true)
  onTestFinished(() => store.close())
  await store.addWebhook(storedWebhook())
  await createIn(store)
  expect(await storeStatus(url, { schema: 'looked_at' })).toEqual({
    version: 6,
    wantedVersion: 6,
    estimated: [],
    dialect: '{}',
    encrypted: false,
    events: 1,
    webhooks: 1,
    keys: 0,
    pendingDeliveries: 1,
    oldestDue: storeStart,
  })
})

const functions = [
  'claim_ready_deliveries',
  'make_deliveries_ready',
  'settle_deliveries',
  'send_deliveries_again',
  'add_partition',
  'begin_partition',
]
const dropAll = [...functions, 'drop_partition', 'check_creations']
  .map((name) => `drop function earlier.${name};`)
  .join('')
// The fifth migration lets attempts be remembered, beside the partitions that the events have by then.
const dropAttempts = 'drop table earlier.attempt; alter table earlier.delivery drop column resent;'

test('a store of an earlier version of the schema gets what came later, and goes on with its deliveries', async () => {
  for (const [version, missing] of [
    [1, dropAll + dropAttempts],
    [2, dropAttempts],
    [4, dropAttempts],
    [5, 'drop function earlier.claim_ready_deliveries;'],
  ] as const) {
    const before = await openStore({ url, schema: 'earlier' })
    if (version === 1) await before.addWebhook(storedWebhook())
    if (version === 2) await execute(url, 'select earlier.add_partition(1, 4294967296, 8589934592)')
    await createIn(before)
    await before.close()
    await execute(url, `${missing} update earlier.meta set version = ${version}`)
    const after = await openStore({ url, schema: 'earlier' })
    const claimed = await claimIn(after)
    expect(claimed).toHaveLength(1)
    const ends = claimed.map((one) => ({ ...one, attempt: deliveredAttempt(one) }))
    expect([...(await after.settle(ends))]).toEqual(claimed.map(({ id }) => id))
    expect(await after.attempts({ id: claimed[0]!.id })).toHaveLength(1)
    await after.check()
    expect(await storeStatus(url, { schema: 'earlier' })).toMatchObject({ version: 6, pendingDeliveries: 0 })
    const partitions = (table: string) =>
      execute(
        url,
        `select split_part(relname, '_', 2) as number, pg_get_expr(relpartbound, oid) as bounds from pg_class
         where relispartition and relkind = 'r' and relname like '${table}\\_%' and relnamespace = 'earlier'::regnamespace order by 1`,
      )
    expect(await partitions('attempt')).toEqual(await partitions('event'))
  }
})

test('a migration does not wait behind a dump, where all that comes later would wait for the migration', async () => {
  const store = await openStore({ url, schema: 'dumped' })
  await execute(url, `${dropAttempts.replaceAll('earlier.', 'dumped.')} update dumped.meta set version = 4`)
  const dump = new Client({ connectionString: url })
  await dump.connect()
  onTestFinished(() => dump.end())
  await dump.query('begin; select from dumped.delivery')
  await expect(migrateStore(url, { schema: 'dumped' })).rejects.toThrow(/lock timeout/)
  expect(await storeStatus(url, { schema: 'dumped' })).toMatchObject({ version: 4 })
  await createIn(store)
  await dump.query('commit')
  expect(await migrateStore(url, { schema: 'dumped' })).toEqual({ from: 4, to: 6 })
})

test('an account that may make no schema can use one that was made for it', async () => {
  const name = new URL(url).pathname.slice(1)
  await execute(
    url,
    `create role guest_${name} login password 'welcome'; create schema for_guest authorization guest_${name};`,
  )
  onTestFinished(
    async () => void (await execute(url, `drop owned by guest_${name} cascade; drop role guest_${name}`)),
  )
  const guest = new URL(url)
  guest.username = `guest_${name}`
  guest.password = 'welcome'
  const store = createPostgresStore({ url: guest.href, schema: 'for_guest' })
  expect(await openEmpty(store)).toBe(true)
  await store.close()
})

test('options that make no sense are refused with what would be right', () => {
  expect(() => createPostgresStore({})).toThrow(/needs a url/)
  expect(() => createPostgresStore({ url, schema: 'Mine"' })).toThrow(/small letters, digits and underscores/)
  expect(() => createPostgresStore({ url, encryptionKey: 'short' })).toThrow(/openssl rand -base64 32/)
})

test('a snapshot of which nobody reads every list keeps no transaction open', async () => {
  const store = await openStore({ url, schema: 'snapshots' })
  await createIn(store, { key: 'once' })
  const content = await store.read()
  const open = `select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`
  expect(await execute(url, open)).toEqual([])
  for await (const { type } of content.events) expect(type).toBe('order.paid')
})

test('a snapshot of long lists is read in steps, and a store that is closed does not wait for the rest', async () => {
  const store = await openStore({ url, schema: 'long_lists' })
  await store.addWebhook(storedWebhook())
  await Promise.all(Array.from({ length: 1_300 }, () => createIn(store)))
  const count = async (items: Iterable<unknown> | AsyncIterable<unknown>) => {
    let counted = 0
    for await (const item of items) counted += item ? 1 : 0
    return counted
  }
  const content = await store.read()
  await createIn(store)
  expect([await count(content.events), await count(content.deliveries)]).toEqual([1_300, 1_300])
  const unread = await store.read()
  await store.close()
  await expect(count(unread.events)).rejects.toThrow(/Read it anew/)
})
