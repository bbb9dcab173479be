import { parseTimestamp } from '../settings/timestamp'
import { nextTurn } from '../settings/turn'
import type { Mode, StoredEvent } from '../store/records'
import type { Store } from '../store/store'
import { wrongCursor } from './listing'

/** A position in the list of a mode: before its first event, behind one, or behind its last one. */
type Position = number | 'begin' | 'end'

/** A page of the events of several modes, newest first. */
interface EventPage {
  events: StoredEvent[]
  /** Leads to what follows the first `count` events of the page; `null` where nothing does. */
  cursorBehind(count: number): Promise<string | null>
}

interface Part {
  mode: Mode
  from: Position
  /** The position behind the first event, in a part that begins the list. Events that arrive from now on stand before it. */
  head?: number
  items: StoredEvent[]
  next: Position
  taken: number
}

/** The cursor of the first page. */
const firstPage = 'begin.begin'

/** The events that follow a cursor, those of both modes in one list by their time, or those of one mode alone. */
async function eventPage(
  store: Pick<Store, 'events'>,
  { limit, cursor, mode }: { limit: number; cursor: string; mode?: Mode },
): Promise<EventPage> {
  const [live, test] = cursor.split('.').map(positionOf) as [Position, Position]
  const parts = await Promise.all([
    readPart(store, 'live', mode === 'test' ? 'end' : live, limit),
    readPart(store, 'test', mode === 'live' ? 'end' : test, limit),
  ])
  return {
    events: merged(parts, limit),
    async cursorBehind(count) {
      const behind = parts.map((part) => ({ ...part, taken: 0 }))
      merged(behind, count)
      const ends = await Promise.all(behind.map((part) => endOf(store, part)))
      return ends.every((end) => end === 'end') ? null : ends.join('.')
    },
  }
}

/** Takes `count` events of the parts, the latest one first. */
function merged(parts: readonly Part[], count: number): StoredEvent[] {
  const events: StoredEvent[] = []
  while (events.length < count) {
    const part = latest(parts)
    if (!part) break
    events.push(part.items[part.taken++] as StoredEvent)
  }
  return events
}

// A page ends when so many events were looked at, also where it has fewer items than were asked for: nobody has to wait for a search of
// the whole store. Its cursor leads on from there.
const mostScanned = 5_000

/** An item of a list that goes by events: an event, or one of its deliveries. */
export interface EventItem {
  id: string
  /** Its JSON text. */
  json: string
}

/**
 * The first `limit` items of the events that follow a cursor. `itemsOf` makes the items of each event, in the order of their ids. A
 * page may end between two items of one event: its cursor then names both. `scanned` is how many events were looked at.
 */
export async function eventItems(
  store: Pick<Store, 'events'>,
  { limit, cursor, mode }: { limit: number; cursor: string | null; mode?: Mode },
  itemsOf: (events: readonly StoredEvent[]) => Promise<EventItem[][]>,
): Promise<{ items: string[]; nextCursor: string | null; scanned: number }> {
  const parts = /^((?:begin|end|\d{1,15})\.(?:begin|end|\d{1,15}))(?:~([^~]*)~([^~]*))?$/.exec(
    cursor ?? firstPage,
  )
  if (!parts) throw wrongCursor()
  let [, place = firstPage, within] = parts
  const [, , , last = ''] = parts
  const items: string[] = []
  let scanned = 0
  for (;;) {
    const { events, cursorBehind } = await eventPage(store, {
      limit: Math.min(limit, 200),
      cursor: place,
      mode,
    })
    const groups = await itemsOf(events)
    for (const [index, event] of events.entries()) {
      scanned++
      // The cursor names the event within which the last page ended. The events read before it are newer, and were shown.
      if (within !== undefined && within !== event.id) continue
      const rest = (groups[index] ?? []).filter(({ id }) => within === undefined || id > last)
      within = undefined
      const room = limit - items.length
      items.push(...rest.slice(0, room).map(({ json }) => json))
      if (rest.length <= room) continue
      const before = (await cursorBehind(index)) ?? place
      const nextCursor = room === 0 ? before : `${before}~${event.id}~${rest[room - 1]?.id}`
      return { items, nextCursor, scanned }
    }
    const next = await cursorBehind(events.length)
    if (next === null || items.length === limit || scanned >= mostScanned)
      return { items, nextCursor: next, scanned }
    place = next
    await nextTurn()
  }
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

/** The position behind the events that were taken of a part. */
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
