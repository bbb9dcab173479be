import { refuse, refuseValue } from '../errors/refuse'
import type { Queryable } from '../postgres/connection'
import { idempotencyKeyOf } from '../resources/idempotency'
import { type Clock, monotonic } from '../transport/clock'
import type { Form } from './form'
import type { AddedRow, OutboxInput } from './options'
import { type Table, toColumn } from './table'

// A commit that notifies waits for every other one that does. In a row of adds, so many milliseconds pass between two that do; a relay
// that was woken looks again at once and soon after.
const noticeInterval = 50
// The keys stand in an index, whose entries PostgreSQL limits to 2,704 bytes.
const longestOrderKey = 255

const insert = `
with added as (
  insert into {schema}.event (type, data, idempotency_key, order_key) values ($1::text, $2::text, $3::text, $4::text) returning id
), told as (
  select pg_notify($5::text, '') from added where $5::text is not null
)
select id::text as id, (select count(*) from told)::text as told from added`

/** Adds rows with the transaction of a caller. */
export type Add = (tx: Queryable, input: OutboxInput) => Promise<AddedRow>

/** Makes what adds rows to a table. */
export function createAdd(table: Table, clock: Clock, form: Form): Add {
  let toldAt = -Infinity

  /** Whether the commit of this row tells the relays of it. */
  const takeNotice = () => {
    const now = monotonic(clock)
    if (now - toldAt < noticeInterval) return false
    toldAt = now
    return true
  }

  return async (tx, input) => {
    checkTransaction(tx)
    const given = Object(input) as Partial<OutboxInput>
    const key = idempotencyKeyOf(given.idempotencyKey)
    const { type, text } = form.check(given, key)
    const lane = orderKeyOf(given.orderKey)
    // A wait of its own would let a row that is added later overtake this one.
    const validation = form.validate(given)
    if (validation) await validation
    const channel = takeNotice() ? table.channel : null
    const [row] = await table.rows<{ id: string }>(tx, insert, [toColumn(type), text, key, lane, channel])
    // An adapter that loses the answer would also lose the id.
    if (typeof row?.id !== 'string')
      refuse(
        'tx',
        'has a query that does not resolve with { rows }: let it resolve with the rows of the answer.',
      )
    return { id: row.id, idempotencyKey: key }
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
