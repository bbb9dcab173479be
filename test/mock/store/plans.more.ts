import { Client, Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { claimIn, createIn, storedWebhook, storeStart } from '../../support/stored'

/** A store on one connection to a database of its own. */
async function openPooled() {
  const url = await makeDatabase(onTestFinished)
  const pool = new Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  /** Something that PostgreSQL counts. */
  const count = async (what: string) => {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query({ text: `select ${what}`, rowMode: 'array' })
    return Number((rows as unknown[][])[0]?.[0])
  }
  return { url, pool, store: await openStore({ pool }), count }
}

test.each(['newest-first', 'oldest-first', 'by-id'] as const)(
  'the plan of a page of events, %s, is kept, so that long lists cost no planning for each page',
  async (order) => {
    const { pool, store } = await openPooled()
    await pool.query(
      `insert into event_delivery.event (live, seq, id, type, created, json)
       select true, nextval('event_delivery.event_seq'), 'evt_' || n, '"order.paid"', '2026-01-01T00:00:00.000Z', '{}'
       from generate_series(1, 100000) n`,
    )
    await pool.query('analyze event_delivery.event')
    const pages = 30
    for (let index = 1; index <= pages; index++) {
      const after = order === 'by-id' ? `evt_${index * 300}` : index * 3_000
      const { items } = await store.events('live', { limit: 20, after, order })
      expect(items).toHaveLength(20)
    }
    const { rows } = await pool.query<{ planned: number; kept: number }>(
      `select sum(custom_plans)::int as planned, sum(generic_plans)::int as kept
       from pg_prepared_statements where name like '%events_%'`,
    )
    // PostgreSQL plans the first five executions of a statement, and then compares.
    expect(rows).toEqual([{ planned: 5, kept: pages - 5 }])
  },
)

test('claims and settlements whose plans were made for an empty queue do not read a queue that grew to 50,000', async () => {
  const { count, pool, store } = await openPooled()
  await store.addWebhook(storedWebhook())
  const claimAndSettle = async (now = storeStart) => {
    const claimed = await claimIn(store, now, 10)
    await store.settle(claimed)
    return claimed.length
  }
  const wholeReads = () =>
    count(`sum(seq_tup_read) from pg_stat_user_tables where relname = 'delivery' or relname like 'event\\_%'`)
  // After this, the planner knows that the queue is empty.
  await pool.query('vacuum analyze event_delivery.delivery')
  for (let index = 0; index < 10; index++) {
    await createIn(store)
    expect(await claimAndSettle()).toBe(1)
  }
  await createIn(store)
  await pool.query(
    `insert into event_delivery.delivery (webhook, event_seq, due_at, state)
     select w.seq, e.seq, ${storeStart} + case when n % 2 = 0 then 0 else 60000 end, case when n % 2 = 0 then 1 else 0 end
     from event_delivery.webhook w, event_delivery.event e, generate_series(1, 50000) n order by e.seq desc limit 50000`,
  )
  const before = await wholeReads()
  for (let index = 0; index < 10; index++) expect(await claimAndSettle(storeStart + 60_000)).toBe(10)
  expect(await wholeReads()).toBe(before)
})

test('while a snapshot is open, a claim passes over what was claimed since, each second apart', async () => {
  const { count, pool, store, url } = await openPooled()
  await store.addWebhook(storedWebhook())
  const snapshot = new Client({ connectionString: url })
  await snapshot.connect()
  onTestFinished(() => snapshot.end())
  await snapshot.query('begin isolation level repeatable read; select from event_delivery.delivery')
  await createIn(store)
  await pool.query(
    `insert into event_delivery.delivery (webhook, event_seq, due_at)
     select w.seq, e.seq, ${storeStart} from event_delivery.webhook w, event_delivery.event e, generate_series(1, 5000)`,
  )
  for (let claimed = await claimIn(store); claimed.length > 0; claimed = await claimIn(store))
    await store.settle(claimed)
  const visits = () =>
    count(`heap_blks_hit + heap_blks_read from pg_statio_user_tables where relname = 'delivery'`)
  const time = vi.spyOn(performance, 'now')
  onTestFinished(() => time.mockRestore())
  let moment = performance.now() + 120_000
  time.mockImplementation(() => moment)
  const now = storeStart + 3_600_000
  const claimOne = async () => {
    await createIn(store, { now })
    const before = await visits()
    const claimed = await claimIn(store, now)
    expect(claimed).toHaveLength(1)
    const taken = (await visits()) - before
    await store.settle(claimed)
    return taken
  }
  const [whole, next] = [await claimOne(), await claimOne()]
  expect(whole).toBeGreaterThan(100)
  expect(next).toBeLessThan(whole / 10)
  moment += 1_000
  expect(await claimOne()).toBeGreaterThan(100)
})

test('a look at ten thousand webhooks with pending deliveries reads few of them', async () => {
  const { count, pool, store } = await openPooled()
  await store.addWebhook(storedWebhook({ id: 'wh_' }))
  await createIn(store)
  await pool.query(
    `with w as (
       insert into event_delivery.webhook (id, live, url, events, status, secret, created)
       select id || n, live, url, events, status, secret, created
       from event_delivery.webhook, generate_series(1, 10000) n returning seq
     )
     insert into event_delivery.delivery (webhook, event_seq, due_at)
     select w.seq, e.seq, ${storeStart} from w, event_delivery.event e`,
  )
  const entries = () => count(`sum(idx_tup_read) from pg_stat_user_indexes where relname = 'delivery'`)
  const before = await entries()
  expect(await claimIn(store, storeStart, 8)).toHaveLength(8)
  expect(await store.nextDue(storeStart)).toBeUndefined()
  expect((await entries()) - before).toBeLessThan(100)
})
