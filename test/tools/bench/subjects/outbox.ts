import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox, type Outbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { interleave, timed, type Benchmark, type Samples } from '../benchmark'
import { mockCommand, withServers } from '../children'
import { type PgBoss, withPgBoss } from './pg-boss'
import { onPostgres } from './postgres'

const rounds = 5
const rows = 2_000
const writers = 8
const event = { type: 'order.paid', data: { order: 1042 } }
const events = Array.from({ length: rows }, () => event)

/** Measures an outbox, and pg-boss beside it, on a PostgreSQL of their own. */
const withOutbox = (
  measure: (pool: Pool, outbox: Outbox, pgBoss: PgBoss) => Promise<Samples>,
): Promise<Samples> =>
  onPostgres(async (url) => {
    const pool = new Pool({ connectionString: url, max: writers + 4 })
    pool.on('error', () => {})
    try {
      const outbox = createOutbox({ pool })
      await outbox.migrate()
      return await withPgBoss(pool, (pgBoss) => measure(pool, outbox, pgBoss))
    } finally {
      await pool.end()
    }
  })

/** How many times a second some work is done, by several callers at once. */
const perSecond = async (work: () => Promise<unknown>) => (rows / (await timed(rows, writers, work))) * 1_000

const adding: Benchmark = {
  name: 'outbox-add',
  title: 'Rows added to the outbox, 8 connections, a transaction each',
  unit: 'rows/s',
  // Both are one statement and one flush. That of the outbox takes longer to parse and plan, which it is each time, since not every driver
  // prepares statements; its row is wider, stands in one index more, and some of the commits tell the relays.
  targets: [
    { of: 'outbox.add', beside: 'a bare INSERT', atLeast: 0.5 },
    { of: 'outbox.add', beside: 'pg-boss', atLeast: 1 },
  ],
  run: () =>
    withOutbox(async (pool, outbox, pgBoss) => {
      await pool.query(
        'create table plain (id bigint generated always as identity primary key, type text, data text)',
      )
      // Each statement on a connection of its own.
      const tx = { query: (text: string, values?: unknown[]) => pool.query(text, values) }
      const insert = 'insert into plain (type, data) values ($1, $2) returning id'
      return interleave(
        {
          'outbox.add': () => perSecond(() => outbox.add(tx, event)),
          'a bare INSERT': () =>
            perSecond(() => pool.query(insert, [event.type, JSON.stringify(event.data)])),
          'pg-boss': () => perSecond(() => pgBoss.add(event)),
        },
        rounds,
      )
    }),
}

/** How many rows a second one relay sends, from a full outbox to an empty one. */
async function relayRate(pool: Pool, outbox: Outbox, client: EventDelivery): Promise<number> {
  await pool.query(
    `insert into event_delivery_outbox.event (type, data, idempotency_key)
     select 'order.paid', '{"order":1042}', gen_random_uuid()::text from generate_series(1, $1)`,
    [rows],
  )
  const stop = new AbortController()
  const begun = performance.now()
  let [sent, seconds] = [0, 0]
  const onSent = () => {
    if (++sent < rows) return
    seconds = (performance.now() - begun) / 1_000
    stop.abort()
  }
  await outbox.relay(client, { signal: stop.signal, concurrency: 32, onSent })
  return rows / seconds
}

/** How many events a second `createAll` creates. */
async function bulkRate(client: EventDelivery): Promise<number> {
  const begun = performance.now()
  await client.events.createAll(events, { concurrency: 32 }).summary()
  return rows / ((performance.now() - begun) / 1_000)
}

const relaying: Benchmark = {
  name: 'outbox-relay',
  title: 'Events that a relay sends from the outbox, 32 at once',
  unit: 'events/s',
  // A relay makes the same calls. In between it claims and marks, many rows at a time, in two commits that reach the disk.
  targets: [
    { of: 'outbox.relay', beside: 'createAll', atLeast: 0.4 },
    { of: 'outbox.relay', beside: 'pg-boss', atLeast: 1 },
  ],
  run: () =>
    withOutbox((pool, outbox, pgBoss) =>
      withServers({ mock: mockCommand('--quiet') }, async ({ mock }) => {
        const client = new EventDelivery({ apiKey: 'sk_test_mock', baseUrl: mock.baseUrl })
        return interleave(
          {
            'outbox.relay': () => relayRate(pool, outbox, client),
            createAll: () => bulkRate(client),
            'pg-boss': () => pgBoss.rate(events, 32, client),
          },
          rounds,
        )
      }),
    ),
}

/** The subjects of the outbox. */
export const outbox: readonly Benchmark[] = [adding, relaying]
