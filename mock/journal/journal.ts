import type { DeliveryAttempt } from '../deliveries/attempt'
import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import { lazyEntry, requestEntry, type RequestEntry } from './entry'
import type { NoticeCode, NoticeEntry } from './notice'
import type { RecordedRequest } from './record'
import { Ring } from './ring'

/**
 * An entry of the journal: a request to the interface, a delivery attempt, or a notice of the backend itself.
 *
 * @example
 * const response = await backend.fetch(new Request('http://localhost/__mock/journal'))
 * const { data } = (await response.json()) as { data: JournalEntry[] }
 */
export type JournalEntry = RequestEntry | DeliveryEntry | NoticeEntry

/** A delivery attempt, as the journal shows it. */
export interface DeliveryEntry extends DeliveryAttempt {
  kind: 'delivery'
  number: number
  /** The time of the next attempt: ISO 8601, UTC. Absent where none follows. */
  next?: string
}

/** The requests, delivery attempts and notices of a state, in the order in which they ended. */
export interface Journal {
  addRequest(request: RecordedRequest): void
  addDelivery(attempt: DeliveryAttempt): void
  /** Says something of the backend's own accord: here, to the followers and to the logger. */
  addNotice(code: NoticeCode, message: string): void
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

/** The parts that a journal works with. */
export interface JournalOptions {
  /** How many requests, how many delivery attempts and how many notices it keeps, each. */
  capacity: number
  clock: Pick<Clock, 'now'>
  logger: Logger
  /** Gets each entry when it is added. */
  onEntry?: (entry: JournalEntry) => void
}

/** Makes an empty journal. */
export function createJournal({ capacity, clock, logger, onEntry }: JournalOptions): Journal {
  const requests = new Ring<RecordedRequest & { number: number }>(capacity)
  const deliveries = new Ring<DeliveryEntry>(capacity)
  const notices = new Ring<NoticeEntry>(capacity)
  const followers = new Set<{ listener: (entry: JournalEntry) => void; ended: () => void }>()
  let count = 0

  function announce(entry: JournalEntry) {
    for (const { listener } of followers) listener(entry)
    if (!onEntry) return
    try {
      onEntry(entry)
    } catch (error) {
      logger.error?.('onEntry failed.', error)
    }
  }

  return {
    addRequest(request) {
      const numbered = Object.assign(request, { number: ++count })
      requests.add(numbered)
      if (followers.size > 0) announce(requestEntry(numbered))
      else if (onEntry) announce(lazyEntry(numbered))
    },
    addDelivery(attempt) {
      const entry = { kind: 'delivery' as const, number: ++count, ...attempt, next: attempt.retryAt }
      deliveries.add(entry)
      announce(entry)
    },
    addNotice(code, message) {
      const at = new Date(clock.now()).toISOString()
      const entry = { kind: 'notice' as const, number: ++count, at, code, message }
      notices.add(entry)
      logger.warn?.(message)
      announce(entry)
    },
    deliveries: (skip) =>
      deliveries.since(skip).map(({ kind: _kind, number: _number, next: _next, ...attempt }) => attempt),
    get deliveryCount() {
      return deliveries.count
    },
    entries(after = 0) {
      // A larger number than was ever given comes from the journal of a mock that has been restarted since.
      const seen = after > count ? 0 : after
      const later = <T extends { number: number }>(all: T[]) => all.filter(({ number }) => number > seen)
      const shown = [
        ...later(requests.since()).map(requestEntry),
        ...later(deliveries.since()),
        ...later(notices.since()),
      ]
      return shown.sort((one, other) => one.number - other.number)
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
      notices.clear()
    },
    close() {
      for (const { ended } of followers) ended()
      followers.clear()
    },
  }
}
