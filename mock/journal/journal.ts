import type { DeliveryAttempt } from '../deliveries/attempt'
import { requestEntry, type RecordedRequest, type RequestEntry } from './entry'
import { Ring } from './ring'

/**
 * An entry of the journal: a request to the interface, or a delivery attempt.
 *
 * @example
 * const response = await backend.fetch(new Request('http://localhost/__mock/journal'))
 * const { data } = (await response.json()) as { data: JournalEntry[] }
 */
export type JournalEntry = RequestEntry | DeliveryEntry

interface DeliveryEntry extends DeliveryAttempt {
  kind: 'delivery'
  number: number
}

/** The requests and delivery attempts of a state, in the order in which they ended. */
export interface Journal {
  addRequest(request: RecordedRequest): void
  addDelivery(attempt: DeliveryAttempt): void
  /** The delivery attempts that are kept, oldest first, without the first `skip` that were ever added. */
  deliveries(skip?: number): DeliveryAttempt[]
  /** How many delivery attempts were ever added. */
  readonly deliveryCount: number
  /** Entries whose number is larger than `after`, oldest first. */
  entries(after?: number): JournalEntry[]
  /** Calls `listener` with each new entry, and `ended` when the journal is closed. Returns a function that stops this. */
  follow(listener: (entry: JournalEntry) => void, ended: () => void): () => void
  clear(): void
  /** Ends all followers. */
  close(): void
}

/** Makes a journal that keeps the last `capacity` requests and as many delivery attempts. */
export function createJournal(capacity: number): Journal {
  const requests = new Ring<RecordedRequest & { number: number }>(capacity)
  const deliveries = new Ring<DeliveryEntry>(capacity)
  const followers = new Set<{ listener: (entry: JournalEntry) => void; ended: () => void }>()
  let count = 0

  return {
    addRequest(request) {
      const numbered = Object.assign(request, { number: ++count })
      requests.add(numbered)
      if (followers.size === 0) return
      const entry = requestEntry(numbered)
      for (const { listener } of followers) listener(entry)
    },
    addDelivery(attempt) {
      const entry = { kind: 'delivery' as const, number: ++count, ...attempt }
      deliveries.add(entry)
      for (const { listener } of followers) listener(entry)
    },
    deliveries: (skip) =>
      deliveries.since(skip).map(({ kind: _kind, number: _number, ...attempt }) => attempt),
    get deliveryCount() {
      return deliveries.count
    },
    entries(after = 0) {
      // A larger number than was ever given comes from the journal of a mock that has been restarted since.
      const seen = after > count ? 0 : after
      const later = <T extends { number: number }>(all: T[]) => all.filter(({ number }) => number > seen)
      return [...later(requests.since()).map(requestEntry), ...later(deliveries.since())].sort(
        (one, other) => one.number - other.number,
      )
    },
    follow(listener, ended) {
      const follower = { listener, ended }
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    clear() {
      // The numbers go on, because followers tell old entries from new ones by them.
      requests.clear()
      deliveries.clear()
    },
    close() {
      for (const { ended } of followers) ended()
      followers.clear()
    },
  }
}
