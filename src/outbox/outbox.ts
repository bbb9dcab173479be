import type { AnyCatalog, TypeOf, WireInput } from '../catalog/event'
import type { EventDelivery } from '../client'
import { refuseValue } from '../errors/refuse'
import type { PostgresPool, Queryable } from '../postgres/connection'
import { migrate, migrationScript, type MigrationResult } from '../postgres/migrate'
import { checkSchemaName } from '../postgres/schema-name'
import { systemClock } from '../transport/clock'
import { createLog } from '../transport/log'
import { createRedact } from '../transport/redaction'
import { RowWriter } from './add'
import { eventSender } from './event-sender'
import {
  relaySettings,
  type ActOptions,
  type ActResult,
  type AddedRow,
  type HoldOptions,
  type ListedRow,
  type MigrateOptions,
  type OutboxInput,
  type OutboxOptions,
  type OutboxStatus,
  type ParkAllOptions,
  type ParkedOptions,
  type ParkedRow,
  type RelayOptions,
  type RetryAllOptions,
  type RetryOptions,
  type RowFilter,
  type RowsOptions,
} from './options'
import { Relay } from './relay'
import { createRowAdmin } from './row-admin'
import { outboxKind, steps, Table } from './table'

/**
 * Events that are committed with the transaction of a caller, and sent by a relay.
 *
 * @example
 * const outbox: Outbox = createOutbox({ pool })
 */
export interface Outbox<Catalog extends object = AnyCatalog> {
  /**
   * Writes a row with the transaction of the caller. The event is created once the transaction commits, and never where it rolls back.
   * Where the database fails, the call rejects and the transaction fails.
   *
   * @param tx The transaction, as an object with `query(text, values)`: a client of `pg` after `begin`, or an adapter.
   * @throws InvalidRequestError before anything is written, for an event that can never be created: its `param` names the field that JSON
   * cannot carry, that the catalog refuses, or that is not as the interface and the dialect want it. OutboxError without the tables.
   */
  add<Type extends TypeOf<Catalog>>(
    tx: Queryable,
    input: OutboxInput<Type, WireInput<Catalog, Type>>,
  ): Promise<AddedRow>
  /** Writes many rows, in their order, by few statements. Else as `add`: where one event is refused, none is written. */
  addMany<Type extends TypeOf<Catalog>>(
    tx: Queryable,
    inputs: readonly OutboxInput<Type, WireInput<Catalog, Type>>[],
  ): Promise<AddedRow[]>
  /**
   * Sends the rows, until the signal aborts. Any number of relays may run at once, in one process or in many. Resolves when everything
   * under way has ended and what was not sent was given back. While the database or the service cannot be reached, the relay waits, and
   * reports the pause to `onPaused` and the log.
   *
   * @throws OutboxError without the tables, and the error of a database that refuses the statements for good.
   */
  relay(client: EventDelivery<Catalog>, options?: RelayOptions): Promise<void>
  /** Lists the rows that fit a filter, oldest first. All rows unless given. */
  rows(options?: RowsOptions): Promise<ListedRow[]>
  /** Lists the rows that wait for a decision, oldest first. */
  parked(options?: ParkedOptions): Promise<ParkedRow[]>
  /**
   * Lets a parked row be sent again, under the same key. Where its event may exist and the service may have forgotten the key, `mayDouble`
   * has to permit the retry. With `data` the row is sent with another payload, which is checked as `add` does.
   *
   * @throws OutboxError where there is no such parked row, and with the code `may-double` where it may become a second event.
   */
  retry(id: string, options?: RetryOptions): Promise<void>
  /** Retries all parked rows that fit a filter. Those that may become second events are skipped, unless `mayDouble` is given. */
  retryAll(filter: RowFilter, options?: RetryAllOptions): Promise<ActResult>
  /**
   * Parks a waiting row, with a reason to remember. The rows behind it in its order key wait.
   *
   * @throws OutboxError where there is no such waiting row.
   */
  park(id: string, reason?: string): Promise<void>
  /** Parks all waiting rows that fit a filter. */
  parkAll(filter: RowFilter, options?: ParkAllOptions): Promise<ActResult>
  /**
   * Deletes a row that waits or is parked. The rows behind it in its order key go on.
   *
   * @throws OutboxError where there is no such row.
   */
  discard(id: string): Promise<void>
  /** Deletes all rows that wait or are parked and fit a filter. */
  discardAll(filter: RowFilter, options?: ActOptions): Promise<ActResult>
  /**
   * Prepares a database that was restored from a backup, before any relay runs on it. Rows that were added before a time are parked as
   * `unknown`, since they may have been sent after the backup. For the others, the 23 hours of their keys count from when they were added.
   */
  hold(options: HoldOptions): Promise<ActResult>
  /** Counts the rows. */
  status(): Promise<OutboxStatus>
  /**
   * Makes the tables, or brings them to the newest version. It may be repeated, by several processes at once.
   *
   * @throws EventDeliveryError where a newer version of this package made them.
   */
  migrate(options?: MigrateOptions): Promise<MigrationResult>
}

