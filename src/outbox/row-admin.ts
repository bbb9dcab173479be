import { refuse, refuseValue } from '../errors/refuse'
import type { Queryable } from '../postgres/connection'
import { versionOf } from '../postgres/migrate'
import { checkPositive } from '../transport/preflight'
import type {
  ActOptions,
  ActResult,
  HoldOptions,
  ListedRow,
  OutboxStatus,
  ParkAllOptions,
  ParkedOptions,
  ParkedRow,
  RetryAllOptions,
} from './options'
import { OutboxError } from './outbox-error'
import { storable } from './settlement'
import { type AnyFilter, conditionOf, given, readRow, rowColumns, type RowQuery } from './row-query'
import { rowStates, type Table } from './table'

const usualLimit = 100
// More rows in one statement would be locked for long.
const changedAtOnce = 1000

const parkedByHand = 'It was parked by hand.'
const heldReason = 'It may have been sent before the restore of this database.'

const checkReason = (reason: unknown): string =>
  typeof reason === 'string' && reason !== ''
    ? storable(reason)
    : refuseValue('reason', reason, 'give a text, or leave it out.')

/** An act on rows: which of them it may change, how, and what to say where it may not. */
interface Act {
  /** The states in which a row takes it. */
  states: string
  /** What else has to hold for a row. */
  allowed: string
  change: string
  refusal: string
}

/** How a row is retried. */
interface RetryTerms {
  newKey?: boolean | undefined
  mayDouble?: boolean | undefined
  hasData?: boolean
}

// A row whose event may exist goes on only under the key that the service still knows, or with the caller's permission. New data needs a new key:
// a service may remember the old one.
const retrying = ({ newKey, mayDouble, hasData }: RetryTerms): Act => ({
  states: 'e.state = 2',
  allowed: hasData
    ? 'e.unknown_since is null'
    : mayDouble
      ? 'true'
      : `(e.unknown_since is null${newKey ? '' : ' or e.unknown_since > now() - {safe}'})`,
  change: `update {schema}.event set
    state = 0, attempts = 0, due_at = now(), reason = null, settled_at = null, token = token + 1,
    data = coalesce((select "newData" from ${given}), data)
    ${newKey || hasData ? ', idempotency_key = gen_random_uuid()::text' : ''} ${mayDouble ? ', unknown_since = null' : ''}`,
  refusal: 'Only parked rows can be retried.',
})

const parking: Act = {
  states: 'e.state = 0',
  allowed: 'true',
  change: `update {schema}.event set state = 2, settled_at = now(), token = token + 1, reason = (select "newReason" from ${given})`,
  refusal: 'Only rows that wait can be parked.',
}

// A row that a relay had claimed when the backup was made has a lease that ended long ago.
const withholding: Act = {
  ...parking,
  states: '(e.state = 0 or e.state = 1 and e.lease_until <= now())',
  change: `${parking.change}, lease_until = null, unknown_since = coalesce(unknown_since, created_at)`,
}

const discarding: Act = {
  states: 'e.state in (0, 2)',
  allowed: 'true',
  change: 'delete from {schema}.event',
  refusal: 'Only rows that wait or are parked can be discarded.',
}

const count = `
with holding as (select distinct order_key from {schema}.event where state = 2 and order_key is not null)
select json_build_object(
  'waiting', (select count(*) from {schema}.event where state = 0),
  'failing', (select count(*) from {schema}.event where state in (0, 1) and attempts > 0),
  'sending', (select count(*) from {schema}.event where state = 1),
  'parked', (select count(*) from {schema}.event where state = 2),
  'held', (select count(*) from {schema}.event e join holding h on h.order_key = e.order_key where e.state = 0),
  'sent', (select count(*) from {schema}.event where state = 3),
  'rate', (select round(count(*) / 60.0, 2) from {schema}.event where state = 3 and settled_at > now() - interval '1 minute'),
  'oldest', (
    select extract(epoch from min(created_at)) * 1000 from {schema}.event
    where (state = 1 or state = 0 and (attempts > 0 or due_at <= now())) and (order_key is null or order_key not in (select order_key from holding))
  )
)::text as status`

/** The acts that show the rows of a table, and those that decide on them. */
export type RowAdmin = ReturnType<typeof createRowAdmin>

