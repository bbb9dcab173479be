import type { Dialect } from '../../generated/dialect'
import { refuse, refuseValue } from '../errors/refuse'
import type { Queryable } from '../postgres/connection'
import { idempotencyKeyOf } from '../resources/idempotency'
import { type Clock, monotonic } from '../transport/clock'
import { checkEvent, validatePayload } from './event-check'
import type { AddedRow, OutboxInput } from './options'
import { type Table, toColumn } from './table'

// Commits that notify wait for each other. So at least so many milliseconds pass between two rows whose commit notifies: a relay that was
// woken finds the rows between them, since it polls again soon.
const notifyInterval = 50
// Order keys are indexed, and PostgreSQL limits an entry of an index to 2,704 bytes.
const longestOrderKey = 255

const insert = `
with added as (
  insert into {schema}.event (type, data, idempotency_key, order_key) values ($1::text, $2::text, $3::text, $4::text) returning id
), told as (
  select pg_notify($5::text, '') from added where $5::text is not null
)
select id::text as id, (select count(*) from told)::text as told from added`

/** Adds rows to a table, with the transaction of a caller. */
export class RowWriter {
  readonly #table: Table
  readonly #clock: Clock
  readonly #dialect: Dialect
  readonly #catalog: object | undefined
  #notifiedAt = -Infinity

  constructor(table: Table, clock: Clock, dialect: Dialect, catalog: object | undefined) {
    this.#table = table
    this.#clock = clock
    this.#dialect = dialect
    this.#catalog = catalog
  }

  async add(tx: Queryable, input: OutboxInput): Promise<AddedRow> {
    checkTransaction(tx)
    const given = Object(input) as Partial<OutboxInput>
    const idempotencyKey = idempotencyKeyOf(given.idempotencyKey)
    const { type, text } = checkEvent(given, idempotencyKey, this.#dialect)
    const orderKey = orderKeyOf(given.orderKey)
    // Awaited only where there is something to wait for: else a row that is added later could overtake this one.
    const validation = validatePayload(given, this.#catalog)
    if (validation) await validation
    const channel = this.#mayNotify() ? this.#table.channel : null
    const values = [toColumn(type), text, idempotencyKey, orderKey, channel]
    const [row] = await this.#table.rows<{ id: string }>(tx, insert, values)
    // An adapter that loses the answer would also lose the id.
    if (typeof row?.id !== 'string')
      refuse(
        'tx',
        'has a query that does not resolve with { rows }: let it resolve with the rows of the answer.',
      )
    return { id: row.id, idempotencyKey }
  }

  #mayNotify(): boolean {
    const now = monotonic(this.#clock)
    if (now - this.#notifiedAt < notifyInterval) return false
    this.#notifiedAt = now
    return true
  }
}

function checkTransaction(tx: unknown): void {
  const { query } = Object(tx) as { query?: unknown }
  if (typeof query !== 'function')
    refuseValue(
      'tx',
      tx,
      'give your transaction: an object with query(text, values), such as a client of pg.',
    )
}

function orderKeyOf(key: unknown): string | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || key === '' || key.length > longestOrderKey)
    refuseValue('orderKey', key, `give a text of 1 to ${longestOrderKey} characters, or leave it out.`)
  return toColumn(key as string)
}
