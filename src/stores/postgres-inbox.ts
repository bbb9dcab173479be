import { refuse, refuseValue } from '../errors/refuse'
import { type PoolConnection, type PostgresPool, surviveIdleErrors } from '../postgres/connection'
import { migrate, migrationScript, type MigrationResult } from '../postgres/migrate'
import { checkSchemaName } from '../postgres/schema-name'
import type { AnyCatalog } from '../catalog/event'
import type { ActOptions, ActResult, ParkAllOptions, ParkedOptions } from '../outbox/options'
import { reasonOf } from '../outbox/settlement'
import { toColumn } from '../outbox/table'
import { keyOfToken } from '../receiving/claim-token'
import type { DedupeStore } from '../receiving/dedupe'
import type { FailureCounter, KeptDelivery } from '../receiving/kept-delivery'
import type { QueuedStore, TransactionalStore } from '../receiving/transaction'
import { monotonic, systemClock } from '../transport/clock'
import { checkPositive } from '../transport/preflight'
import { InboxTable } from './postgres/inbox-table'
import {
  type DeliveriesOptions,
  type DeliveryFilter,
  type InboxStatus,
  KeptRows,
  keptText,
  type ListedDelivery,
  type ParkedDelivery,
} from './postgres/kept-rows'
import { createTransactions } from './postgres/transactions'
import { work, type WorkHandlers, type WorkOptions } from './postgres/work'

/** The levels at which PostgreSQL keeps transactions apart. */
export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable'

/** Options of `postgresInbox`. */
export interface PostgresInboxOptions {
  /** The schema of the table. `event_delivery_inbox` unless given. */
  schema?: string | undefined
  /** The isolation level of the transactions in which handlers run. That of the database unless given. */
  isolation?: IsolationLevel | undefined
  /**
   * How many milliseconds lie between two sweeps at least. A sweep follows a claim, in the background, and deletes up to 1,000 rows whose
   * retention has ended, or whose lease ended more than a week ago. 60,000 unless given; `Infinity` leaves it to `sweep()`.
   */
  sweepEvery?: number | undefined
  /**
   * How often a delivery may fail before it is parked, with its reason. A receiver that handles deliveries at once answers the last failure
   * with success, so that the service does not send the delivery again; unless given, it never parks one. `work` parks after 20 attempts
   * unless given, which take about ten hours.
   */
  maxAttempts?: number | undefined
  /**
   * The key within which `work` handles deliveries one after the other, in the order in which they came: a text of 1 to 255 characters, or
   * `undefined` for a delivery that waits for no other. No delivery waits unless given.
   */
  orderBy?: ((delivery: KeptDelivery) => string | undefined) | undefined
}

/**
 * The type of the connections of a pool, so that handlers see the type of their driver. The pool of `pg` has a second signature of
 * `connect`, which takes a callback.
 */
type ClientOf<Pool extends PostgresPool> = Pool extends {
  connect: { (): Promise<infer Client>; (callback: never): unknown }
}
  ? Known<Client>
  : Pool extends { connect(): Promise<infer Client> }
    ? Known<Client>
    : PoolConnection

type Known<Client> = unknown extends Client ? PoolConnection : Client

/** An inbox on PostgreSQL. It is a dedupe store whose claims hold for a lease. */
export interface PostgresInbox<Client> extends DedupeStore {
  /**
   * The inbox as a transactional store: the handler receives `tx`, and the claim, what the handler writes through `tx` and the commit are
   * one transaction. Each delivery in progress holds a connection of the pool. Processes with either kind of store may share a table, such
   * as while an endpoint moves from one kind of store to the other: each kind knows the deliveries that the other has claimed or handled.
   */
  readonly transactional: TransactionalStore<Client>
  /**
   * The inbox as a store that keeps deliveries: the receiver stores each once and answers 204, and `work` hands them to their handlers.
   *
   * @example
   * const receive = createReceiver({ secret, store: postgresInbox(pool).queued })
   */
  readonly queued: QueuedStore<Client>
  /**
   * Hands the deliveries that the inbox keeps to their handlers, each in a transaction of its own: what a handler writes through `tx` takes
   * effect once, even where a process or a connection dies midway. Runs until the signal aborts, in as many processes as you like. A
   * delivery whose handler fails is handled again, after 1 s and then ever longer waits of up to an hour, and parked after `maxAttempts`.
   *
   * @throws InvalidRequestError for an option that cannot be right. OutboxError with the code `not-migrated` without the tables.
   */
  work<Catalog extends object = AnyCatalog>(
    handlers: WorkHandlers<Catalog, Client>,
    options?: WorkOptions<Catalog>,
  ): Promise<void>
  /** Lists the kept deliveries that fit a filter, oldest first. All of them unless given. */
  rows(options?: DeliveriesOptions): Promise<ListedDelivery[]>
  /** Lists the deliveries that wait for a decision, oldest first. */
  parked(options?: ParkedOptions): Promise<ParkedDelivery[]>
  /**
   * Lets `work` handle a parked delivery again, with as many attempts as a new one.
   *
   * @throws OutboxError where there is no such parked delivery: `not-found`, `not-parked`.
   */
  replay(id: string): Promise<void>
  /** Replays all parked deliveries that fit a filter. */
  replayAll(filter: DeliveryFilter, options?: ActOptions): Promise<ActResult>
  /**
   * Parks a waiting delivery, with a reason to remember. Those behind it in its order wait.
   *
   * @throws OutboxError where there is no such waiting delivery: `not-found`, `not-parked`.
   */
  park(id: string, reason?: string): Promise<void>
  /** Parks all waiting deliveries that fit a filter. */
  parkAll(filter: DeliveryFilter, options?: ParkAllOptions): Promise<ActResult>
  /**
   * Deletes a delivery that waits or is parked. Those behind it in its order go on.
   *
   * @throws OutboxError where there is no such delivery: `not-found`, `not-parked`.
   */
  discard(id: string): Promise<void>
  /** Deletes all deliveries that wait or are parked and fit a filter. */
  discardAll(filter: DeliveryFilter, options?: ActOptions): Promise<ActResult>
  /** Counts the deliveries that the inbox keeps. */
  status(): Promise<InboxStatus>
  /**
   * Brings the schema to the version of this package. It may run in several processes at once and again.
   *
   * @throws EventDeliveryError where a newer version of this package made the schema.
   */
  migrate(): Promise<MigrationResult>
  /** The statements of `migrate()`, for those who run migrations by their own tool. */
  migrationScript(): string
  /** Deletes all rows that a sweep may delete, as `sweepEvery` describes them. Resolves to how many. */
  sweep(): Promise<number>
}

