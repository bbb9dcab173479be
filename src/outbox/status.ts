import type { Queryable } from '../postgres/connection'
import { versionOf } from '../postgres/migrate'
import type { OutboxStatus } from './options'
import type { Table } from './table'

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

/** Counts the rows of an outbox. */
export async function readStatus(table: Table, database: Queryable): Promise<OutboxStatus> {
  const [row] = await table.rows<{ status: string }>(database, count)
  const { oldest, ...counts } = JSON.parse(row?.status ?? '{}') as Omit<OutboxStatus, 'oldest'> & {
    oldest: number | null
  }
  const version = await versionOf(database, table.schema)
  return { ...counts, version, ...(oldest === null ? {} : { oldest: new Date(oldest) }) }
}
