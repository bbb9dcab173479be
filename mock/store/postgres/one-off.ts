import { createDatabase, type Database } from './database'
import { checkOptions, defaultSchema, type PostgresStoreOptions } from './settings'

/** Does one piece of work on the database of a store, over a single connection that is closed after it. */
export function onDatabase<Result>(
  url: string,
  { schema = defaultSchema }: Pick<PostgresStoreOptions, 'schema'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  checkOptions({ url })
  const database = createDatabase({ url, schema, prepare: false, connections: 1 })
  return work(database).finally(() => database.close())
}
