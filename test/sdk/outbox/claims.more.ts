import { createOutbox } from '@event-delivery/sdk/outbox'
import { createFakeClock, type FakeClock } from '@event-delivery/sdk/testing'
import { Client, type Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** A statement that inserts rows, each with a number `n`, of which its order key is made. */
const insert = (key: string, from: number, count: number, state = 0, ago = '0 s') =>
  `insert into event_delivery_outbox.event (type, data, idempotency_key, order_key, state, reason, settled_at, due_at)
    select 'a', '{}', 'k' || n, ${key}, ${state}, ${state === 2 ? `'x', now()` : 'null, null'}, now() - interval '${ago}'
    from generate_series(${from}, ${from + count - 1}) n`

/** A pool that notes for each claim how many entries of indexes and rows of the table it reads, a hundred of which take 10 ms. */
function countingReads(pool: Pool, clock: FakeClock) {
  const reads: number[] = []
  const query = async (text: string, values?: unknown[]) => {
    if (!/for update skip locked[^]*token \+ 1/.test(text)) return pool.query(text, values)
    const connection = await pool.connect()
    // What the connection has read since PostgreSQL last collected its counts, which it does not do within a transaction.
    const count = async () =>
      (
        await connection.query<{ reads: number }>(
          `select sum(pg_stat_get_xact_tuples_returned(oid))::int as reads from pg_class
           where relnamespace = 'event_delivery_outbox'::regnamespace and relkind in ('r', 'i')`,
        )
      ).rows[0]!.reads
    try {
      await connection.query('begin')
      const before = await count()
      const answer = await connection.query(text, values)
      reads.push((await count()) - before)
      await connection.query('commit')
      await clock.advance((reads.at(-1) ?? 0) / 10)
      return answer
    } finally {
      connection.release()
    }
  }
  return { reads, pool: { query, connect: () => pool.connect() } }
}

test.each([
  ['a key each', `'order-' || n`],
  ['few keys', `'order-' || n % 20`],
  ['no keys', 'null'],
])(
  'beside an open snapshot, a claim of rows with %s does not walk over thousands that were sent',
  async (_, key) => {
    const clock = createFakeClock()
    const { url, pool, relay, received, passing } = await setUp()
    // As a table that is in use, whose index entries a planner does not prefer to read as a whole.
    await pool.query(
      `${insert('null', 1_000_000, 4000)}; update event_delivery_outbox.event set state = 3, settled_at = now()`,
    )
    await pool.query('vacuum event_delivery_outbox.event')
    const { reads, pool: counting } = countingReads(pool, clock)
    relay({ of: createOutbox({ pool: counting, clock }), listen: false })
    let added = 0
    /** What a claim reads in the middle, while rows come a few at a time. */
    const measure = async () => {
      // As autovacuum does: without statistics a planner may take any way.
      await pool.query('analyze event_delivery_outbox.event')
      for (let n = 0; n < 30; n++) {
        if (n === 10) reads.length = 0
        await pool.query(insert(key, added, 8))
        added += 8
        await passing(clock, 10, () => expect(received).toHaveLength(added))
      }
      return median(reads)
    }
    const atRest = await measure()
    const reader = new Client({ connectionString: url })
    onTestFinished(() => reader.end())
    await reader.connect()
    await reader.query('begin isolation level repeatable read')
    await reader.query('select from event_delivery_outbox.event')
    // As a single text they are one transaction, of which the relay sees nothing but the end.
    const become = (state: number) =>
      `update event_delivery_outbox.event set state = ${state}, settled_at = now() where state <> 3`
    await pool.query([insert(key, 100_000, 4000, 0, '1 minute'), become(1), become(3)].join(';'))
    const beside = await measure()
    expect(beside).toBeLessThan(atRest + 400)
  },
)

test('an idle relay beside thousands of parked keys, each with a row behind, asks at most twice a second', async () => {
  const clock = createFakeClock()
  const { pool, relay, passing } = await setUp()
  await pool.query(insert(`'order-' || n`, 0, 4000, 2))
  await pool.query(insert(`'order-' || n`, 0, 4000))
  let statements = 0
  const counting = {
    async query(text: string, values?: unknown[]) {
      statements++
      const begun = performance.now()
      const answer = await pool.query(text, values)
      // The clock goes on while the database works, and no faster.
      await clock.advance(performance.now() - begun)
      return answer
    },
    connect: () => pool.connect(),
  }
  relay({ of: createOutbox({ pool: counting, clock }), listen: false })
  const run = async (ms: number) => {
    const end = clock.monotonic() + ms
    await passing(clock, 20, () => expect(clock.monotonic()).toBeGreaterThan(end))
  }
  await run(3000)
  statements = 0
  await run(20_000)
  expect(statements).toBeLessThanOrEqual(40)
  expect(statements).toBeGreaterThan(10)
})

test('rows behind many others of their key, whose first one waits, hold up no other row', async () => {
  const { pool, relay, change, received } = await setUp()
  await pool.query(insert(`'long'`, 0, 3000))
  await change("due_at = now() + interval '1 hour'", 'id = 1')
  await pool.query(insert(`'other'`, 5000, 1))
  relay({ pollInterval: 20 })
  await eventually(() => expect(received).toHaveLength(1))
  expect(received[0]?.idempotencyKey).toBe('k5000')
})
