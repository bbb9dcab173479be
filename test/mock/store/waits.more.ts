// What processes of a store wait for: locks of each other, answers that the network loses, and limits of the server.
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '@event-delivery/mock/node'
import { createPostgresStore, storeStatus } from '@event-delivery/mock/postgres'
import { StoreUnavailableError } from '@event-delivery/mock'
import { createDatabase } from '../../../mock/store/postgres/database'
import { createHarness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { execute, makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { claimIn, createIn, storedWebhook, storeStart } from '../../support/stored'
import { startTcpProxy } from '../../support/tcp-proxy'

/** A connection of its own, in a transaction that stays open until the test ends it. */
async function openTransaction(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(statement)
  return client
}

// Half a minute ends a transaction that its process has left, and with it whatever waits for it.
const inTime = (work: Promise<unknown>) =>
  Promise.race([
    work.then(() => 'done'),
    new Promise((resolve) => setTimeout(resolve, 25_000, 'still waiting').unref()),
  ])

test('claims that are renewed and settled at once, in whatever order, do not wait for each other', async () => {
  const url = await makeDatabase(onTestFinished)
  const store = await openStore({ url })
  await store.addWebhook(storedWebhook())
  for (const _ of [1, 2]) await createIn(store)
  const [first, second] = await claimIn(store)
  if (!first || !second) throw new Error('Two deliveries were to be claimed.')
  const rowOf = ({ id }: { id: string }) =>
    `select from event_delivery.delivery where id = ${id.replace('dlv_', '')} for update`
  const [holdsFirst, holdsSecond] = [
    await openTransaction(url, rowOf(first)),
    await openTransaction(url, rowOf(second)),
  ]
  const waiting = (count: number) =>
    eventually(async () => {
      const rows = await execute(
        url,
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      expect(rows).toHaveLength(count)
    })
  const extended = store.extend([first, second], 60_000)
  await waiting(1)
  const settled = store.settle([second, first].map((claim) => ({ ...claim, retryAt: storeStart })))
  await waiting(2)
  await holdsFirst.query('commit')
  await holdsSecond.query('commit')
  await Promise.all([extended, settled])
  const [{ deadlocks }] = (await execute<{ deadlocks: string }>(
    url,
    'select deadlocks from pg_stat_database where datname = current_database()',
  )) as [{ deadlocks: string }]
  expect(Number(deadlocks)).toBe(0)
})

test('a process that loses its network while it begins a partition holds up no creation', async () => {
  const url = await makeDatabase(onTestFinished)
  const hour = 3_600_000
  let now = storeStart
  const proxy = await startTcpProxy(url, onTestFinished)
  const lost = await openStore({ url: proxy.url, retain: 80 * hour }, () => now)
  const store = await openStore({ url, retain: 80 * hour }, () => now)
  await createIn(store)
  now += 11 * hour
  const swallowed = proxy.swallowBehind(/lock_order|begin_partition/)
  lost.sweep().catch(() => {})
  await swallowed
  expect(await inTime(createIn(store, { now }))).toBe('done')
  proxy.cut()
})

test('a store in which no creation passes is not ready, and is again when it does', async () => {
  const url = await makeDatabase(onTestFinished)
  const { control } = createHarness({ store: createPostgresStore({ url }) })
  // A check that takes two seconds fails, and on a busy machine one may.
  const becomesReady = () => eventually(async () => expect((await control('GET /health')).status).toBe(200))
  await becomesReady()
  const lockOrder = 'select event_delivery.check_creations()'
  for (const lock of ['lock table event_delivery.event in access exclusive mode', lockOrder]) {
    const locking = await openTransaction(url, lock)
    const { status, json } = await control('GET /health')
    expect(status).toBe(503)
    expect(json.error).toMatchObject({ code: 'store_unavailable' })
    await locking.query('rollback')
    await becomesReady()
  }
})

test('a statement that the operator permits less time is refused with what is known: nothing was changed', async () => {
  const url = await makeDatabase(onTestFinished)
  const { backend, createEvent } = createHarness({ store: createPostgresStore({ url }) })
  await backend.ready()
  await execute(
    url,
    "do $$ begin execute format('alter database %I set statement_timeout = 200', current_database()); end $$",
  )
  await execute(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await eventually(async () => expect((await createEvent()).status).toBe(201))
  const locking = await openTransaction(
    url,
    'set local statement_timeout = 0; lock table event_delivery.event in exclusive mode',
  )
  const { status, headers, json } = await createEvent()
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBeTruthy()
  expect(json.error.message).toMatch(/longer than its operator permits.* Nothing was changed/)
  await locking.query('rollback')
  expect((await createEvent()).status).toBe(201)
})

test('a network that loses all connections in silence is noticed by the question of the listener, not by each request', async () => {
  const url = await makeDatabase(onTestFinished)
  const proxy = await startTcpProxy(url, onTestFinished)
  const store = await openStore({ url: proxy.url, connections: 2 })
  // All connections are there before they are lost, that which listens as well: one that is opened later would work.
  await eventually(async () => {
    await Promise.all([createIn(store), store.keys()])
    const rows = await execute(
      url,
      'select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    expect(rows).toHaveLength(3)
    expect(rows.filter(({ query }) => /^listen/.test(String(query)))).toHaveLength(1)
  })
  proxy.swallow()
  const failed = createIn(store)
  await expect(failed).rejects.toThrow(StoreUnavailableError)
  await expect(failed).rejects.toThrow(/terminated/)
  await createIn(store)
})

test('a snapshot that is open, and events beyond their retention, are told by the metrics, and the health', async () => {
  const url = await makeDatabase(onTestFinished)
  const hour = 3_600_000
  const store = createPostgresStore({ url, retain: 80 * hour })
  const { backend, clock, control, createEvent } = createHarness({ store, metrics: await createMetrics() })
  await createEvent()
  await store.sweep()
  await openTransaction(
    url,
    'set transaction isolation level repeatable read; select 1; select count(*) from event_delivery.event',
  )
  const value = async (name: string) => {
    const text = await (await backend.fetch(new Request('http://localhost/__mock/metrics'))).text()
    return Number(new RegExp(`^event_delivery_${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  expect(await value('store_oldest_snapshot_seconds')).toBeGreaterThan(0)
  expect(await value('retention_overdue_seconds')).toBe(0)
  expect((await control('GET /health')).json).not.toHaveProperty('notices')
  await clock.advance(100 * hour)
  expect(await value('retention_overdue_seconds')).toBe(90 * 3_600)
  await eventually(async () => {
    const { status, json } = await control<{ notices: string[] }>('GET /health')
    expect([status, json.notices]).toEqual([200, [expect.stringContaining('5400 minutes beyond --retain')]])
  })
})

test('the status of a store with many events and deliveries counts few of them and estimates the others', async () => {
  const url = await makeDatabase(onTestFinished)
  const store = await openStore({ url })
  await store.addWebhook(storedWebhook())
  await execute(
    url,
    `insert into event_delivery.event (live, seq, id, type, created, json)
     select true, nextval('event_delivery.event_seq'), 'evt_' || n, 'order.paid', '2026-01-01T00:00:00.000Z', '{}'
     from generate_series(1, 60000) n`,
  )
  await execute(
    url,
    `insert into event_delivery.delivery (webhook, event_seq, due_at)
     select w.seq, n, ${storeStart} + n from event_delivery.webhook w, generate_series(1, 60000) n`,
  )
  await execute(url, 'vacuum analyze event_delivery.event, event_delivery.delivery')
  const read = async () => {
    const [row] = await execute<{ read: string }>(
      url,
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables where relname ~ '^(event_\\d|delivery$)'`,
    )
    return Number(row?.read)
  }
  const before = await read()
  const { events, pendingDeliveries, oldestDue, estimated } = await storeStatus(url)
  await eventually(async () => expect(await read()).toBeGreaterThan(before))
  expect((await read()) - before).toBeLessThan(30_000)
  expect({ events, pendingDeliveries, oldestDue }).toEqual({
    events: 60_000,
    pendingDeliveries: 60_000,
    oldestDue: storeStart + 1,
  })
  expect(estimated).toEqual(['events', 'pendingDeliveries'])
})

test('a transaction that its process has left is ended by the server, with its locks: after half a minute, and a snapshot not at all', async () => {
  const url = await makeDatabase(onTestFinished)
  const database = createDatabase({ url, schema: 'left', prepare: false, connections: 2 })
  onTestFinished(() => database.close())
  const name = 'idle_in_transaction_session_timeout'
  const show = { name: 'show', text: `show ${name}` }
  expect(await database.transaction((session) => session.rows(show))).toEqual([{ [name]: '30s' }])
  expect(await database.transaction((session) => session.rows(show), 'snapshot')).toEqual([{ [name]: '0' }])
  expect(await database.rows(show)).toEqual([{ [name]: '0' }])
  const lock = { name: 'lock', text: 'select pg_advisory_xact_lock(1)' }
  const left = database.transaction(async (session) => {
    await session.rows({ name: 'sooner', text: `set local ${name} = '10ms'` })
    await session.rows(lock)
    // Resolves when the server has taken the lock from this transaction, which does nothing meanwhile.
    await database.rows(lock)
  })
  await expect(left).rejects.toThrow(StoreUnavailableError)
})
