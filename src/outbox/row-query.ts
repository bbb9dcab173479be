import { refuseValue } from '../errors/refuse'
import { checkCount } from '../transport/preflight'
import type { ListedRow, RowFilter, RowState } from './options'
import { fromColumn, rowStates, toColumn } from './table'

/** The columns of a row as one JSON object, with its data as they are given. Times are milliseconds since the epoch. */
export const columnsOf = (data: string): string => `json_build_object(
  'id', id::text, 'type', type, 'data', ${data}, 'key', idempotency_key, 'orderKey', order_key, 'state', state, 'reason', reason,
  'attempts', attempts, 'unknown', unknown_since is not null, 'eventId', event_id, 'createdAt', extract(epoch from created_at) * 1000,
  'dueAt', extract(epoch from due_at) * 1000, 'settledAt', extract(epoch from settled_at) * 1000)`

/** The columns of a row as one JSON object. */
export const rowColumns = columnsOf('data')

/** A row as the database writes it. */
export interface RowRecord {
  id: string
  type: string
  data: string
  key: string
  orderKey: string | null
  state: number
  reason: string | null
  attempts: number
  unknown: boolean
  eventId: string | null
  createdAt: number
  dueAt: number
  settledAt: number | null
}

/** Reads what `rowColumns` wrote. */
export function readRow(text: string): ListedRow {
  const row = JSON.parse(text) as RowRecord
  const state = rowStates[row.state] as RowState
  const settledAt = new Date(row.settledAt ?? 0)
  return {
    id: row.id,
    type: fromColumn(row.type),
    data: JSON.parse(row.data) as unknown,
    idempotencyKey: row.key,
    ...(row.orderKey === null ? {} : { orderKey: fromColumn(row.orderKey) }),
    state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.unknown && state !== 'sent' ? { outcome: 'unknown' as const } : {}),
    ...(state === 'parked' && !row.unknown ? { outcome: 'rejected' as const } : {}),
    attempts: row.attempts,
    createdAt: new Date(row.createdAt),
    ...(state === 'waiting' ? { dueAt: new Date(row.dueAt) } : {}),
    ...(state === 'parked' ? { parkedAt: settledAt } : {}),
    ...(state === 'sent' ? { sentAt: settledAt, eventId: row.eventId ?? '' } : {}),
  }
}

/** Checks the id of a row. */
const checkId = (name: string, id: unknown): string =>
  typeof id === 'string' && /^\d{1,18}$/.test(id)
    ? id
    : refuseValue(name, id, 'give the id of a row as rows() has it, such as "42".')

/** A filter of rows, whose kind decides what their states are called. */
export type AnyFilter = Omit<RowFilter, 'state'> & { state?: string | undefined }

/** A filter of rows, that of one row included. */
export interface RowQuery extends AnyFilter {
  id?: string
  after?: string | undefined
}

/** A filter as a statement has it: its conditions on the table `e`, and the JSON of its values, which they call `f`. */
interface RowCondition {
  where: string
  values: string
}

/** The record of the values of a filter and of an act, in a statement whose first parameter they are. */
export const given = `json_to_record($1::text::json) as f (
  "byId" bigint, "byAfter" bigint, "byType" text, "byOrderKey" text, "byAge" float8, "byBefore" float8, "byReason" text,
  "newData" text, "newReason" text)`

const dateOf = (name: string, value: unknown): number =>
  value instanceof Date && Number.isFinite(value.getTime())
    ? value.getTime()
    : refuseValue(name, value, 'give a Date.')

const textOf = (name: string, value: unknown): string =>
  typeof value === 'string' ? value : refuseValue(name, value, 'give a text, or leave it out.')

function stateCondition(state: string, stateNames: readonly string[]): string {
  const number = stateNames.indexOf(state)
  return number < 0
    ? refuseValue('state', state, `give one of ${stateNames.join(', ')}.`)
    : `e.state = ${number}`
}

/** The condition of a filter. Refuses a field that cannot be right by its name. `act` holds further values for the statement. */
export function conditionOf(query: RowQuery, stateNames: readonly string[], act: object = {}): RowCondition {
  const { id, after, state, type, orderKey, olderThan, before, failing, reason } = query
  const fields: [condition: string, values: object][] = []
  const add = (isGiven: boolean, condition: string, values: () => object = () => ({})) =>
    isGiven && fields.push([condition, values()])
  // Constants, so that the indexes of one state are used.
  if (state !== undefined) add(true, stateCondition(state, stateNames))
  add(failing === true, 'e.state in (0, 1) and e.attempts > 0')
  add(id !== undefined, 'e.id = f."byId"', () => ({ byId: checkId('id', id) }))
  add(after !== undefined, 'e.id > f."byAfter"', () => ({ byAfter: checkId('after', after) }))
  add(type !== undefined, 'e.type = f."byType"', () => ({ byType: toColumn(textOf('type', type)) }))
  add(orderKey !== undefined, 'e.order_key = f."byOrderKey" collate "C"', () => ({
    byOrderKey: toColumn(textOf('orderKey', orderKey)),
  }))
  add(olderThan !== undefined, `e.created_at <= now() - f."byAge" * interval '1 millisecond'`, () => ({
    byAge: checkCount('olderThan', olderThan as number),
  }))
  add(before !== undefined, 'e.created_at < to_timestamp(f."byBefore" / 1000)', () => ({
    byBefore: dateOf('before', before),
  }))
  add(reason !== undefined, 'strpos(e.reason, f."byReason") > 0', () => ({
    byReason: textOf('reason', reason),
  }))
  return {
    where: fields.map(([condition]) => condition).join(' and ') || 'true',
    values: JSON.stringify(Object.assign({}, act, ...fields.map(([, values]) => values))),
  }
}
