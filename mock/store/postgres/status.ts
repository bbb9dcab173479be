import { countUpTo, estimate, mostCounted } from './counts'
import type { Statement } from './database'
import { readMeta } from './migrate'
import { migrations } from './migrations'
import { onDatabase } from './one-off'
import type { PostgresStoreOptions } from './settings'

/** The state of a store, as {@link storeStatus} returns it. */
export interface StoreStatus {
  /** The version of the schema in the database, 0 where there is none. */
  version: number
  /** The version that this package knows. A store opens where it is the same or higher. */
  wantedVersion: number
  /** The dialect as JSON text, `null` where nobody has planted anything. */
  dialect: string | null
  /** Which of the numbers below are estimates of the database, because to count so many would take long. */
  estimated: ('events' | 'pendingDeliveries')[]
  /** Whether webhook secrets and API keys are encrypted. */
  encrypted: boolean
  /** How many events the store has, those of live and test mode together, as in the counts that follow. */
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
with recursive ready as (
  (select webhook, due_at from {schema}.delivery where state = 1 order by webhook, due_at, id limit 1)
  union all
  select d.webhook, d.due_at from ready cross join lateral (
    select webhook, due_at from {schema}.delivery
    where state = 1 and webhook > ready.webhook order by webhook, due_at, id limit 1
  ) d
)
select ${countUpTo('event')} as events, ${estimate('event')} as "eventEstimate",
  (select count(*) from {schema}.webhook)::float8 as webhooks,
  (select count(*) from {schema}.api_key)::float8 as keys,
  ${countUpTo('delivery')} as "pendingDeliveries", ${estimate('delivery')} as "deliveryEstimate",
  -- The earliest of what is due later comes from its index, the earliest of what is ready from those of the webhooks.
  least((select min(due_at) from {schema}.delivery where state = 0), (select min(due_at) from ready)) as "oldestDue"`,
}

interface Counted extends Pick<
  StoreStatus,
  'events' | 'webhooks' | 'keys' | 'pendingDeliveries' | 'oldestDue'
> {
  eventEstimate: number
  deliveryEstimate: number
}

function numbersOf({ eventEstimate, deliveryEstimate, ...counted }: Counted) {
  const estimated: StoreStatus['estimated'] = []
  for (const [name, estimate] of [
    ['events', eventEstimate],
    ['pendingDeliveries', deliveryEstimate],
  ] as const) {
    if (counted[name] <= mostCounted) continue
    counted[name] = Math.max(counted[name], estimate)
    estimated.push(name)
  }
  return { ...counted, estimated }
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
  options: Pick<PostgresStoreOptions, 'schema'> = {},
): Promise<StoreStatus> {
  return onDatabase(url, options, async (database) => {
    const meta = await readMeta(database)
    const { version = 0, dialect = null, encryption = null } = meta ?? {}
    const none = { events: 0, webhooks: 0, keys: 0, pendingDeliveries: 0, oldestDue: null, estimated: [] }
    const known = version > 0 && version <= migrations.length
    const [found] = known ? await database.rows<Counted>(countAll) : []
    return {
      version,
      wantedVersion: migrations.length,
      dialect,
      encrypted: encryption !== null,
      ...(found ? numbersOf(found) : none),
    }
  })
}