/**
 * Makes an outbox on a database of PostgreSQL. Nothing is read or written before one of its functions is called.
 *
 * @throws InvalidRequestError for an option that cannot be right. `param` names it.
 * @example
 * const outbox = createOutbox({ pool })
 * await outbox.migrate()
 * const tx = await pool.connect()
 * await tx.query('begin')
 * await outbox.add(tx, { type: 'order.paid', data: { order: 1042 }, orderKey: 'order-1042' })
 * await tx.query('commit')
 * tx.release()
 * await outbox.relay(client, { signal: AbortSignal.timeout(60_000) })
 */
export function createOutbox<Catalog extends object = AnyCatalog>(
  options: OutboxOptions<Catalog>,
): Outbox<Catalog> {
  const own = Object(options) as OutboxOptions<Catalog>
  const {
    pool,
    schema,
    catalog,
    dialect = {},
    clock = systemClock,
    random = Math.random,
    logger,
    tracing,
  } = own
  checkPool(pool)
  const table = new Table(checkSchemaName(schema ?? 'event_delivery_outbox'), outboxKind)
  const log = createLog(logger, undefined, createRedact())
  const writer = new RowWriter({ table, pool, clock, dialect, catalog, tracing })
  const { row, ...acts } = createRowAdmin(table, pool)
  const migrations = { schema: table.schema, steps }

  return {
    ...acts,
    add: async (tx, input) => (await writer.add(tx, [input as OutboxInput]))[0] as AddedRow,
    addMany: (tx, inputs) => writer.add(tx, inputs as readonly OutboxInput[]),
    async relay(client, relayOptions = {}) {
      const settings = relaySettings(relayOptions)
      checkClient(client)
      const makeSend = eventSender(client, random, tracing)
      await new Relay({ table, pool, clock, random, log, makeSend }, settings).run()
    },
    async retry(id, { data, ...terms } = {}) {
      if (data === undefined) return acts.retry(id, terms)
      const { type } = await row(id)
      await acts.retry(id, terms, (await writer.checked({ type, data })).text)
    },
    async migrate({ print } = {}) {
      if (!print) return migrate(pool, migrations)
      print(`begin;\n${migrationScript(migrations)}\ncommit;\n`)
      return { from: 0, to: steps.length }
    },
  }
}

function checkPool(pool: unknown): void {
  const { query, connect } = Object(pool) as Partial<PostgresPool>
  if (typeof query !== 'function' || typeof connect !== 'function')
    refuseValue('pool', pool, 'give a pool of pg, or an object with query(text, values) and connect().')
}

function checkClient(client: unknown): asserts client is EventDelivery {
  const { create } = Object((Object(client) as Partial<EventDelivery>).events) as { create?: unknown }
  if (typeof create !== 'function')
    refuseValue('client', client, 'give a client: new EventDelivery({ ... }).')
}
