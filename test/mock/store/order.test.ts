import { Pool } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { DriverQuery, PostgresPool } from '@event-delivery/mock/postgres'
import { eventually } from '../../support/eventually'
import { execute, makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { createIn } from '../../support/stored'

const url = await makeDatabase(afterAll)

/** A pool that changes the text of each statement, and that keeps creations from being committed until `gate`. */
function slowPool(
  pool: Pool,
  textOf: (text: string) => string,
  gate: Promise<void>,
  onWritten: () => void,
): PostgresPool {
  return {
    connect: () => pool.connect(),
    end: () => pool.end(),
    async query(query: DriverQuery) {
      const changed = { text: textOf(query.text), values: query.values }
      if (!query.text.includes('nextval')) return pool.query(changed)
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await client.query(changed)
        onWritten()
        await gate
        await client.query('commit')
        return result
      } finally {
        client.release()
      }
    },
  }
}

/** Two writers and a reader. The first writer's event is numbered and not committed until `release`. */
async function setTrap(schema: string, textOf: (text: string) => string) {
  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  let tellWritten = () => {}
  const written = new Promise<void>((resolve) => (tellWritten = resolve))
  const slow = await openStore({ pool: slowPool(pool, textOf, gate, tellWritten), schema })
  const fast = await openStore({ pool: slowPool(pool, textOf, Promise.resolve(), () => {}), schema })
  // A test that fails before leaves no creation open, for which the ends above would wait.
  onTestFinished(() => release())
  const first = createIn(slow)
  await written
  return { first, fast, release }
}

const isWaiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`

test('a reader that follows the list never passes an event that is committed late', async () => {
  const { first, fast, release } = await setTrap('ordered', (text) => text)
  const second = createIn(fast)
  await eventually(async () => expect(await execute(url, isWaiting)).toHaveLength(1))
  expect((await fast.events('live', { limit: 5, order: 'oldest-first' })).items).toEqual([])
  release()
  const ids = [(await first).event.id, (await second).event.id]
  const { items } = await fast.events('live', { limit: 5, order: 'oldest-first' })
  expect(items.map(({ id }) => id)).toEqual(ids)
})

test('with a plain sequence the same reader misses the event, so the trap works', async () => {
  const withoutLock = (text: string) => text.replace(/pg_advisory_xact_lock\(-?\d+\)/, 'null::void')
  const { first, fast, release } = await setTrap('unordered', withoutLock)
  const { event } = await createIn(fast)
  await createIn(fast)
  const seen = await fast.events('live', { limit: 1, order: 'oldest-first' })
  expect(seen.items.map(({ id }) => id)).toEqual([event.id])
  release()
  const late = (await first).event.id
  const { items } = await fast.events('live', { limit: 5, order: 'oldest-first', after: seen.next })
  expect(items.map(({ id }) => id)).not.toContain(late)
})
