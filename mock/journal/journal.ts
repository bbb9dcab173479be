import type { DeliveryAttempt } from '../deliveries/attempt'
import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import { deliveryEntry, type DeliveryEntry } from './delivery-entry'
import { lazyEntry, requestEntry, type RequestEntry } from './entry'
import type { NoticeCode, NoticeEntry } from './notice'
import type { RecordedRequest } from './record'
import { createShelf, type NumberedRequest } from './shelf'

/**
 * An entry of the journal: a request to the interface, a delivery attempt, or a notice of the backend itself.
 *
 * @example
 * const response = await backend.fetch(new Request('http://localhost/__mock/journal'))
 * const { data } = (await response.json()) as { data: JournalEntry[] }
 */
export type JournalEntry = RequestEntry | DeliveryEntry | NoticeEntry

/** The requests, delivery attempts and notices of a state, in the order in which they ended. */
export interface Journal {
  /** Adds a request at once or, where its body is still arriving, once `coming` has resolved. */
  addRequest(request: RecordedRequest, coming?: Promise<void>): void
  addDelivery(attempt: DeliveryAttempt): void
  /** Says something of the backend's own accord: here, to the followers and to the logger. */
  addNotice(code: NoticeCode, message: string): void
  /** Resolves when all requests that were answered before have been added, which takes a second at most. */
  settled(): Promise<unknown>
  /** The delivery attempts that are kept, oldest first, without the first `skip` that were ever added. */
  deliveries(skip?: number): DeliveryAttempt[]
  /** How many delivery attempts were ever added. */
  readonly deliveryCount: number
  /** How many entries were dropped since the journal was last cleared. */
  readonly dropped: number
  /** Entries whose number is larger than `after`, oldest first. */
  entries(after?: number): JournalEntry[]
  /** Calls `listener` with each new entry, and `ended` when the journal is closed. Returns a function that stops this. */
  follow(listener: (entry: JournalEntry) => void, ended: () => void): () => void
  /** The bytes that the entries hold in memory, at most. */
  readonly bytes: number
  /** Drops the oldest entries until about so many bytes are free. Returns how many are. */
  shrink(bytes: number): number
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
  const shelf = createShelf(capacity)
  const followers = new Set<{ listener: (entry: JournalEntry) => void; ended: () => void }>()
  const arriving = new Set<Promise<void>>()
  let count = 0
  let clears = 0
  let sayDroppedAt = 1

  function announce(entry: JournalEntry) {
    for (const { listener } of followers) listener(entry)
    if (!onEntry) return
    try {
      onEntry(entry)
    } catch (error) {
      logger.error?.('onEntry failed.', error)
    }
  }

  function addNumbered(request: RecordedRequest) {
    const numbered: NumberedRequest = Object.assign(request, { number: ++count })
    shelf.putRequest(numbered)
    if (followers.size > 0) announce(requestEntry(numbered))
    else if (onEntry) announce(lazyEntry(numbered))
    sayDropped()
  }

  function addNotice(code: NoticeCode, message: string) {
    const at = new Date(clock.now()).toISOString()
    const entry: NoticeEntry = { kind: 'notice', number: ++count, at, code, message }
    shelf.putEntry(entry)
    logger.warn?.(message)
    announce(entry)
  }

  /** Says that entries were dropped: at the first one, and whenever there are ten times as many. */
  function sayDropped() {
    const { dropped } = shelf
    if (dropped < sayDroppedAt) return
    while (sayDroppedAt <= dropped) sayDroppedAt *= 10
    addNotice(
      'entries-dropped',
      `The journal has dropped its oldest entries, ${dropped} so far: it keeps the last ${capacity} requests and as many delivery attempts, and fewer where memory is short.`,
    )
  }

  return {
    addRequest(request, coming) {
      if (!coming) return addNumbered(request)
      const clearsBefore = clears
      const arrival = coming.then(() => {
        arriving.delete(arrival)
        if (clears === clearsBefore) addNumbered(request)
      })
      arriving.add(arrival)
    },
    addDelivery(attempt) {
      const entry = { kind: 'delivery' as const, number: ++count, ...attempt, next: attempt.retryAt }
      shelf.putEntry(entry)
      if (followers.size > 0 || onEntry) announce(deliveryEntry(entry))
      sayDropped()
    },
    addNotice,
    settled: () => Promise.all(arriving),
    deliveries: (skip) =>
      shelf.deliveries(skip).map(({ kind: _kind, number: _number, next: _next, ...attempt }) => attempt),
    get deliveryCount() {
      return shelf.deliveryCount
    },
    get dropped() {
      return shelf.dropped
    },
    entries(after = 0) {
      // A larger number than was ever given comes from the journal of a mock that has been restarted since.
      const seen = after > count ? 0 : after
      const later = <T extends { number: number }>(all: T[]) => all.filter(({ number }) => number > seen)
      const shown = [
        ...later(shelf.requests()).map(requestEntry),
        ...later(shelf.deliveries()).map(deliveryEntry),
        ...later(shelf.notices()),
      ]
      return shown.sort((one, other) => one.number - other.number)
    },
    follow(listener, ended) {
      const follower = { listener, ended }
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    get bytes() {
      return shelf.bytes
    },
    shrink(bytes) {
      const freed = shelf.shrink(bytes)
      sayDropped()
      return freed
    },
    clear() {
      // The numbers go on, because followers tell old entries from new ones by them.
      clears++
      sayDroppedAt = 1
      shelf.clear()
    },
    close() {
      for (const { ended } of followers) ended()
      followers.clear()
    },
  }
}
