import type { Outlook } from '../claims'
import type { Database, Statement } from './database'

// The earliest of what is due later comes from its index. Of what is ready, each lane knows its earliest.
const nextDue: Statement = {
  name: 'next_due',
  text: `
with recursive lane as (
  (select webhook, due_at from {schema}.delivery where state = 1 order by webhook, due_at, id limit 1)
  union all
  select d.webhook, d.due_at from lane cross join lateral (
    select webhook, due_at from {schema}.delivery
    where state = 1 and webhook > lane.webhook order by webhook, due_at, id limit 1
  ) d
)
select least((select min(due_at) from {schema}.delivery where state = 0), (select min(due_at) from lane)) as due`,
}

const outlook: Statement = {
  name: 'outlook',
  text: `
select count(*) filter (where state <> 2 and due_at <= $1::float8)::float8 as due,
  count(*) filter (where state = 2)::float8 as claimed,
  count(*) filter (where state <> 2 and due_at > $1::float8)::float8 as later,
  min(due_at) filter (where state <> 2 and due_at <= $1::float8) as "oldestDue"
from {schema}.delivery`,
}

/** The part of a store that looks at its pending deliveries. */
export interface DeliveryOutlook {
  nextDue(): Promise<number | undefined>
  outlook(now: number): Promise<Outlook>
}

/** Looks at the pending deliveries of all workers. */
export function createOutlook(database: Database): DeliveryOutlook {
  return {
    async nextDue() {
      const [row] = await database.rows<{ due: number | null }>(nextDue)
      return row?.due ?? undefined
    },
    async outlook(now) {
      const [row] = await database.rows<Omit<Outlook, 'oldestDue'> & { oldestDue: number | null }>(outlook, [
        now,
      ])
      const { due = 0, claimed = 0, later = 0, oldestDue } = row ?? {}
      return { due, claimed, later, ...(oldestDue != null && { oldestDue }) }
    },
  }
}
