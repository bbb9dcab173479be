import type { PageQuery, Slice } from '../records'
import type { Store } from '../store'
import { type Database, type Statement, statements } from './database'
import { type EventRow, eventColumns, eventOf } from './rows'
import { readText, writeText } from './text'

/** Gives the statement that reads so many rows. It takes mode and position. */
export type ListStatement = (rows: number) => Statement

/** The statements of a list, by its order. */
export type ListStatements = Readonly<Record<PageQuery['order'], ListStatement>>

/**
 * Makes a statement for each number of rows that is asked for. PostgreSQL takes a limit that is a parameter for a tenth of
 * all rows, finds the plan that it could keep too dear, and plans each execution anew, which takes as long as the page.
 */
function makeListStatement(name: string, text: string): ListStatement {
  const made = new Map<number, Statement>()
  return (rows) => {
    const statement = made.get(rows) ?? { name: `${name}_${rows}`, text: `${text} limit ${rows}` }
    made.set(rows, statement)
    return statement
  }
}

/** The statements of the list of a table that has the columns live, seq and id. */
export function listStatements(table: string, columns: string): ListStatements {
  const from = `select ${columns} from {schema}.${table} where live = $1`
  return {
    'newest-first': makeListStatement(`${table}s_newest_first`, `${from} and seq < $2 order by seq desc`),
    'oldest-first': makeListStatement(`${table}s_oldest_first`, `${from} and seq > $2 order by seq`),
    'by-id': makeListStatement(`${table}s_by_id`, `${from} and id > $2 order by id`),
  }
}

/** The value of a position. Without a cursor, it is a position before the first item of the list. */
export function positionValue({ after, order }: PageQuery): string | number {
  if (order === 'by-id') return after === undefined ? '' : writeText(String(after))
  const whole = Number(after)
  if (after === undefined || Number.isNaN(whole)) {
    return order === 'newest-first' ? Number.MAX_SAFE_INTEGER : -1
  }
  const rounded = order === 'newest-first' ? Math.ceil(whole) : Math.floor(whole)
  return Math.max(-1, Math.min(rounded, Number.MAX_SAFE_INTEGER))
}

/** A page of the rows that were read, one more than its limit where others follow. */
export function sliceOf<Row extends { seq: string; id: string }, Item>(
  rows: readonly Row[],
  { limit, order }: PageQuery,
  itemOf: (row: Row) => Item,
): Slice<Item> {
  const items = rows.slice(0, limit).map(itemOf)
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return { items }
  return { items, next: order === 'by-id' ? readText(last.id) : Number(last.seq) }
}

const eventLists = listStatements('event', eventColumns)

// Most pages are near the end of the list that they begin at. Bounded on both sides, they open one partition or two; a
// range that is open on one side opens all of them. The far bound is a subquery, which PostgreSQL knows as little when it plans
// for given values as when it makes a plan to keep: otherwise it would find the plan to keep dearer.
const nearEvents: Omit<ListStatements, 'by-id'> = {
  'newest-first': makeListStatement(
    'near_events_newest_first',
    `
select ${eventColumns} from {schema}.event
where live = $1 and seq < $2
  and seq >= least($2, (select last_value from {schema}.event_seq) + 1) - 5000
order by seq desc`,
  ),
  'oldest-first': makeListStatement(
    'near_events_oldest_first',
    `select ${eventColumns} from {schema}.event where live = $1 and seq > $2 and seq <= (select $2::bigint + 5000) order by seq`,
  ),
}

const sql = statements({
  readEvent: `select ${eventColumns} from {schema}.event where id = $2 and live = $1`,
})

/** Reads events. */
export function createEventLists(database: Database): Pick<Store, 'event' | 'events'> {
  return {
    async event(mode, id) {
      const [row] = await database.rows<EventRow>(sql.readEvent, [mode === 'live', writeText(id)])
      return row && eventOf(row)
    },
    async events(mode, page) {
      const values = [mode === 'live', positionValue(page)]
      const rows = page.limit + 1
      if (page.order !== 'by-id') {
        const near = await database.rows<EventRow>(nearEvents[page.order](rows), values)
        if (near.length > page.limit) return sliceOf(near, page, eventOf)
      }
      return sliceOf(await database.rows<EventRow>(eventLists[page.order](rows), values), page, eventOf)
    },
  }
}
