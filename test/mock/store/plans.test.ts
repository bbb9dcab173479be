import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { makeDatabase } from '../../support/postgres'
import { openEmpty } from '../../support/stored'

test.each(['newest-first', 'oldest-first', 'by-id'] as const)(
  'the plan of a page of events, %s, is kept, so that long lists cost no planning for each page',
  async (order) => {
    const pool = new Pool({ connectionString: await makeDatabase(onTestFinished), max: 1 })
    onTestFinished(() => pool.end())
    const store = createPostgresStore({ pool })
    onTestFinished(() => store.close())
    await openEmpty(store)
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