/** Makes what counts and lists the rows of a table, and executes decisions on them. Filters name states as the kind of the table does. */
export function createRowAdmin(table: Table, database: Queryable) {
  const { name, states, stateNames } = table.kind
  const execute = <Row>(statement: string, ...values: string[]) =>
    table.rows<Row>(database, statement, values)

  const list = async (query: RowQuery, most: number): Promise<ListedRow[]> => {
    const { where, values } = conditionOf(query, stateNames)
    const statement = `select ${rowColumns}::text as row from ${given} cross join {schema}.event e where ${where} order by e.id limit $2::text::bigint`
    const rows = await execute<{ row: string }>(statement, values, String(most))
    return rows.map(({ row }) => readRow(row))
  }

  const row = async (id: string): Promise<ListedRow> => {
    const [found] = await list({ id }, 1)
    if (found) return found
    throw new OutboxError('not-found', `There is no row ${id} in the ${name}.`)
  }

  /** Changes the first rows of a filter. Says how many, and the last one where there may be more. */
  const changeSome = async (
    act: Act,
    query: RowQuery,
    newValues?: object,
  ): Promise<{ count: number; last?: string }> => {
    const { where, values } = conditionOf(query, stateNames, newValues)
    const statement = `
with picked as materialized (
  select e.id from ${given} cross join {schema}.event e where ${where} and ${act.states} and ${act.allowed}
  order by e.id limit ${changedAtOnce} for update of e
), changed as (
  ${act.change} where id = any (array(select id from picked)) returning id
), told as (
  select pg_notify($2::text, '') from changed limit 1
)
select count(*)::text as count, max(id)::text as last, (select count(*) from told)::text as told from changed`
    const [answer] = await execute<{ count: string; last: string | null }>(statement, values, table.channel)
    const count = Number(answer?.count ?? 0)
    return count < changedAtOnce ? { count } : { count, last: answer?.last ?? '0' }
  }

  /** The error that says why a row takes no decision. */
  const refusalOf = async ({ refusal }: Act, id: string): Promise<OutboxError> => {
    const { state } = await row(id)
    const is = states[rowStates.indexOf(state)] || (refusal === parking.refusal ? 'is parked already' : '')
    if (is) return new OutboxError('not-parked', `Row ${id} ${is}. ${refusal}`)
    return new OutboxError(
      'may-double',
      `Row ${id} may have become an event already, and sent again it may become a second one: look for the event. Where it exists, discard the row; else retry it with mayDouble, and with the data that it has.`,
    )
  }

  const change = async (act: Act, id: string, values?: object): Promise<void> => {
    if ((await changeSome(act, { id }, values)).count === 0) throw await refusalOf(act, id)
  }

  const changeAll = async (
    act: Act,
    filter: AnyFilter,
    { dryRun = false }: ActOptions = {},
    newValues?: object,
  ): Promise<ActResult> => {
    if (Object(filter) !== filter)
      refuse('filter', 'is missing: give { type: "order.paid" }, say, or {} for all rows.')
    const { where, values } = conditionOf(filter, stateNames)
    const counts = `select count(*) filter (where ${act.allowed})::text as rows, count(*) filter (where not ${act.allowed})::text as skipped
      from ${given} cross join {schema}.event e where ${where} and ${act.states}`
    const [found] = await execute<{ rows: string; skipped: string }>(counts, values)
    const skipped = Number(found?.skipped)
    if (dryRun) return { rows: Number(found?.rows), skipped }
    let rows = 0
    let after: string | undefined = '0'
    while (after !== undefined) {
      const { count, last } = await changeSome(act, { ...filter, after }, newValues)
      rows += count
      after = last
    }
    return { rows, skipped }
  }

  const rows = async (options: AnyFilter & ParkedOptions = {}): Promise<ListedRow[]> => {
    const { limit = usualLimit, ...filter } = options
    return list(filter, Math.min(Math.ceil(checkPositive('limit', limit)), Number.MAX_SAFE_INTEGER))
  }

  return {
    row,
    rows,
    parked: async ({ limit, after }: ParkedOptions = {}): Promise<ParkedRow[]> =>
      (await rows({ limit, after, state: 'parked' })) as ParkedRow[],
    /** Lets a row be sent again. `newData` is the JSON of its new payload. */
    retry: async (id: string, terms: RetryTerms = {}, newData?: string): Promise<void> =>
      change(retrying({ ...terms, hasData: newData !== undefined }), id, { newData }),
    park: async (id: string, reason = parkedByHand): Promise<void> =>
      change(parking, id, { newReason: checkReason(reason) }),
    discard: (id: string): Promise<void> => change(discarding, id),
    retryAll: async (filter: AnyFilter, { dryRun, ...terms }: RetryAllOptions = {}): Promise<ActResult> =>
      changeAll(retrying(terms), filter, { dryRun }),
    parkAll: async (filter: AnyFilter, { reason = parkedByHand, ...options }: ParkAllOptions = {}) =>
      changeAll(parking, filter, options, { newReason: checkReason(reason) }),
    discardAll: (filter: AnyFilter, options?: ActOptions): Promise<ActResult> =>
      changeAll(discarding, filter, options),
    /** Parks the rows that may have been sent. For those that are left, the time in which they may be repeated counts from their creation. */
    async hold({ before, ...options }: HoldOptions): Promise<ActResult> {
      const result = await changeAll(withholding, { before }, options, { newReason: heldReason })
      const mark = `update {schema}.event set unknown_since = created_at where state in (0, 1) and unknown_since is null`
      if (!options.dryRun) await execute(mark)
      return result
    },
    async status(): Promise<OutboxStatus> {
      const [found] = await execute<{ status: string }>(count)
      const { oldest, ...counts } = JSON.parse(found?.status ?? '{}') as Omit<OutboxStatus, 'oldest'> & {
        oldest: number | null
      }
      const version = await versionOf(database, table.schema)
      return { ...counts, version, ...(oldest === null ? {} : { oldest: new Date(oldest) }) }
    },
  }
}