const usualAttempts = 20
/** The schema of an inbox, unless another one is given. */
const usualInboxSchema = 'event_delivery_inbox'

const isolationLevels: readonly IsolationLevel[] = ['read committed', 'repeatable read', 'serializable']

/**
 * Makes an inbox on PostgreSQL, which all processes of a receiver share. Leases and retention end by the clock of the server.
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
  const schema = checkSchemaName(options.schema ?? usualInboxSchema)
  if (isolation !== undefined && !isolationLevels.includes(isolation)) {
    refuseValue('isolation', isolation, `give ${isolationLevels.join(', ')}.`)
  }
  checkPositive('sweepEvery', sweepEvery)
  surviveIdleErrors(pool)
  const { maxAttempts, orderBy } = options
  if (maxAttempts !== undefined && !(Number.isInteger(maxAttempts) && maxAttempts > 0))
    refuseValue('maxAttempts', maxAttempts, 'give a whole number above 0.')
  if (orderBy !== undefined && typeof orderBy !== 'function')
    refuseValue('orderBy', orderBy, 'give a function that makes a text of a delivery.')
  const table = new InboxTable(schema)
  const rows = new KeptRows(schema, pool)
  const { retry, retryAll, park, parkAll, discard, discardAll } = rows.admin
  let sweptAt = monotonic(systemClock)
  const sweepSometimes = () => {
    if (monotonic(systemClock) - sweptAt < sweepEvery) return
    sweptAt = monotonic(systemClock)
    // Rows that were not deleted are deleted next time, and no delivery depends on them.
    table.sweep(pool).catch(() => {})
  }
  const begin = isolation ? `begin isolation level ${isolation}` : 'begin'
  const transactions = createTransactions<ClientOf<Pool>>(pool, table, begin, sweepSometimes)
  const counter: Partial<FailureCounter> =
    maxAttempts === undefined
      ? {}
      : {
          noteFailure: (scope, delivery, error, retention) =>
            table.noteFailure(pool, {
              ...{ scope, id: delivery.key, type: toColumn(delivery.type), text: keptText(delivery) },
              ...{ reason: reasonOf(error), maxAttempts, retention },
            }),
        }
  return {
    ...counter,
    async claim(scope, id, lease) {
      const { result, token } = await table.claim(pool, { scope, id, holds: lease, isDone: false })
      sweepSometimes()
      return result === 'claimed' ? token : result
    },
    renew: (token, lease) => table.hold(pool, keyOfToken(token), token, lease, false),
    commit: (token, retention) => table.hold(pool, keyOfToken(token), token, retention, true),
    release: (token) => table.release(pool, keyOfToken(token), token, maxAttempts !== undefined),
    transactional: { ...transactions, ...counter },
    queued: {
      transact: transactions.transact,
      keep: (tx, delivery) => rows.keep(tx, delivery, orderBy?.(delivery)),
    },
    work: (handlers, workOptions = {}) =>
      work(
        { pool, rows, store: transactions, maxAttempts: maxAttempts ?? usualAttempts },
        handlers as WorkHandlers<AnyCatalog, ClientOf<Pool>>,
        workOptions as WorkOptions,
      ),
    rows: (rowsOptions) => rows.rows(rowsOptions),
    parked: (parkedOptions) => rows.parked(parkedOptions),
    replay: (id) => retry(id),
    replayAll: retryAll,
    ...{ park, parkAll, discard, discardAll },
    status: () => rows.status(),
    migrate: () => migrate(pool, table.migrations),
    migrationScript: () => migrationScript(table.migrations),
    async sweep() {
      for (let swept = 0; ;) {
        const { count, isMore } = await table.sweep(pool)
        swept += count
        if (!isMore) return swept
      }
    },
  }
}
