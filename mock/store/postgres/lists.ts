import type { Mode, PageQuery, Slice, StoredEvent } from '../records'
import type { Database, Statement } from './database'
import { type EventRow, eventColumns, eventOf } from './rows'
import { readText, writeText } from './text'

/** The statements of a list, by its order. Each takes mode, position and limit. */
export interface ListStatements {
  'newest-first': Statement
  'oldest-first': Statement
  'by-id': Statement
}

/** The statements of the list of a table that has the columns live, seq and id. */
export function listStatements(table: string, columns: string): ListStatements {
  const from = `select ${columns} from {schema}.${table} where live = $1`
  return {
    'newest-first': {
      name: `${table}s_newest_first`,
      text: `${from} and seq < $2 order by seq desc limit $3`,
    },
    'oldest-first': { name: `${table}s_oldest_first`, text: `${from} and seq > $2 order by seq limit $3` },
    'by-id': { name: `${table}s_by_id`, text: `${from} and id > $2 order by id limit $3` },
  }
}

/** The value of a position. Cursors give whole numbers and ids; a list begins before or behind everything. */
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
// range that is open on one side opens all of them.
const nearEvents: Omit<ListStatements, 'by-id'> = {
  'newest-first': {
    name: 'near_events_newest_first',
    text: `
select ${eventColumns} from {schema}.event
where live = $1 and seq < $2
  and seq >= least($2, (select last_value from {schema}.event_seq) + 1) - 5000
order by seq desc limit $3`,
  },
  'oldest-first': {
    name: 'near_events_oldest_first',
    text: `select ${eventColumns} from {schema}.event where live = $1 and seq > $2 and seq <= $2 + 5000 order by seq limit $3`,
  },
}

const readEvent: Statement = {
  name: 'read_event',
  text: `select ${eventColumns} from {schema}.event where id = $2 and live = $1`,
}

/** The part of a store that reads events. */
export interface EventLists {
  event(mode: Mode, id: string): Promise<StoredEvent | undefined>
  events(mode: Mode, page: PageQuery): Promise<Slice<StoredEvent>>
}

/** Reads events. */
export function createEventLists(database: Database): EventLists {
  return {
    async event(mode, id) {
      const [row] = await database.rows<EventRow>(readEvent, [mode === 'live', writeText(id)])
      return row && eventOf(row)
    },
    async events(mode, page) {
      const values = [mode === 'live', positionValue(page), page.limit + 1]
      if (page.order !== 'by-id') {
        const near = await database.rows<EventRow>(nearEvents[page.order], values)
        if (near.length > page.limit) return sliceOf(near, page, eventOf)
      }
      return sliceOf(await database.rows<EventRow>(eventLists[page.order], values), page, eventOf)
    },
  }
}
