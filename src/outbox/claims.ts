import type { Queryable } from '../postgres/connection'
import type { OutboxRow, ParkedRow } from './options'
import { readRow, rowColumns } from './row-query'
import { fromColumn, type Table } from './table'

/** A row that a relay owns for as long as its lease is renewed. */
export interface ClaimedRow extends OutboxRow {
  data: object
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

// A claim looks at so many order keys. The next claim goes on after the last of them, so that keys which wait cannot hold up the others.
const keysAtOnce = 200

// Claims rows without an order key, in the order in which they fell due, and the first unsent row of each order key. The recursive part finds
// the keys by a loose index scan, so that a long queue of one key costs no more than its first row. No row is claimed while another one of its
// key is: a transaction that committed late may have put a row before the claimed one.
const claimRows = `
with recursive next_key as (
  (select order_key from {schema}.event where state <> 3 and order_key > $3::text collate "C" order by order_key limit 1)
  union all
  select (
    select e.order_key from {schema}.event e where e.state <> 3 and e.order_key > next_key.order_key order by e.order_key limit 1
  )
  from next_key where next_key.order_key is not null
), looked as materialized (
  select order_key from next_key where order_key is not null limit ${keysAtOnce}
), head as materialized (
  select h.id, l.order_key from looked l cross join lateral (
    select e.id, e.state, e.due_at, e.unknown_since from {schema}.event e
    where e.order_key = l.order_key and e.state <> 3 order by e.id limit 1
  ) h
  where h.state = 0 and h.due_at <= now() and (h.unknown_since is null or h.unknown_since > now() - {safe})
    and not exists (select from {schema}.event o where o.order_key = l.order_key and o.state = 1)
  limit $1::text::int
), keyed as materialized (
  select e.id, e.due_at, e.unknown_since from {schema}.event e
  where e.id = any (array(select id from head)) and e.state = 0 for update skip locked
), free as materialized (
  select e.id, e.due_at, e.unknown_since from {schema}.event e
  where e.state = 0 and e.order_key is null and e.due_at <= now()
    and (e.unknown_since is null or e.unknown_since > now() - {safe})
  order by e.due_at, e.id limit $1::text::int for update skip locked
), picked as materialized (
  select * from (select * from keyed union all select * from free) r order by due_at, id limit $1::text::int
), claimed as (
  update {schema}.event e set
    state = 1, token = e.token + 1, lease_until = clock_timestamp() + $2::text::float8 * interval '1 millisecond',
    unknown_since = coalesce(e.unknown_since, clock_timestamp())
  -- Not a join with picked, for which a planner without statistics may read the whole table.
  where e.id = any (array(select id from picked)) and e.state = 0
  returning e.id, e.type, e.data, e.idempotency_key, e.order_key, e.token, e.attempts, e.created_at
)
select
  case when (select count(*) from head) = $1::text::int then (select max(order_key) from head)
    when (select count(*) from looked) = ${keysAtOnce} then (select max(order_key) from looked) end as after,
  (select coalesce(json_agg(json_build_object(
    'id', c.id::text, 'type', c.type, 'data', c.data, 'key', c.idempotency_key, 'orderKey', c.order_key, 'token', c.token::text,
    'attempts', c.attempts, 'createdAt', extract(epoch from c.created_at) * 1000, 'triedFor', extract(epoch from clock_timestamp() - p.unknown_since) * 1000
  ) order by p.due_at, c.id), '[]') from claimed c join picked p on p.id = c.id)::text as rows`

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
select coalesce(json_agg(${rowColumns}::text), '[]')::text as parked from parked`

const sweepRows = `
with old as (
  select id from {schema}.event where state = 3 and settled_at <= now() - $1::text::float8 * interval '1 millisecond'
  order by settled_at limit 1000 for update skip locked
), gone as (
  delete from {schema}.event where id = any (array(select id from old)) and state = 3 returning id
)
select count(*)::text as count from gone`

/** A claimed row as the database writes it. */
interface ClaimRecord {
  id: string
  type: string
  data: string
  key: string
  orderKey: string | null
  token: string
  attempts: number
  createdAt: number
  triedFor: number | null
}

const readClaimed = (
  { key, orderKey, triedFor, ...record }: ClaimRecord,
  safeWindow: number,
): ClaimedRow => ({
  id: record.id,
  type: fromColumn(record.type),
  data: JSON.parse(record.data) as object,
  idempotencyKey: key,
  ...(orderKey === null ? {} : { orderKey: fromColumn(orderKey) }),
  token: record.token,
  attempts: record.attempts,
  createdAt: new Date(record.createdAt),
  wasTried: triedFor !== null,
  safeFor: safeWindow - (triedFor ?? 0),
})

/** Claims rows for one relay, the order keys in turn. */
export class Claims {
  readonly #table: Table
  /** The order key after which the next claim goes on. Empty where it begins with the first one. */
  #after = ''

  constructor(table: Table) {
    this.#table = table
  }

  /** Claims at most so many rows for a lease in milliseconds. */
  async claim(database: Queryable, most: number, lease: number): Promise<ClaimedRow[]> {
    // All order keys were looked at once the last one was met a second time, or the first time where the claim began with the first one.
    let rounds = this.#after === '' ? 1 : 2
    for (;;) {
      const values = [String(most), String(lease), this.#after]
      const [answer] = await this.#table.rows<{ after: string | null; rows: string }>(
        database,
        claimRows,
        values,
      )
      const rows = (JSON.parse(answer?.rows ?? '[]') as ClaimRecord[]).map((record) =>
        readClaimed(record, this.#table.kind.safeWindow),
      )
      this.#after = answer?.after ?? ''
      if (this.#after === '') rounds--
      if (rows.length > 0 || rounds === 0) return rows
    }
  }

  /** Lets the rows of relays that are gone wait again. Parks the rows that must not be sent again by themselves, and returns them. */
  async recover(database: Queryable): Promise<ParkedRow[]> {
    const [answer] = await this.#table.rows<{ parked: string }>(database, recoverRows)
    return (JSON.parse(answer?.parked ?? '[]') as string[]).map(readRow) as ParkedRow[]
  }

  /** Deletes rows that were sent so many milliseconds ago. Returns how many, at most 1,000. */
  async sweep(database: Queryable, retention: number): Promise<number> {
    const [answer] = await this.#table.rows<{ count: string }>(database, sweepRows, [String(retention)])
    return Number(answer?.count ?? 0)
  }
}
