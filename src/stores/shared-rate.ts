import { refuse, refuseValue } from '../errors/refuse'
import { type Queryable, surviveIdleErrors } from '../postgres/connection'
import { migrate, migrationScript, type MigrationResult } from '../postgres/migrate'
import { checkSchemaName, quoteName } from '../postgres/schema-name'
import { hex } from '../core/encoding'
import { type SharedRate, TurnQueue } from '../transport/pace'
import { checkPositive } from '../transport/preflight'
import { PostgresRate, rateMigrations } from './postgres/postgres-rate'
import type { RedisClient } from './redis/client'
import { RedisRate } from './redis/redis-rate'
import { type RateDatabase, SharedTurns } from './shared-turns'

/** Options of `sharedRate`. */
export interface SharedRateOptions {
  /** The name of the account. All processes that give the same name on the same database share the rate. Never the API key itself. */
  key: string
  /** The rate of the plan, in requests a second. Together the processes use 95 % of it. */
  perSecond: number
  /**
   * How many processes share the rate, until the database tells the number: a process that starts while the database is down keeps to its
   * part of the rate. 1 unless given.
   */
  processes?: number | undefined
  /** The text before the name in the key of Redis. `event-delivery:rate:` unless given. */
  prefix?: string | undefined
  /** The schema of the tables on PostgreSQL. `event_delivery_rate` unless given. */
  schema?: string | undefined
}

/** A rate that is shared through PostgreSQL. */
export interface PostgresSharedRate extends SharedRate {
  /**
   * Brings the schema to the version of this package. It may run in several processes at once and again.
   *
   * @throws EventDeliveryError where a newer version of this package made the schema.
   */
  migrate(): Promise<MigrationResult>
  /** The statements of `migrate()`, for those who run migrations by their own tool. */
  migrationScript(): string
}

const nameBytes = 8
const newMember = () => hex(crypto.getRandomValues(new Uint8Array(nameBytes)))

const isQueryable = (database: RedisClient | Queryable): database is Queryable =>
  typeof (database as Partial<Queryable> | undefined)?.query === 'function'

function checkKeyName(key: unknown): string {
  if (typeof key !== 'string' || key === '') {
    return refuseValue('key', key, 'give a text that names the account.')
  }
  // The message must not quote it.
  if (key.startsWith('sk_'))
    refuse('key', 'is an API key. Give a name of the account: the key would stand in the database.')
  return key
}

/**
 * Makes a rate that the clients of several processes keep together: no second sees more requests of all of them than the rate, and a
 * refusal of the service (429) slows all of them down. Each client asks the database for a few turns at once, in the time of the server.
 *
 * While the database cannot be reached, each client keeps to its own part of the rate, and its `logger` gets a line. It shares the rate
 * again once the database can be reached.
 *
 * @param database A client of `redis` or `ioredis`, or a pool of PostgreSQL.
 * @throws InvalidRequestError for an option that cannot be right. `param` names it.
 * @example
 * const rate = sharedRate(redis, { key: 'shop', perSecond: 100 })
 * const client = new EventDelivery({ apiKey, baseUrl, rate })
 */
export function sharedRate(database: Queryable, options: SharedRateOptions): PostgresSharedRate
export function sharedRate(database: RedisClient, options: SharedRateOptions): SharedRate
export function sharedRate(
  database: RedisClient | Queryable,
  options: SharedRateOptions,
): SharedRate | PostgresSharedRate {
  const { prefix = 'event-delivery:rate:' } = options
  const key = checkKeyName(options.key)
  const perSecond = checkPositive('perSecond', options.perSecond)
  if (perSecond === Infinity) refuseValue('perSecond', perSecond, 'give the rate of the plan.')
  const processes = checkPositive('processes', options.processes ?? 1)
  const schema = checkSchemaName(options.schema ?? 'event_delivery_rate')

  const rateIn = (rate: RateDatabase): SharedRate => ({
    createPace(terms) {
      const options = { ...terms, database: rate, perSecond, processes, member: newMember() }
      return new TurnQueue(terms.clock, (onChange) => new SharedTurns(options, onChange))
    },
  })
  if (!isQueryable(database)) return rateIn(new RedisRate(database, prefix + key, perSecond))
  surviveIdleErrors(database)
  return {
    ...rateIn(new PostgresRate(database, quoteName(schema), key, perSecond)),
    migrate: () => migrate(database, rateMigrations(schema)),
    migrationScript: () => migrationScript(rateMigrations(schema)),
  }
}
