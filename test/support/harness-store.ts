import { Pool } from 'pg'
import type { Store } from '@event-delivery/mock'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { makeDatabase } from './postgres'
import type { Until } from './until'

/** The database of a test file's harnesses. Each harness has a schema of it to itself. */
interface SharedDatabase {
  pool: Pool
  schemas: number
  /** Schemas whose harness has ended. To empty one costs a tenth of making one. */
  free: string[]
}

// A setup file and the test files have each a copy of this module, so that it keeps nothing itself.
const shared = globalThis as { harnessDatabase?: SharedDatabase }

const tables = 'delivery, idempotency, event, subscription, webhook, api_key, rate, setting'.split(', ')

/** Lets all harnesses of a test file keep their data in one PostgreSQL database. */
export async function keepOnPostgres(until: Until): Promise<void> {
  const connectionString = await makeDatabase(until)
  const pool = new Pool({ connectionString, max: 4, allowExitOnIdle: true })
  // The database may go while connections are idle.
  pool.on('error', () => {})
  until(() => pool.end())
  shared.harnessDatabase = { pool, schemas: 0, free: [] }
}

/** Whether backends keep their data on PostgreSQL in this run. */
export const keepsOnPostgres = (): boolean => shared.harnessDatabase !== undefined

/** The store of a harness, and what hands its schema on when the harness has ended. `undefined` for memory. */
export function takeHarnessStore(): { store: Store; release(): void } | undefined {
  const { harnessDatabase: database } = shared
  if (!database) return undefined
  const { pool, free } = database
  const used = free.pop()
  const schema = used ?? `harness_${++database.schemas}`
  const store = createPostgresStore({ pool, schema })
  let opened: Promise<boolean> | undefined
  return {
    store: {
      ...store,
      open(opening) {
        opened = Promise.resolve(used && empty(pool, schema)).then(() => store.open(opening))
        return opened
      },
    },
    release() {
      // A backend may be closed while it plants its first keys, which must not come into the next one's schema.
      opened?.then(
        () => free.push(schema),
        () => {},
      )
    },
  }
}

/** Makes a schema as it was before anybody planted anything. */
async function empty(pool: Pool, schema: string): Promise<void> {
  const deletions = tables.map((table) => `delete from ${schema}.${table}`)
  await pool.query([...deletions, `update ${schema}.meta set dialect = null, epoch = null`].join(';'))
}
