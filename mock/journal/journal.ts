import type { DeliveryAttempt } from '../deliveries/attempt'
import type { RequestEntry, RequestNote } from './entry'
import { shownRequest } from './entry'
import { Journal } from './ring'

/**
 * An entry of the journal: a request to the interface, or an attempt to deliver.
 *
 * @example
 * const response = await backend.fetch(new Request('http://localhost/__mock/journal'))
 * const { data } = (await response.json()) as { data: JournalEntry[] }
 */
export type JournalEntry = RequestEntry | ({ kind: 'delivery'; number: number } & DeliveryAttempt)

/** All that is recorded of a state, in the order in which it ended. */
export interface RecordOfState {
  request(note: RequestNote): void
  delivery(attempt: DeliveryAttempt): void
  /** Attempts to deliver, of which there were `deliveryCount`, without the first `skip` that there ever were. */
  deliveries(skip?: number): DeliveryAttempt[]
  readonly deliveryCount: number
  /** Entries whose number is larger than `after`, oldest first. */
  entries(after?: number): JournalEntry[]
  /** Tells of each entry to come, until the returned function is called. */
  follow(listener: (entry: JournalEntry) => void, ended: () => void): () => void
  clear(): void
  /** Ends what follows. */
  close(): void
}

interface Follower {
  listener: (entry: JournalEntry) => void
  ended: () => void
}

/** A record that keeps the last `capacity` requests and as many attempts to deliver. */
export function createRecord(capacity: number): RecordOfState {
  const requests = new Journal<RequestNote & { number: number }>(capacity)
  const deliveries = new Journal<{ kind: 'delivery'; number: number } & DeliveryAttempt>(capacity)
  const followers = new Set<Follower>()
  let count = 0

  return {
    request(note) {
      const numbered = Object.assign(note, { number: ++count })
      requests.add(numbered)
      if (followers.size === 0) return
      const entry = shownRequest(numbered)
      for (const { listener } of followers) listener(entry)
    },
    delivery(attempt) {
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
      // Who has seen more than there ever was has seen another journal: that of a mock which was started anew.
      const seen = after > count ? 0 : after
      const later = <T extends { number: number }>(all: T[]) => all.filter(({ number }) => number > seen)
      return [...later(requests.since()).map(shownRequest), ...later(deliveries.since())].sort(
        (one, other) => one.number - other.number,
      )
    },
    follow(listener, ended) {
      const follower = { listener, ended }
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    clear() {
      // Numbers go on: whoever follows tells old entries from new ones by them.
      requests.clear()
      deliveries.clear()
    },
    close() {
      for (const { ended } of followers) ended()
      followers.clear()
    },
  }
}
