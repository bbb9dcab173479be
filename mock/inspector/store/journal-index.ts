import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import type { JournalEntry } from '../../journal/journal'
import type { EventRow, Row } from './row'
import { createTally, type Tally } from './tally'

/** The consequences of new entries for the rows. */
export interface Change {
  /** Rows that are new or that have grown. */
  touched: ReadonlySet<Row>
  /** Rows up to this order are gone. */
  goneUpTo: number
  /** True where all rows from before are gone, because the journal began anew. */
  anew: boolean
}

/** The entries of the journal as rows: everything that concerns one event is one row. */
export interface JournalIndex {
  add(entries: readonly JournalEntry[]): Change
  /** All rows, oldest first. */
  readonly rows: readonly Row[]
  get(id: string): Row | undefined
  /** The rows by what became of them. */
  readonly tally: Pick<Tally, 'count' | 'retrying'>
  /** The number of the last entry. 0 where there was none. */
  readonly last: number
  clear(): Change
}

// Rows leave in groups, because each removal from the front of an array moves all that follow.
const group = 1_000

/** Makes an index of at most `limit` rows and a few more. The oldest rows make way for new ones. */
export function createJournalIndex(limit = 20_000): JournalIndex {
  let rows: Row[] = []
  const byId = new Map<string, Row>()
  const tally = createTally()
  let order = 0
  let last = 0

  function put<Kind extends Row>(row: Kind): Kind {
    rows.push(row)
    byId.set(row.id, row)
    return row
  }

  function eventRow(id: string, type: string, at: string): EventRow {
    const known = byId.get(id)
    if (known?.kind === 'event') return known
    return put<EventRow>({ kind: 'event', id, order: ++order, at, type, requests: [], attempts: [] })
  }

  function rowOfRequest(request: RequestEntry): Row {
    const { number, at } = request
    const event = createdEvent(request)
    if (!event) return put({ kind: 'request', id: `request-${number}`, order: ++order, at, request })
    const row = eventRow(event.id, event.type, at)
    row.requests.push(request)
    row.mode ??= request.mode
    return row
  }

  function rowOfDelivery(attempt: DeliveryEntry): Row {
    const row = eventRow(attempt.eventId, attempt.eventType, attempt.at)
    row.attempts.push(attempt)
    return row
  }

  function rowOf(entry: JournalEntry): Row {
    if (entry.kind === 'request') return rowOfRequest(entry)
    if (entry.kind === 'delivery') return rowOfDelivery(entry)
    const { number, at } = entry
    return put({ kind: 'notice', id: `notice-${number}`, order: ++order, at, notice: entry })
  }

  function forget(): void {
    rows = []
    byId.clear()
    tally.clear()
  }

  function dropOldest(): number {
    if (rows.length < limit + group) return 0
    const gone = rows.splice(0, rows.length - limit)
    for (const row of gone) {
      byId.delete(row.id)
      tally.drop(row)
    }
    return gone.at(-1)?.order ?? 0
  }

  return {
    add(entries) {
      const touched = new Set<Row>()
      let anew = false
      for (const entry of entries) {
        // Numbers that begin again show that the mock was started anew, where the entries from before are gone.
        if (entry.number <= last) {
          forget()
          touched.clear()
          anew = true
        }
        last = entry.number
        touched.add(rowOf(entry))
      }
      for (const row of touched) tally.put(row)
      return { touched, goneUpTo: dropOldest(), anew }
    },
    get rows() {
      return rows
    },
    tally,
    get: (id) => byId.get(id),
    get last() {
      return last
    },
    clear() {
      forget()
      last = 0
      return { touched: new Set(), goneUpTo: order, anew: true }
    },
  }
}

/** The id and the type of the event that a request created or, by its idempotency key, got back. */
function createdEvent(request: RequestEntry): { id: string; type: string } | undefined {
  const { operation, event, answer } = request
  return operation === 'createEvent' && event !== undefined
    ? { id: event, type: typeIn(answer ?? '') }
    : undefined
}

/** The `type` at the top of an answer. The journal cuts long answers off, so they need not be whole. */
function typeIn(answer: string): string {
  const [, type] = /"type"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(answer) ?? []
  try {
    return type === undefined ? '' : (JSON.parse(type) as string)
  } catch {
    return ''
  }
}
