import { Heap } from './heap'
import { Sequence } from './sequence'
import { eventBytes } from './sizes'
import type { Mode, PageQuery, Slice, StoredEvent } from './records'

/** An event in memory. */
export interface KeptEvent {
  readonly event: StoredEvent
  /** Rises from event to event, over both modes. */
  readonly order: number
  readonly position: number
  readonly bytes: number
  /** How many live idempotency keys and pending deliveries refer to the event. It is not forgotten before the last ended. */
  pins: number
}

/** The events of a memory store. */
export class EventTable {
  #sequences: Record<Mode, Sequence<KeptEvent>> = {
    live: new Sequence(({ event }) => event.id),
    test: new Sequence(({ event }) => event.id),
  }
  #byId = new Map<string, KeptEvent>()
  /** The events that nothing refers to, with the oldest one of both modes first. */
  #unpinned = new Heap<KeptEvent>((one, other) => one.order < other.order)
  #count = 0
  bytes = 0

  /** Adds an event to which so many others refer. */
  add(event: StoredEvent, pins: number): KeptEvent {
    const sequence = this.#sequences[event.mode]
    // The position is known before the item is added, because the item holds it.
    const kept: KeptEvent = {
      event,
      order: ++this.#count,
      position: sequence.last + 1,
      bytes: eventBytes(event),
      pins,
    }
    sequence.add(kept)
    this.#byId.set(event.id, kept)
    this.bytes += kept.bytes
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
    // An event that was referred to again since stands here a second time once that has ended.
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
