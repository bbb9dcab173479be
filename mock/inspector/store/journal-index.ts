import type { RequestEntry } from '../../journal/entry'
import type { JournalEntry } from '../../journal/journal'
import type { EventRow, Row, StoredEvent } from './row'
import { Tally } from './tally'

/** The consequences of new entries for the rows. */
export interface Change {
  /** Rows that are new or that have grown. */
  touched: ReadonlySet<Row>
  /** Whether a row has another place among all rows than before. */
  moved: boolean
  /** Rows up to this order are gone. */
  goneUpTo: number
  /** True where all rows from before are gone, because the journal began anew. */
  anew: boolean
}

// Rows leave in groups, because each removal from the front of an array moves all that follow.
const group = 1_000

/** The entries of the journal as rows: everything that concerns one event is one row. The oldest rows make way for new ones. */
export class JournalIndex {
  /** The rows by what became of them. */
  tally = new Tally()
  readonly #byId = new Map<string, Row>()
  #rows: Row[] = []
  #order = 0
  /** How many rows are of events that the store alone told of. They stand before all others, and their orders are below 0. */
  #stored = 0
  #lowestOrder = 0
  #last = 0

  /** Holds `limit` rows and a few more. */
  constructor(private readonly limit = 20_000) {}

  /** All rows, oldest first. */
  get rows(): readonly Row[] {
    return this.#rows
  }

  /** The number of the last entry. 0 where there was none. */
  get last(): number {
    return this.#last
  }

  get(id: string): Row | undefined {
    return this.#byId.get(id)
  }

  add(entries: readonly JournalEntry[]): Change {
    const touched = new Set<Row>()
    let [anew, moved] = [false, false]
    for (const entry of entries) {
      // Numbers that begin again show that the mock was started anew, where the entries from before are gone.
      if (entry.number <= this.#last) {
        this.#forget()
        touched.clear()
        anew = true
      }
      this.#last = entry.number
      if (this.#moveEarly(entry)) moved = true
      touched.add(this.#rowOf(entry))
    }
    for (const row of touched) this.tally.put(row)
    return { touched, moved, goneUpTo: this.#dropOldest(), anew }
  }

  /** Adds events of the store, newest first, as rows older than all others. An event that has a row already keeps this row. */
  addStored(events: readonly StoredEvent[]): Change {
    const added: EventRow[] = []
    for (const stored of events) {
      const { id, type, created: at } = stored.event
      const known = this.#byId.get(id)
      if (known?.kind === 'event') known.stored = stored
      if (known) continue
      const row: EventRow = {
        ...{ kind: 'event', id, order: --this.#lowestOrder, at, type, mode: stored.mode },
        ...{ requests: [], attempts: [], stored },
      }
      this.#byId.set(id, row)
      added.push(row)
    }
    this.#stored += added.length
    this.#rows = [...added.reverse(), ...this.#rows]
    return { touched: new Set(added), moved: false, goneUpTo: -Infinity, anew: false }
  }

  clear(): Change {
    this.#forget()
    this.#last = 0
    return { touched: new Set(), moved: false, goneUpTo: this.#order, anew: true }
  }

  /**
   * Moves the row of an event that the store told of before the journal told of its creation, as where the page read the store at that
   * moment: its place is that of its creation, among the newest. Returns whether there was one.
   */
  #moveEarly(entry: JournalEntry): boolean {
    const event = entry.kind === 'request' && !entry.replayed ? createdEvent(entry) : undefined
    const row = event && this.#byId.get(event.id)
    if (!row || row.order > 0) return false
    this.#rows.splice(this.#rows.indexOf(row), 1)
    this.#stored--
    row.order = ++this.#order
    this.#rows.push(row)
    return true
  }

  #rowOf(entry: JournalEntry): Row {
    if (entry.kind === 'request') return this.#rowOfRequest(entry)
    const { number, at } = entry
    if (entry.kind === 'notice') {
      return this.#put({ kind: 'notice', id: `notice-${number}`, order: ++this.#order, at, notice: entry })
    }
    const row = this.#eventRow(entry.eventId, entry.eventType, at)
    row.attempts.push(entry)
    return row
  }

  #rowOfRequest(request: RequestEntry): Row {
    const { number, at } = request
    const event = createdEvent(request)
    if (!event) {
      return this.#put({ kind: 'request', id: `request-${number}`, order: ++this.#order, at, request })
    }
    const row = this.#eventRow(event.id, event.type, at)
    row.requests.push(request)
    row.mode ??= request.mode
    return row
  }

  #eventRow(id: string, type: string, at: string): EventRow {
    const known = this.#byId.get(id)
    if (known?.kind === 'event') return known
    const order = ++this.#order
    return this.#put<EventRow>({ kind: 'event', id, order, at, type, requests: [], attempts: [] })
  }

  #put<Kind extends Row>(row: Kind): Kind {
    this.#rows.push(row)
    this.#byId.set(row.id, row)
    return row
  }

  #forget(): void {
    this.#rows = []
    this.#stored = 0
    this.#lowestOrder = 0
    this.#byId.clear()
    this.tally = new Tally()
  }

  #dropOldest(): number {
    if (this.#rows.length - this.#stored < this.limit + group) return -Infinity
    this.#stored = 0
    this.#lowestOrder = 0
    const gone = this.#rows.splice(0, this.#rows.length - this.limit)
    for (const row of gone) {
      this.#byId.delete(row.id)
      this.tally.drop(row)
    }
    return gone.at(-1)?.order ?? -Infinity
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
