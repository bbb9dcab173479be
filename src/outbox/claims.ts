import type { Queryable } from '../postgres/connection'
import { type Clock, monotonic } from '../transport/clock'
import { type Cursor, KnownKeys, Walk } from './looks'
import type { OutboxRow, ParkedRow } from './options'
import { columnsOf, readRow, rowColumns, type RowRecord } from './row-query'
import { fromColumn, largestData, type Table, toColumn } from './table'

/** A row that a relay owns for as long as its lease is renewed. */
export interface ClaimedRow extends OutboxRow {
  data: object
  /** The trace of the transaction that added it, if it has one. */
  trace?: string
  /** The length of the payload's JSON text. */
  size: number
  /** The number of the claim of this row: only the newest claim may settle it. */
  token: string
  /** How often sending the row has failed. */
  attempts: number
  /** Whether the service may have the event since an attempt before this claim. */
  wasTried: boolean
  createdAt: Date
  /** For how many milliseconds the key of the row protects from a second event. */
  safeFor: number
}

// A look goes over so many rows with an order key, and over more after one that found none that can be claimed.
const firstWindow = 512
const windowGrowth = 128
const largestWindow = firstWindow * windowGrowth
const looksAtOnce = 4

// Claims rows without an order key, in the order in which they fell due, and of each order key among the rows that are due the first unsent row.
// Keys of which this relay has just settled a row, other keys, and rows without a key take turns. No row is claimed while another one of its
// key is: a transaction that committed late may have put a row before the claimed one.
const claimRows = `
with known as materialized (
  select key collate "C" as order_key, floor, "isNext"
  from json_to_recordset($8::text::json) as k (key text, floor bigint, "isNext" boolean)
), seen as materialized (
  select e.id, e.due_at, e.order_key, row_number() over (order by e.due_at, e.id) as n from {schema}.event e
  where e.state = 0 and coalesce(e.order_key, '') <> '' and e.due_at <= now()
    and (e.due_at, e.id) > ($4::text::timestamptz, $5::text::bigint)
  order by e.due_at, e.id limit $3::text::int
), order_keys as materialized (
  select order_key, min(n) as n, coalesce(max(floor), 0) as floor from (
    select order_key, n, null::bigint as floor, true as "isLookedAt" from seen
    union all select order_key, null, floor, "isNext" from known
  ) l group by order_key having bool_or("isLookedAt")
), head as materialized (
  select h.id, l.order_key, l.n from (select * from order_keys order by n nulls first) l cross join lateral (
    select e.id, e.state, e.due_at, e.unknown_since from {schema}.event e
    where e.order_key = l.order_key and e.state <> 3 and e.id >= l.floor order by e.id limit 1
  ) h
  where h.state = 0 and h.due_at <= now() and (h.unknown_since is null or h.unknown_since > now() - {safe})
    -- A limit keeps the planner from a join with all rows that are claimed, and with all that were.
    and (select 1 from {schema}.event o where o.order_key = l.order_key and o.state = 1 and o.id >= l.floor limit 1) is null
  limit 2 * $1::text::int
), keyed as materialized (
  select e.id, e.due_at, e.unknown_since, octet_length(e.data) as bytes from {schema}.event e
  where e.id = any (array(select id from head)) and e.state = 0 for update skip locked
), free as materialized (
  select e.id, e.due_at, e.unknown_since, octet_length(e.data) as bytes from {schema}.event e
  where e.state = 0 and e.order_key is null and e.due_at <= now()
    and (e.due_at, e.id) > ($6::text::timestamptz, $7::text::bigint)
    and (e.unknown_since is null or e.unknown_since > now() - {safe})
  order by e.due_at, e.id limit $1::text::int for update skip locked
), candidate as materialized (
  select k.*, h.order_key, h.n, case when h.n is null then 1 else 2 end as part,
    row_number() over (partition by h.n is null order by h.n, k.due_at, k.id) as turn
  from keyed k join head h on h.id = k.id
  union all
  select f.*, null, null, 3, row_number() over (order by f.due_at, f.id) from free f
), picked as materialized (
  select * from (
    select c.*, row_number() over turns as place, sum(bytes) over turns as total
    from candidate c where bytes <= ${largestData} window turns as (order by turn, part)
  ) c
  where place = 1 or place <= $1::text::int and total <= $9::text::bigint
), unpicked as materialized (
  select * from candidate where bytes <= ${largestData} and id not in (select id from picked)
), parked as (
  update {schema}.event e set
    state = 2, settled_at = now(), attempts = e.attempts + 1,
    reason = 'The payload has ' || octet_length(e.data) || ' bytes, and no more than ${largestData} can be sent.'
  where e.id = any (array(select id from candidate where bytes > ${largestData})) and e.state = 0
  returning *
), claimed as (
  update {schema}.event e set
    state = 1, token = e.token + 1, lease_until = clock_timestamp() + $2::text::float8 * interval '1 millisecond',
    unknown_since = coalesce(e.unknown_since, clock_timestamp())
  -- Not a join with picked, for which a planner without statistics may read the whole table.
  where e.id = any (array(select id from picked)) and e.state = 0
  returning e.id, e.type, e.data, e.idempotency_key, e.order_key, e.token, e.attempts, e.created_at, e.trace
), stop as materialized (
  select least(
    (select min(n) - 1 from unpicked where part = 2),
    case when (select count(*) from head) = 2 * $1::text::int then (select coalesce(max(n), 0) from head)
      when (select count(*) from seen) = $3::text::int then $3::text::int end
  ) as n
)
select json_build_object(
  'keyed', (select case when n = 0 then json_build_object('at', $4::text, 'id', $5::text) when n > 0 then
    (select json_build_object('at', s.due_at, 'id', s.id::text) from seen s where s.n = stop.n) end from stop),
  'free', case when exists (select from unpicked where part = 3) or (select count(*) from free) = $1::text::int then coalesce(
    (select json_build_object('at', due_at, 'id', id::text) from picked where part = 3 order by due_at desc, id desc limit 1),
    json_build_object('at', $6::text, 'id', $7::text)) end,
  'left', (select json_agg(order_key) from unpicked where part = 1),
  'recently', now() - interval '1 second', 'oldest', pg_snapshot_xmin(pg_current_snapshot())::text, 'next', pg_snapshot_xmax(pg_current_snapshot())::text,
  'parked', (select json_agg(${columnsOf(`'null'`)}::text) from parked),
  'rows', (select json_agg(json_build_object(
    'id', c.id::text, 'type', c.type, 'data', c.data, 'key', c.idempotency_key, 'orderKey', c.order_key, 'token', c.token::text,
    'attempts', c.attempts, 'trace', c.trace, 'createdAt', extract(epoch from c.created_at) * 1000,
    'triedFor', extract(epoch from clock_timestamp() - p.unknown_since) * 1000
  ) order by p.due_at, c.id) from claimed c join picked p on p.id = c.id)
)::text as look`

