import type { DeliveryEntry } from './delivery-entry'
import type { NoticeEntry } from './notice'
import type { RecordedRequest } from './record'
import { Ring } from './ring'
import { ofEntry, ofRequest } from './size'

/** The entries that a journal keeps, within its capacity and within the memory that it is left. */
export interface Shelf {
  putRequest(request: RecordedRequest): void
  putEntry(entry: DeliveryEntry | NoticeEntry): void
  /** The entry with the smallest number that is larger than `number`. */
  after(number: number): RecordedRequest | DeliveryEntry | NoticeEntry | undefined
  /** The entry with this number, `undefined` where it was dropped or never was. */
  at(number: number): RecordedRequest | DeliveryEntry | NoticeEntry | undefined
  /** The requests that are kept, oldest first. */
  requests(): RecordedRequest[]
  /** Delivery attempts without the first `skip` that were ever put here. */
  deliveries(skip?: number): DeliveryEntry[]
  /** How many delivery attempts were ever put here. */
  readonly deliveryCount: number
  /** How many entries of all kinds are kept. */
  readonly size: number
  /** How many entries of all kinds were dropped. */
  readonly dropped: number
  /** The bytes that the entries hold in memory, at most. */
  readonly bytes: number
  /** Drops the oldest entries until about so many bytes are free. Returns how many are. */
  shrink(bytes: number): number
  clear(): void
}

interface Sized<T> {
  number: number
  entry: T
  size: number
}

/** Makes an empty shelf for `capacity` requests, as many delivery attempts and as many notices. */
export function createShelf(capacity: number): Shelf {
  const requests = new Ring<Sized<RecordedRequest>>(capacity)
  const deliveries = new Ring<Sized<DeliveryEntry>>(capacity)
  const notices = new Ring<Sized<NoticeEntry>>(capacity)
  const rings: Ring<Sized<RecordedRequest | DeliveryEntry | NoticeEntry>>[] = [requests, deliveries, notices]
  let bytes = 0
  let dropped = 0

  function forget(old: Sized<RecordedRequest | DeliveryEntry | NoticeEntry> | undefined) {
    if (old === undefined) return
    bytes -= old.size
    dropped++
  }

  function put<T extends { number: number }>(ring: Ring<Sized<T>>, entry: T, size: number) {
    bytes += size
    return ring.add({ number: entry.number, entry, size })
  }

  function dropOldest(): boolean {
    let from: (typeof rings)[number] | undefined
    for (const ring of rings) {
      const { oldest } = ring
      if (oldest && oldest.number < (from?.oldest?.number ?? Infinity)) from = ring
    }
    if (!from) return false
    forget(from.shift())
    return true
  }

  return {
    putRequest(request) {
      if (capacity === 0) return
      forget(put(requests, request, ofRequest(request)))
    },
    putEntry(entry) {
      if (capacity === 0) return
      if (entry.kind === 'delivery') forget(put(deliveries, entry, ofEntry(entry)))
      else forget(put(notices, entry, ofEntry(entry)))
    },
    after(number) {
      let first: Sized<RecordedRequest | DeliveryEntry | NoticeEntry> | undefined
      for (const ring of rings) {
        const next = ring.after(number)
        if (next && next.number < (first?.number ?? Infinity)) first = next
      }
      return first?.entry
    },
    at(number) {
      for (const ring of rings) {
        const found = ring.after(number - 1)
        if (found?.number === number) return found.entry
      }
      return undefined
    },
    requests: () => requests.since().map(({ entry }) => entry),
    deliveries: (skip) => deliveries.since(skip).map(({ entry }) => entry),
    get deliveryCount() {
      return deliveries.count
    },
    get size() {
      return rings.reduce((sum, ring) => sum + ring.size, 0)
    },
    get dropped() {
      return dropped
    },
    get bytes() {
      return bytes
    },
    shrink(wanted) {
      const before = bytes
      while (before - bytes < wanted && dropOldest());
      return before - bytes
    },
    clear() {
      for (const ring of rings) ring.clear()
      bytes = 0
      dropped = 0
    },
  }
}
