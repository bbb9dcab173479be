import { createDatabase, type Statement } from './database'
import { readMeta } from './migrate'
import { migrations } from './migrations'
import { checkOptions, defaultSchema, type PostgresStoreOptions } from './settings'

/** The state of a store, as {@link storeStatus} returns it. */
export interface StoreStatus {
  /** The version of the schema in the database, 0 where there is none. */
  version: number
  /** The version that this package knows. A store opens where it is the same or higher. */
  wantedVersion: number
  /** The dialect as JSON text, `null` where nobody has planted anything. */
  dialect: string | null
  /** Whether webhook secrets and API keys are encrypted. */
  encrypted: boolean
  events: number
  webhooks: number
  keys: number
  /** Deliveries that have not ended. */
  pendingDeliveries: number
  /** The service's time for which the earliest of them is due, in milliseconds since the epoch. */
  oldestDue: number | null
}

const countAll: Statement = {
  name: 'count_all',
  text: `
select (select count(*) from {schema}.event)::float8 as events,
  (select count(*) from {schema}.webhook)::float8 as webhooks,
  (select count(*) from {schema}.api_key)::float8 as keys,
  (select count(*) from {schema}.delivery)::float8 as "pendingDeliveries",
  (select min(due_at) from {schema}.delivery) as "oldestDue"`,
}

/**
 * Looks at a store without changing anything.
 *
 * @throws StoreUnavailableError where the database cannot be reached.
 * @example
 * const { version, wantedVersion } = await storeStatus('postgres://user:password@localhost/database')
 * if (version < wantedVersion) await migrateStore('postgres://user:password@localhost/database')
 */
export async function storeStatus(
  url: string,
  { schema = defaultSchema }: Pick<PostgresStoreOptions, 'schema'> = {},
): Promise<StoreStatus> {
  checkOptions({ url })
  const database = createDatabase({ url, schema, prepare: false, connections: 1 })
  try {
    const meta = await readMeta(database)
    const { version = 0, dialect = null, encryption = null } = meta ?? {}
    const counts = { events: 0, webhooks: 0, keys: 0, pendingDeliveries: 0, oldestDue: null }
    const known = version > 0 && version <= migrations.length
    const [found] = known ? await database.rows<typeof counts>(countAll) : []
    return {
      version,
      wantedVersion: migrations.length,
      dialect,
      encrypted: encryption !== null,
      ...(found ?? counts),
    }
  } finally {
    await database.close()
  }
}
