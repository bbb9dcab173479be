import type { Outlook } from '../claims'
import type { ListedDelivery } from '../records'
import type { Store } from '../store'
import { type Database, type Statement, statements } from './database'
import { deliveryId, deliveryNumber } from './rows'
import { readText, writeText } from './text'

const listed = `
select d.id, d.state, d.attempts, d.due_at, d.resent, w.id as webhook_id, e.id as event_id
from {schema}.delivery d
join {schema}.webhook w on w.seq = d.webhook
join {schema}.event e on e.live = w.live and e.seq = d.event_seq`

// No index finds the deliveries of an event: it would make each creation dearer, and only people look for them.
const ofEvents: Statement = {
  name: 'pending_of_events',
  plannedEachTime: true,
  text: `${listed} where e.id = any ($1::text[])`,
}

interface PendingRow {
  id: string
  state: number
  attempts: number
  due_at: number
  resent: boolean
  webhook_id: string
  event_id: string
}

function listedOf(row: PendingRow): ListedDelivery {
  return {
    id: deliveryId(row.id),
    webhookId: readText(row.webhook_id),
    eventId: readText(row.event_id),
    attempts: row.attempts,
    dueAt: row.due_at,
    claimed: row.state === 2,
    ...(row.resent && { resent: true }),
  }
}

const sql = statements({
  pendingWithId: `${listed} where d.id = $1::bigint`,
  nextDue: 'select min(due_at) as due from {schema}.delivery where state = 0 and due_at > $1::float8',
  // A delivery that is ready (state 1) is due later than now only where the clock was moved back. No index has these by their time, so
  // that this statement is for that case alone.
  nextDueOfAll: 'select min(due_at) as due from {schema}.delivery where state <> 2 and due_at > $1::float8',
  outlook: `
select count(*) filter (where state <> 2 and due_at <= $1::float8)::float8 as due,
  count(*) filter (where state = 2)::float8 as claimed,
  count(*) filter (where state <> 2 and due_at > $1::float8)::float8 as later,
  min(due_at) filter (where state <> 2 and due_at <= $1::float8) as "oldestDue"
from {schema}.delivery`,
})

type OutlookRow = Omit<Outlook, 'oldestDue'> & { oldestDue: number | null }

/** The part of a store that looks at its pending deliveries. */
type Pending = Pick<Store, 'pending' | 'nextDue' | 'outlook'>

/** Looks at the pending deliveries of all workers. `latestDue` is the latest due time that this process has written or claimed. */
export function createPending(database: Database, latestDue: () => number): Pending {
  return {
    async pending(query) {
      const rows =
        'events' in query
          ? await database.rows<PendingRow>(ofEvents, [query.events.map(writeText)])
          : await database.rows<PendingRow>(sql.pendingWithId, [deliveryNumber(query.id) ?? '-1'])
      return rows.map(listedOf)
    },
    async nextDue(now) {
      const statement = now < latestDue() ? sql.nextDueOfAll : sql.nextDue
      const [row] = await database.rows<{ due: number | null }>(statement, [now])
      return row?.due ?? undefined
    },
    async outlook(now) {
      const [row] = await database.rows<OutlookRow>(sql.outlook, [now])
      const { due = 0, claimed = 0, later = 0, oldestDue } = row ?? {}
      return { due, claimed, later, ...(oldestDue != null && { oldestDue }) }
    },
  }
}
