import { refuse, refuseValue } from '../errors/refuse'
import type { Queryable } from '../postgres/connection'
import { type Clock, monotonic } from '../transport/clock'
import { type Table, toColumn } from './table'

// Commits that notify wait for each other. So at least so many milliseconds pass between two rows whose commit notifies: a relay that was
// woken finds the rows between them, since it polls again soon.
const notifyInterval = 50
// Order keys are indexed, and PostgreSQL limits an entry of an index to 2,704 bytes.
const longestOrderKey = 255

// The ids of the rows of a statement grow in the order in which they are given: a function in `from` gives its rows in the order of the array, and
// nothing here sorts or joins them. To sort them would take a third of the time of a statement with one row. The transaction gets its number
// before the first of them, since relays conclude from the end of all transactions that no row with a lower id can appear any more.
const insert = `
with given as materialized (
  select *, pg_current_xact_id(), case when notifies then pg_notify($2::text, '') end
  from json_to_recordset($1::text::json) as g (notifies boolean, type text, data text, key text, "orderKey" text, "dueAt" float8, trace text)
)
insert into {schema}.event (type, data, idempotency_key, order_key, due_at, trace)
select type, data, key, "orderKey", greatest(now(), to_timestamp("dueAt" / 1000)), trace from given returning id::text`

// So many characters of JSON make one statement.
const insertedAtOnce = 4_000_000

/** A row that is to be inserted. */
export interface NewRow {
  type: string
  /** The data in JSON. */
  text: string
  idempotencyKey: string
  orderKey: string | null
  /** When it is due, in milliseconds since the epoch. At once unless given. */
  dueAt?: number | undefined
  /** The trace that its event belongs to. */
  trace?: string | undefined
}

/** Inserts rows, and lets their commit wake who waits for them. */
export class RowInserter {
  #notifiedAt = -Infinity

  constructor(
    private readonly table: Table,
    private readonly clock: Clock,
  ) {}

  /** Inserts a row. Resolves to its id. */
  async insert(tx: Queryable, row: NewRow): Promise<string> {
    const [id] = await this.insertAll(tx, [row])
    return id as string
  }

  /** Inserts rows in their order. Resolves to their ids. */
  async insertAll(tx: Queryable, rows: readonly NewRow[]): Promise<string[]> {
    const ids: string[] = []
    for (let first = 0, end = 0; first < rows.length; first = end) {
      for (let size = 0; end < rows.length && (size === 0 || size < insertedAtOnce); end++)
        size += (rows[end] as NewRow).text.length
      ids.push(...(await this.#insertSome(tx, rows.slice(first, end))))
    }
    return ids
  }

  async #insertSome(tx: Queryable, rows: readonly NewRow[]): Promise<string[]> {
    const notifies = this.#mayNotify()
    const given = rows.map(({ type, text, idempotencyKey, orderKey, dueAt, trace }, n) => ({
      ...{ type: toColumn(type), data: text, key: idempotencyKey, orderKey, dueAt, trace },
      notifies: n === 0 && notifies,
    }))
    const values = [JSON.stringify(given), this.table.channel]
    const answer = await this.table.rows<{ id: string }>(tx, insert, values)
    const ids = answer.map(({ id }) => id)
    // An adapter that loses the answer would also lose the ids.
    if (ids.length !== rows.length || typeof ids[0] !== 'string')
      refuse(
        'tx',
        'has a query that resolves with other rows than those of the answer: let it resolve with { rows }.',
      )
    return ids
  }

  #mayNotify(): boolean {
    const now = monotonic(this.clock)
    if (now - this.#notifiedAt < notifyInterval) return false
    this.#notifiedAt = now
    return true
  }
}

/** Checks an order key. Returns it as its column holds it. */
export function orderKeyOf(key: unknown): string | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || key === '' || key.length > longestOrderKey)
    refuseValue('orderKey', key, `give a text of 1 to ${longestOrderKey} characters, or leave it out.`)
  return toColumn(key as string)
}
