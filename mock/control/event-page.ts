import { parseTimestamp } from '../settings/timestamp'
import type { Mode, StoredEvent } from '../store/records'
import type { Store } from '../store/store'

/** A place in the list of a mode: before its first event, behind one, or behind its last one. */
type Position = number | 'begin' | 'end'

/** A page of the events of several modes, newest first. */
export interface EventPage {
  events: StoredEvent[]
  /** Leads to the next page; `null` on the last one. */
  nextCursor: string | null
}

interface Part {
  mode: Mode
  from: Position
  /** The place behind the first event of a part that begins the list. Events that arrive now stand before it. */
  head?: number
  items: StoredEvent[]
  next: Position
  taken: number
}

/** Whether a text is a cursor of {@link eventPage}. */
export function isEventCursor(text: string): boolean {
  return /^(begin|end|\d{1,15})\.(begin|end|\d{1,15})$/.test(text)
}

/** The cursor of the first page. */
export const firstPage = 'begin.begin'

/** The events that follow a cursor, those of both modes in one list by their time, or those of one mode alone. */
export async function eventPage(
  store: Pick<Store, 'events'>,
  { limit, cursor, mode }: { limit: number; cursor: string; mode?: Mode },
): Promise<EventPage> {
  const [live, test] = cursor.split('.').map(positionOf) as [Position, Position]
  const parts = await Promise.all([
    readPart(store, 'live', mode === 'test' ? 'end' : live, limit),
    readPart(store, 'test', mode === 'live' ? 'end' : test, limit),
  ])
  const events: StoredEvent[] = []
  while (events.length < limit) {
    const part = latest(parts)
    if (!part) break
    events.push(part.items[part.taken++] as StoredEvent)
  }
  const ends = await Promise.all(parts.map((part) => endOf(store, part)))
  return { events, nextCursor: ends.every((end) => end === 'end') ? null : ends.join('.') }
}

function positionOf(text: string): Position {
  return text === 'begin' || text === 'end' ? text : Number(text)
}

async function readPart(
  store: Pick<Store, 'events'>,
  mode: Mode,
  from: Position,
  limit: number,
): Promise<Part> {
  const order = 'newest-first'
  if (from === 'end') return { mode, from, items: [], next: 'end', taken: 0 }
  if (from !== 'begin') {
    const { items, next = 'end' } = await store.events(mode, { limit, after: from, order })
    return { mode, from, items, next: next as Position, taken: 0 }
  }
  const first = await store.events(mode, { limit: 1, order })
  const head = first.next as number | undefined
  if (head === undefined || limit === 1) {
    return { mode, from, items: first.items, next: head ?? 'end', taken: 0 }
  }
  const { items, next = 'end' } = await store.events(mode, { limit: limit - 1, after: head, order })
  return { mode, from, head, items: [...first.items, ...items], next: next as Position, taken: 0 }
}

/** The part whose next event is the latest one, `undefined` where none has one left. */
function latest(parts: readonly Part[]): Part | undefined {
  const timeOf = ({ items, taken }: Part) => parseTimestamp(items[taken]?.created ?? '')
  return parts
    .filter(({ items, taken }) => taken < items.length)
    .reduce<Part | undefined>((best, part) => (best && timeOf(best) >= timeOf(part) ? best : part), undefined)
}

/** The place behind the events that were taken of a part. */
async function endOf(
  store: Pick<Store, 'events'>,
  { mode, from, head, items, next, taken }: Part,
): Promise<Position> {
  if (taken === items.length) return next
  if (taken === 0) return from
  if (taken === 1 && head !== undefined) return head
  const limit = head === undefined ? taken : taken - 1
  const after = head ?? (from as number)
  const slice = await store.events(mode, { limit, after, order: 'newest-first' })
  return (slice.next as Position | undefined) ?? 'end'
}