// Rows whose lease has ended wait again. Rows whose idempotency key protects from a second event no more are parked.
const recoverRows = `
with dead as (
  select id from {schema}.event where state = 1 and lease_until <= now() order by lease_until limit 500 for update skip locked
), late as (
  select id from {schema}.event where state = 0 and unknown_since <= now() - {safe}
  order by unknown_since limit 500 for update skip locked
), revived as (
  update {schema}.event set state = 0, lease_until = null, attempts = attempts + {lost} where id = any (array(select id from dead)) and state = 1 returning id
), parked as (
  update {schema}.event set
    state = 2, settled_at = now(),
    reason = 'The event may exist: it was first tried more than 23 hours ago, and its outcome is unknown.' || coalesce(' Last: ' || reason, '')
  where id = any (array(select id from late)) and state = 0
  returning *
)
select ${rowColumns}::text as row from parked`

const sweepRows = `
with old as (
  select id from {schema}.event where state = 3 and settled_at <= now() - $1::text::float8 * interval '1 millisecond'
  order by settled_at limit 1000 for update skip locked
), gone as (
  delete from {schema}.event where id = any (array(select id from old)) and state = 3 returning id
)
select count(*)::text as count from gone`

/** A claimed row as the database writes it. */
interface ClaimRecord extends Omit<
  RowRecord,
  'state' | 'reason' | 'unknown' | 'eventId' | 'dueAt' | 'settledAt'
> {
  token: string
  trace: string | null
  triedFor: number | null
}

