import { refuseValue } from '../errors/refuse'
import type { Queryable } from '../postgres/connection'
import { versionOf } from '../postgres/migrate'
import { idempotencyKeyOf } from '../resources/idempotency'
import { checkPositive } from '../transport/preflight'
import type { OutboxStatus, ParkedOptions, ParkedRow, RetryOptions } from './options'
import { OutboxError } from './outbox-error'
import { fromColumn, safeInterval, type Table } from './table'

const usualLimit = 100

/** The columns of a parked row as one JSON object. Times are milliseconds since the epoch. */
export const parkedColumns = `json_build_object(
  'id', id::text, 'type', type, 'data', data, 'key', idempotency_key, 'orderKey', order_key, 'reason', reason, 'attempts', attempts,
  'unknown', unknown_since is not null, 'createdAt', extract(epoch from created_at) * 1000,
  'parkedAt', extract(epoch from settled_at) * 1000)`

const list = `
select ${parkedColumns}::text as row from {schema}.event
where state = 2 and id > $1::text::bigint order by id limit $2::text::bigint`

// A row whose event may exist goes on only under the key that the service still knows, or with the caller's permission.
const restart = `
with again as (
  update {schema}.event set
    state = 0, attempts = 0, due_at = now(), reason = null, settled_at = null, token = token + 1,
    idempotency_key = coalesce($2::text, idempotency_key),
    unknown_since = case when $3::text is null then unknown_since end
  where id = $1::text::bigint and state = 2
    and ($3::text is not null or unknown_since is null or ($2::text is null and unknown_since > now() - ${safeInterval}))
  returning id
)
select id::text as id, (select count(pg_notify($4::text, '')) from again)::text as told from again`

const remove = `
with gone as (delete from {schema}.event where id = $1::text::bigint and state = 2 returning id)
select id::text as id, (select count(pg_notify($2::text, '')) from gone)::text as told from gone`

const find = `select state::text as state from {schema}.event where id = $1::text::bigint`

const count = `
with holding as (select distinct order_key from {schema}.event where state = 2 and order_key is not null)
select json_build_object(
  'waiting', (select count(*) from {schema}.event where state = 0),
  'sending', (select count(*) from {schema}.event where state = 1),
  'parked', (select count(*) from {schema}.event where state = 2),
  'held', (select count(*) from {schema}.event e join holding h on h.order_key = e.order_key where e.state = 0),
  'sent', (select count(*) from {schema}.event where state = 3),
  'oldest', (
    select extract(epoch from min(created_at)) * 1000 from {schema}.event
    where state in (0, 1) and (order_key is null or order_key not in (select order_key from holding))
  )
)::text as status`

/** A parked row as the database writes it. */
interface ParkedRecord {
  id: string
  type: string
  data: string
  key: string
  orderKey: string | null
  reason: string
  attempts: number
  unknown: boolean
  createdAt: number
  parkedAt: number
}

/** Reads what `parkedColumns` wrote. */
export function readParked(text: string): ParkedRow {
  const row = JSON.parse(text) as ParkedRecord
  return {
    id: row.id,
    type: fromColumn(row.type),
    data: JSON.parse(row.data) as unknown,
    idempotencyKey: row.key,
    ...(row.orderKey === null ? {} : { orderKey: fromColumn(row.orderKey) }),
    reason: row.reason,
    outcome: row.unknown ? 'unknown' : 'rejected',
    attempts: row.attempts,
    createdAt: new Date(row.createdAt),
    parkedAt: new Date(row.parkedAt),
  }
}

const checkId = (name: string, id: unknown): string =>
  typeof id === 'string' && /^\d{1,18}$/.test(id)
    ? id
    : refuseValue(name, id, 'give the id of a row as parked() has it, such as "42".')

/** Counts the rows of an outbox, lists those that wait for a decision, and executes the decisions. */
export class RowAdmin {
  readonly #table: Table
  readonly #database: Queryable

  constructor(table: Table, database: Queryable) {
    this.#table = table
    this.#database = database
  }

  async parked({ limit = usualLimit, after = '0' }: ParkedOptions = {}): Promise<ParkedRow[]> {
    const most = Math.ceil(checkPositive('limit', limit))
    const values = [checkId('after', after), String(Math.min(most, Number.MAX_SAFE_INTEGER))]
    const rows = await this.#table.rows<{ row: string }>(this.#database, list, values)
    return rows.map(({ row }) => readParked(row))
  }

  async retry(id: string, { newKey = false, mayDouble = false }: RetryOptions = {}): Promise<void> {
    const key = newKey ? idempotencyKeyOf() : null
    await this.#decide(restart, checkId('id', id), key, mayDouble ? 'yes' : null)
  }

  async discard(id: string): Promise<void> {
    await this.#decide(remove, checkId('id', id))
  }

  async status(): Promise<OutboxStatus> {
    const [row] = await this.#table.rows<{ status: string }>(this.#database, count)
    const { oldest, ...counts } = JSON.parse(row?.status ?? '{}') as Omit<OutboxStatus, 'oldest'> & {
      oldest: number | null
    }
    const version = await versionOf(this.#database, this.#table.schema)
    return { ...counts, version, ...(oldest === null ? {} : { oldest: new Date(oldest) }) }
  }

  async #decide(statement: string, id: string, ...more: (string | null)[]): Promise<void> {
    const values = [id, ...more, this.#table.channel]
    const rows = await this.#table.rows(this.#database, statement, values)
    if (rows.length === 0) throw await this.#refusal(id)
  }

  /** The error that says why a row takes no decision. */
  async #refusal(id: string): Promise<OutboxError> {
    const [row] = await this.#table.rows<{ state: string }>(this.#database, find, [id])
    if (!row) return new OutboxError('not-found', `There is no row ${id} in the outbox.`)
    const states = ['waits to be sent', 'is being sent', '', 'was sent']
    const is = states[Number(row.state)]
    if (is) return new OutboxError('not-parked', `Row ${id} ${is}. Only parked rows take a decision.`)
    return new OutboxError(
      'may-double',
      `Row ${id} may have become an event already, and sent again it may become a second one: look for the event. Where it exists, discard the row; else retry it with mayDouble.`,
    )
  }
}
