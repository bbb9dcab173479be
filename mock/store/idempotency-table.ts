import type { EventTable, KeptEvent } from './event-table'
import type { IdempotencyRecord, KeptRecord } from './records'
import { OrderedList } from './sequence'
import { TextIndex } from './text-index'
import { textBytes } from '../settings/memory'

interface Remembered extends IdempotencyRecord {
  kept: KeptEvent
}

// The bytes of a record besides its texts. Measured on Node 20, and rounded up.
const bytesBesidesTexts = 300

/** The bytes of an idempotency record. Its key stands in the event and in the name of the record. */
export function recordBytes(key: string): number {
  return bytesBesidesTexts + 2 * textBytes(key)
}

/** The idempotency records of a memory store. Each keeps its event from being forgotten until it expires. */
export class IdempotencyTable {
  /** The records by their keys, those of each scope by themselves. */
  #byScope = new Map<string, TextIndex<Remembered>>()
  /** Records end in the order in which they were added, unless the clock was moved back meanwhile. */
  #byEnd = new OrderedList<number, Remembered>()
  bytes = 0

  /** `events` is told of the end of each record, by `unpin` of its event. */
  constructor(private readonly events: Pick<EventTable, 'unpin'>) {}

  /** The event of a record that has not expired. */
  find({ scope, key }: IdempotencyRecord, now: number): KeptEvent | undefined {
    const found = this.#byScope.get(scope)?.get(key)
    return found && found.expiresAt > now ? found.kept : undefined
  }

  /** Adds a record of an event that is pinned for it. */
  add({ scope, key, expiresAt }: IdempotencyRecord, kept: KeptEvent, bytes = recordBytes(key)): void {
    const remembered: Remembered = { scope, key, expiresAt, kept }
    let keys = this.#byScope.get(scope)
    if (!keys) this.#byScope.set(scope, (keys = new TextIndex(({ key: text }) => text)))
    keys.set(key, remembered)
    this.#byEnd.add(expiresAt, remembered)
    this.bytes += bytes
  }

  /** Drops up to `most` records that have expired. */
  dropExpired(now: number, most: number): void {
    for (let dropped = 0; dropped < most; dropped++) {
      const ended = this.#byEnd.takeUpTo(now)
      if (!ended) return
      const { scope, key, kept } = ended
      this.bytes -= recordBytes(key)
      const keys = this.#byScope.get(scope)
      // A later record may have taken the key since this one expired.
      if (keys?.get(key) === ended) keys.delete(key)
      this.events.unpin(kept)
    }
  }

  /** All records, as of the moment of the call. */
  all(): Iterable<KeptRecord> {
    return shown(Array.from(this.#byScope.values(), (keys) => keys.all()).flat())
  }
}

function* shown(records: readonly Remembered[]): Generator<KeptRecord> {
  for (const { scope, key, expiresAt, kept } of records)
    yield { scope, key, expiresAt, eventId: kept.event.id }
}
