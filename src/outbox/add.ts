import type { Dialect } from '../../generated/dialect'
import { refuse, refuseValue } from '../errors/refuse'
import type { PostgresPool, Queryable } from '../postgres/connection'
import { idempotencyKeyOf } from '../resources/idempotency'
import type { Clock } from '../transport/clock'
import { checkEvent, validatePayload } from './event-check'
import { type NewRow, orderKeyOf, RowInserter } from './insert'
import type { AddedRow, OutboxInput, RowTracing } from './options'
import type { Table } from './table'

/** What a writer of rows works with. */
export interface RowWriterOptions {
  table: Table
  /** The pool of the outbox, which is no transaction. */
  pool: PostgresPool
  clock: Clock
  dialect: Dialect
  catalog: object | undefined
  tracing: RowTracing | undefined
}

/** Adds rows to a table, with the transaction of a caller. */
export class RowWriter {
  readonly #inserter: RowInserter

  constructor(private readonly options: RowWriterOptions) {
    this.#inserter = new RowInserter(options.table, options.clock)
  }

  async add(tx: Queryable, inputs: readonly OutboxInput[]): Promise<AddedRow[]> {
    this.#checkTransaction(tx)
    const rows: NewRow[] = []
    for (const input of inputs) {
      const row = this.checked(input)
      // Awaited only where there is something to wait for: else a row that is added later could overtake this one.
      rows.push(row instanceof Promise ? await row : row)
    }
    const ids = await this.#inserter.insertAll(tx, rows)
    return rows.map(({ idempotencyKey }, n) => ({ id: ids[n] as string, idempotencyKey }))
  }

  /** Checks an event. Returns the row that is to be inserted, or a promise of it where a validator of the catalog takes its time. */
  checked(input: OutboxInput): NewRow | Promise<NewRow> {
    const { dialect, catalog, tracing } = this.options
    const given = Object(input) as Partial<OutboxInput>
    const idempotencyKey = idempotencyKeyOf(given.idempotencyKey)
    const { type, text } = checkEvent(given, idempotencyKey, dialect)
    const orderKey = orderKeyOf(given.orderKey)
    const row = {
      type,
      text,
      idempotencyKey,
      orderKey,
      dueAt: dueTimeOf(given.notBefore),
      trace: tracing?.capture(),
    }
    return validatePayload(given, catalog)?.then(() => row) ?? row
  }

  #checkTransaction(tx: unknown): void {
    const { query } = Object(tx) as { query?: unknown }
    if (typeof query !== 'function')
      refuseValue(
        'tx',
        tx,
        'give your transaction: an object with query(text, values), such as a client of pg.',
      )
    if (tx === this.options.pool)
      refuse(
        'tx',
        'is the pool of the outbox, which takes another connection for each statement: the event would be sent even where your transaction rolls back. Give the client on which you began: const tx = await pool.connect().',
      )
  }
}

function dueTimeOf(notBefore: unknown): number | undefined {
  if (notBefore === undefined) return undefined
  if (notBefore instanceof Date && Number.isFinite(notBefore.getTime())) return notBefore.getTime()
  return refuseValue('notBefore', notBefore, 'give a Date, or leave it out.')
}