const readClaimed = (
  { key, orderKey, triedFor, ...record }: ClaimRecord,
  safeWindow: number,
): ClaimedRow => ({
  id: record.id,
  type: fromColumn(record.type),
  data: JSON.parse(record.data) as object,
  size: record.data.length,
  ...(record.trace === null ? {} : { trace: record.trace }),
  idempotencyKey: key,
  ...(orderKey === null ? {} : { orderKey: fromColumn(orderKey) }),
  token: record.token,
  attempts: record.attempts,
  createdAt: new Date(record.createdAt),
  wasTried: triedFor !== null,
  safeFor: safeWindow - (triedFor ?? 0),
})

/** The result of a look for rows, as the database writes it. */
interface Look {
  keyed: Cursor | null
  free: Cursor | null
  left: string[] | null
  recently: string
  oldest: string
  next: string
  parked: string[] | null
  rows: ClaimRecord[] | null
}

/** How many rows a relay has room for. It takes one row even where its payload has more bytes. */
export interface Room {
  rows: number
  bytes: number
}

/** The rows that were claimed, and those that were parked since they can never be sent. */
export interface Claimed {
  rows: ClaimedRow[]
  parked: ParkedRow[]
}

/** Claims rows for one relay. */
export class Claims {
  readonly #keyed = new Walk()
  readonly #free = new Walk()
  readonly #knownKeys = new KnownKeys()
  #window = firstWindow

  constructor(
    private readonly table: Table,
    private readonly clock: Clock,
  ) {}

  /** Claims rows for a lease in milliseconds. */
  async claim(database: Queryable, room: Room, lease: number): Promise<Claimed> {
    const claimed: Claimed = { rows: [], parked: [] }
    for (let looks = 0; looks < looksAtOnce; looks++) {
      const { rows, parked } = await this.#look(database, room, lease)
      claimed.parked.push(...((parked ?? []).map(readRow) as ParkedRow[]))
      claimed.rows = (rows ?? []).map((record) => readClaimed(record, this.table.kind.safeWindow))
      this.#window =
        claimed.rows.length > 0 ? firstWindow : Math.min(this.#window * windowGrowth, largestWindow)
      if (claimed.rows.length > 0 || (this.#keyed.hasEnded && this.#free.hasEnded)) break
    }
    return claimed
  }

  /** Notes that a row was settled, so that the next claim looks at the one behind it. */
  noteSettled({ orderKey }: ClaimedRow): void {
    if (orderKey !== undefined) this.#knownKeys.noteSettled(toColumn(orderKey))
  }

  async #look(database: Queryable, { rows: most, bytes }: Room, lease: number): Promise<Look> {
    const begun = monotonic(this.clock)
    const [keyed, free] = [this.#keyed.next(begun), this.#free.next(begun)]
    const known = this.#knownKeys.takeKnown(this.#keyed.isWhole)
    const [answer] = await this.table.rows<{ look: string }>(database, claimRows, [
      ...[String(most), String(lease), String(this.#window), keyed.at, keyed.id, free.at, free.id],
      ...[JSON.stringify(known), String(bytes)],
    ])
    const look = JSON.parse(answer?.look ?? '{}') as Look
    const now = monotonic(this.clock)
    this.#keyed.note(look.keyed, look.recently, now - begun, now)
    this.#free.note(look.free, look.recently, now - begun, now)
    for (const key of look.left ?? []) this.#knownKeys.noteSettled(key)
    const seen = { oldest: Number(look.oldest), next: Number(look.next) }
    for (const { id, orderKey } of look.rows ?? [])
      if (orderKey !== null) this.#knownKeys.noteFirst(orderKey, Number(id), seen)
    return look
  }

  /** Lets the rows of relays that are gone wait again. Parks the rows that must not be sent again by themselves, and returns them. */
  async recover(database: Queryable): Promise<ParkedRow[]> {
    const rows = await this.table.rows<{ row: string }>(database, recoverRows)
    return rows.map(({ row }) => readRow(row)) as ParkedRow[]
  }

  /** Deletes rows that were sent `retention` milliseconds ago or earlier. Returns how many, at most 1,000. */
  async sweep(database: Queryable, retention: number): Promise<number> {
    const [answer] = await this.table.rows<{ count: string }>(database, sweepRows, [String(retention)])
    return Number(answer?.count ?? 0)
  }
}
