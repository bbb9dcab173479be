import { randomBytes } from 'node:crypto'
import {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '@event-delivery/mock/postgres'

/** Makes an empty store in a schema of its own. `another` makes further stores on the data of a store. */
export function storesIn(url: string, options: Partial<PostgresStoreOptions> = {}) {
  const optionsOf = new Map<object, PostgresStoreOptions>()
  const make = (all: PostgresStoreOptions): PostgresStore => {
    const store = createPostgresStore(all)
    optionsOf.set(store, all)
    return store
  }
  return {
    makeStore: () => make({ url, schema: `s_${randomBytes(6).toString('hex')}`, connections: 4, ...options }),
    another: (store: object) => make(optionsOf.get(store) ?? { url }),
  }
}
