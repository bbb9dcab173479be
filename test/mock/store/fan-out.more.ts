import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '@event-delivery/mock'
import { createPostgresStore, type PostgresPool } from '@event-delivery/mock/postgres'
import { createHarness } from '../../support/backend'
import { makeDatabase } from '../../support/postgres'

/** Sends one event to so many webhooks. Resolves with the statements, and the entries of indexes and rows, that each delivery took. */
async function fanOut(webhooks: number) {
  const pool = new Pool({ connectionString: await makeDatabase(onTestFinished), max: 1 })
  onTestFinished(() => pool.end())
  let statements = 0
  const counting: PostgresPool = {
    query: (query) => (statements++, pool.query(query)),
    connect: () => pool.connect(),
    end: () => Promise.resolve(),
  }
  const { backend, createEvent, createWebhook, received } = createHarness({
    store: createPostgresStore({ pool: counting }),
    random: createRandom(),
  })
  await createWebhook()
  await pool.query(
    `with w as (
       insert into event_delivery.webhook (id, live, url, events, status, secret, created)
       select id || n, live, url || n, events, status, secret, created
       from event_delivery.webhook, generate_series(2, ${webhooks}) n returning seq
     )
     insert into event_delivery.subscription (live, type, webhook) select true, '*', seq from w`,
  )
  const entries = async () => {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ entries: number }>(
      `select (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'event_delivery')::float8
         + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'event_delivery')::float8 as entries`,
    )
    return rows[0]?.entries ?? 0
  }
  const before = { statements, entries: await entries() }
  await createEvent()
  await backend.waitForIdle({ timeout: 300_000 })
  expect(received).toHaveLength(webhooks)
  const took = { statements: statements - before.statements, entries: (await entries()) - before.entries }
  return { statements: took.statements / webhooks, entries: took.entries / webhooks }
}

test('a delivery of an event takes about as many statements and rows where two thousand webhooks get it as where a hundred do', async () => {
  const [few, many] = [await fanOut(100), await fanOut(2_000)]
  expect(many.statements).toBeLessThan(2 * few.statements)
  expect(many.entries).toBeLessThan(2 * few.entries)
})
