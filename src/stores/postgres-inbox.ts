import { refuse, refuseValue } from '../errors/refuse'
import type { PostgresPool } from '../postgres/connection'
import { migrate, migrationScript, type MigrationResult } from '../postgres/migrate'
import { checkSchemaName, quoteName } from '../postgres/schema-name'
import type { DedupeStore } from '../receiving/dedupe'
import type { TransactionalStore } from '../receiving/transaction'
import { systemClock } from '../transport/clock'
import { checkPositive } from '../transport/preflight'
import type { ClientOf } from './postgres/client-of'
import { inboxMigrations } from './postgres/inbox-schema'
import { createLeases } from './postgres/leases'
import { createSweeper } from './postgres/sweeper'
import { createTransactions } from './postgres/transactions'

/** The levels at which PostgreSQL keeps transactions apart. */
export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable'

/** Options of `postgresInbox`. */
export interface PostgresInboxOptions {
  /** The schema of the table. `event_delivery_inbox` unless given. */
  schema?: string | undefined
  /** The isolation level of the transactions in which handlers run. That of the database unless given. */
  isolation?: IsolationLevel | undefined
  /**
   * The least time in milliseconds between two times at which the inbox deletes what it need not remember any more, up to 1,000 rows after
   * a claim, in the background. 60,000 unless given; `Infinity` leaves it to `sweep()`.
   */
  sweepEvery?: number | undefined
}

/** An inbox on PostgreSQL. It is a dedupe store whose claims hold for a lease. */
export interface PostgresInbox<Client> extends DedupeStore {
  /**
   * The inbox as a transactional store: the handler receives `tx`, and the claim, what the handler writes through `tx` and the commit are
   * one transaction. Each delivery in progress holds a connection of the pool. Processes of both forms may share a table, such as while an
   * endpoint moves from one form to the other: what one has handled, or holds, the other knows.
   */
  readonly transactional: TransactionalStore<Client>
  /**
   * Brings the schema to the version of this package. It may run in several processes at once and again.
   *
   * @throws EventDeliveryError where a newer version of this package made the schema.
   */
  migrate(): Promise<MigrationResult>
  /** The statements of `migrate()`, for those who run migrations by their own tool. */
  migrationScript(): string
  /** Deletes all deliveries that need not be remembered any more. Resolves to how many. */
  sweep(): Promise<number>
}

const isolationLevels: readonly IsolationLevel[] = ['read committed', 'repeatable read', 'serializable']

/**
 * Makes an inbox on PostgreSQL, which all processes of a receiver share. Times end by the clock of the server.
 *
 * @throws InvalidRequestError for an option that cannot be right. `param` names it.
 * @example
 * const inbox = postgresInbox(pool)
 * await inbox.migrate()
 * const receive = createReceiver({
 *   secret,
 *   store: inbox.transactional,
 *   otherwise: (event, { tx }) => tx.query('insert into orders (event) values ($1)', [event.id]),
 * })
 */
export function postgresInbox<Pool extends PostgresPool>(
  pool: Pool,
  options: PostgresInboxOptions = {},
): PostgresInbox<ClientOf<Pool>> {
  for (const name of ['query', 'connect'] as const) {
    if (typeof (pool as Partial<PostgresPool> | undefined)?.[name] !== 'function') {
      refuse('pool', `must have the function ${name}, as a Pool of pg has.`)
    }
  }
  const { isolation, sweepEvery = 60_000 } = options
  const schema = checkSchemaName(options.schema ?? 'event_delivery_inbox')
  if (isolation !== undefined && !isolationLevels.includes(isolation)) {
    refuseValue('isolation', isolation, `give ${isolationLevels.join(', ')}.`)
  }
  const name = quoteName(schema)
  const { sweep, sweepSometimes } = createSweeper(
    pool,
    name,
    checkPositive('sweepEvery', sweepEvery),
    systemClock,
  )
  const begin = isolation ? `begin isolation level ${isolation}` : 'begin'
  return {
    ...createLeases(pool, name, sweepSometimes),
    transactional: createTransactions(pool, name, begin, sweepSometimes),
    migrate: () => migrate(pool, inboxMigrations(schema)),
    migrationScript: () => migrationScript(inboxMigrations(schema)),
    sweep,
  }
}
