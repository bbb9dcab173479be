import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '@event-delivery/mock/postgres'
import { execute } from './postgres'
import { openEmpty } from './stored'

/** Opens a store without data, which is closed at the end of the test. `now` is the service's time. */
export async function openStore(options: PostgresStoreOptions, now?: () => number): Promise<PostgresStore> {
  const store = createPostgresStore(options)
  onTestFinished(() => store.close())
  await openEmpty(store, now)
  return store
}

/** A schema, and how many stores use it. */
interface UsedSchema {
  name: string
  users: number
  /** Resolves when nothing is left of an earlier use. */
  emptied: Promise<unknown>
}

const tables = 'delivery, attempt, idempotency, event, subscription, webhook, api_key, rate, setting'.split(
  ', ',
)

/** The statements that make a schema as it was before anybody planted anything. To run them costs a tenth of making one. */
export function emptying(schema: string): string {
  const deletions = tables.map((table) => `delete from ${schema}.${table}`)
  return [...deletions, `update ${schema}.meta set dialect = null, epoch = null`].join(';')
}

/** Makes empty stores, each in a schema of its own. `another` makes further stores on the data of a store. */
export function storesIn(url: string, options: Partial<PostgresStoreOptions> = {}) {
  const free: string[] = []
  const schemas = new Map<object, UsedSchema>()

  function make(schema: UsedSchema): PostgresStore {
    const store = createPostgresStore({ url, schema: schema.name, connections: 4, ...options })
    schema.users += 1
    const made: PostgresStore = {
      ...store,
      open: (opening) => schema.emptied.then(() => store.open(opening)),
      async close() {
        await store.close()
        if (schemas.delete(made) && --schema.users === 0) free.push(schema.name)
      },
    }
    schemas.set(made, schema)
    return made
  }

  return {
    makeStore() {
      const used = free.pop()
      const name = used ?? `s_${randomBytes(6).toString('hex')}`
      return make({ name, users: 0, emptied: Promise.resolve(used && execute(url, emptying(used))) })
    },
    another: (store: object) => make(schemas.get(store)!),
  }
}
