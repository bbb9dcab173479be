import { Heap } from './heap'
import { Sequence } from './sequence'
import type { Mode, PageQuery, Slice, StoredEvent } from './records'
import { TextIndex } from './text-index'
import { textBytes } from '../settings/memory'

/** An event in memory. */
export interface KeptEvent {
  readonly event: StoredEvent
  /** Rises from event to event, over both modes. */
  readonly order: number
  /** Its position in the sequence of its mode. */
  position: number
  readonly bytes: number
  /** How many live idempotency keys and pending deliveries refer to the event. It is not forgotten before the last ended. */
  pins: number
}

// The bytes of an event besides the letters of its texts: the object, and its entries in lists and indexes. Measured on Node 20, and
// rounded up.
const bytesBesidesTexts = 470

/** The bytes of an event. Letters beyond Latin-1 can stand in its type and its payload alone, and its JSON holds both. */
export function eventBytes({ id, created, type, json }: StoredEvent): number {
  return bytesBesidesTexts + id.length + created.length + 2 * type.length + textBytes(json)
}

/** The events of a memory store. */
export class EventTable {
  #sequences: Record<Mode, Sequence<KeptEvent>> = {
    live: new Sequence(({ event }) => event.id),
    test: new Sequence(({ event }) => event.id),
  }
  #byId = new TextIndex<KeptEvent>(({ event }) => event.id)
  /** The events that nothing refers to, with the oldest one of both modes first. */
  #unpinned = new Heap<KeptEvent>((one, other) => one.order < other.order)
  #count = 0
  bytes = 0

  /** Adds an event. `pins` is how many idempotency keys and deliveries refer to it. */
  add(event: StoredEvent, pins: number, bytes = eventBytes(event)): KeptEvent {
    const sequence = this.#sequences[event.mode]
    const kept: KeptEvent = { event, order: ++this.#count, position: 0, bytes, pins }
    kept.position = sequence.add(kept)
    this.#byId.set(event.id, kept)
    this.bytes += bytes
    if (pins === 0) this.#unpinned.push(kept)
    return kept
  }

  get(id: string): KeptEvent | undefined {
    return this.#byId.get(id)
  }

  page(mode: Mode, query: PageQuery): Slice<StoredEvent> {
    const { items, next } = this.#sequences[mode].page(query)
    return { items: items.map(({ event }) => event), next }
  }

  /** Begins one reference to an event, and returns the event. */
  pin(kept: KeptEvent): KeptEvent {
    kept.pins++
    return kept
  }

  /** Ends one reference to an event. */
  unpin(kept: KeptEvent): void {
    if (--kept.pins === 0) this.#unpinned.push(kept)
  }

  /** Forgets the oldest event that nothing refers to, and returns it. */
  forgetOldest(): KeptEvent | undefined {
    let oldest = this.#unpinned.pop()
    // An event stands in this list once for each time that its last reference ended. Entries of events that are referred to again, or
    // were forgotten, are passed over.
    while (oldest && (oldest.pins > 0 || this.#byId.get(oldest.event.id) !== oldest))
      oldest = this.#unpinned.pop()
    if (!oldest) return undefined
    const { event, position, bytes } = oldest
    this.#sequences[event.mode].remove(position)
    this.#byId.delete(event.id)
    this.bytes -= bytes
    return oldest
  }

  /** All events of both modes, oldest first, as of the moment of the call. */
  all(): Iterable<StoredEvent> {
    const { live, test } = this.#sequences
    return merged(live.all(), test.all())
  }
}

function* merged(live: readonly KeptEvent[], test: readonly KeptEvent[]): Generator<StoredEvent> {
  let nextOfTest = 0
  for (const kept of live) {
    for (let other = test[nextOfTest]; other && other.order < kept.order; other = test[++nextOfTest]) {
      yield other.event
    }
    yield kept.event
  }
  for (; nextOfTest < test.length; nextOfTest++) yield (test[nextOfTest] as KeptEvent).event
}
