import { Pool } from 'pg'
import type { Store } from '@event-delivery/mock'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { makeDatabase } from './postgres'
import { emptying } from './postgres-store'

/** The database of the harnesses of a process. Each harness has a schema of it to itself. */
interface SharedDatabase {
  pool: Pool
  schemas: number
  /** Schemas whose harness has ended. To empty one costs a tenth of making one. */
  free: string[]
}

// A setup file and the test files have each a copy of this module, so that it keeps nothing itself.
const shared = globalThis as { harnessDatabase?: SharedDatabase }

/** Lets all harnesses of this process keep their data in one PostgreSQL database, which ends with the PostgreSQL of the run. */
export async function keepOnPostgres(): Promise<void> {
  if (shared.harnessDatabase) return
  const connectionString = await makeDatabase(() => {})
  const pool = new Pool({ connectionString, max: 4, allowExitOnIdle: true })
  // The database may go while connections are idle.
  pool.on('error', () => {})
  shared.harnessDatabase = { pool, schemas: 0, free: [] }
}

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
      // The tests replace all data of it as they do in memory, without a confirmation.
      name: undefined,
      open(opening) {
        opened = Promise.resolve(used && pool.query(emptying(used))).then(() => store.open(opening))
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
