import type { DeliveryAttempt } from '../deliveries/attempt'
import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import { createRandom } from '../settings/random'
import { hiddenAttempt, type DeliveryEntry } from './delivery-entry'
import { requestEntry, type RequestEntry } from './entry'
import type { KnownSecrets } from './known-secrets'
import { lazyEntry } from './lazy-entry'
import type { NoticeCode, NoticeEntry } from './notice'
import type { RecordedRequest } from './record'
import { createShelf } from './shelf'

/**
 * An entry of the journal: a request to the interface, a delivery attempt, or a notice of the backend itself.
 *
 * @example
 * const response = await backend.fetch(new Request('http://localhost/__mock/journal'))
 * const { data } = (await response.json()) as { data: JournalEntry[] }
 */
export type JournalEntry = RequestEntry | DeliveryEntry | NoticeEntry

/**
 * The part of an entry that is known before the entry is made.
 *
 * @example
 * const isFailure = (entry: EntryOutline) => entry.kind === 'request' && entry.status >= 400
 * const backend = createBackend({ onEntry: console.log, wantsEntry: isFailure })
 */
export type EntryOutline =
  | Pick<RequestEntry, 'kind' | 'status'>
  | Pick<DeliveryEntry, 'kind' | 'outcome'>
  | Pick<NoticeEntry, 'kind' | 'code'>

/** The requests, delivery attempts and notices of a state, in the order in which they ended. */
export interface Journal {
  /** Adds a request at once or, where its body is still arriving, once `coming` has resolved. */
  addRequest(request: RecordedRequest, coming?: Promise<void>): void
  addDelivery(attempt: DeliveryAttempt): void
  /** Says something of the backend's own accord: here, to the followers and to the logger. */
  addNotice(code: NoticeCode, message: string): void
  /** Resolves when all requests that were answered before have been added, which takes a second at most. */
  settled(): Promise<unknown>
  /** The delivery attempts that are kept, oldest first, without the first `skip` that were ever added. Nothing is hidden. */
  deliveries(skip?: number): DeliveryAttempt[]
  /** The same, with keys and secrets hidden. */
  shownDeliveries(skip?: number): DeliveryAttempt[]
  /** The same with the numbers of their entries. Nothing is hidden. */
  numberedDeliveries(): readonly DeliveryEntry[]
  /** The request with this number as it was recorded, nothing hidden. `undefined` where no request that is kept has it. */
  recorded(number: number): RecordedRequest | undefined
  /** The numbers of the requests that are about an event, oldest first. */
  requestsAbout(eventId: string): number[]
  /** The ids of the webhooks that were deleted, as far as the requests are kept. */
  deletedWebhooks(): string[]
  /** How many delivery attempts were ever added. */
  readonly deliveryCount: number
  /** How many entries were dropped since the journal was last cleared. */
  readonly dropped: number
  /** The first entry whose number is larger than `after`, `undefined` where there is none yet. */
  next(after: number): JournalEntry | undefined
  /** The number of the last entry that was ever added. */
  readonly last: number
  /** Another text whenever the journal was cleared, and in each other journal: numbers of entries mean something within one. */
  readonly id: string
  /** How many entries are kept. */
  readonly size: number
  /** Calls `added` after each new entry and after the journal was cleared, and `ended` when the journal is closed. Returns a function that stops this. */
  follow(added: () => void, ended: () => void): () => void
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
  secrets: Pick<KnownSecrets, 'list'>
  /** Gets each entry when it is added. */
  onEntry?: (entry: JournalEntry) => void
  /** Whether `onEntry` gets an entry. Each one unless given. */
  wantsEntry?: (entry: EntryOutline) => boolean
}

/** Makes an empty journal. */
export function createJournal(options: JournalOptions): Journal {
  const { capacity, clock, logger, secrets, onEntry, wantsEntry = () => true } = options
  const shelf = createShelf(capacity)
  const followers = new Set<{ added: () => void; ended: () => void }>()
  const arriving = new Set<Promise<void>>()
  // The source of the options may repeat itself, and would give the journal of a later start the same name.
  const name = Array.from(createRandom().bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  let count = 0
  let clears = 0
  let sayDroppedAt = 1

  function announce(outline: EntryOutline, entry: () => JournalEntry) {
    for (const { added } of followers) added()
    if (!onEntry) return
    try {
      if (wantsEntry(outline)) onEntry(entry())
    } catch (error) {
      logger.error?.('onEntry failed.', error)
    }
  }

  function addNumbered(request: RecordedRequest) {
    request.number = ++count
    shelf.putRequest(request)
    announce({ kind: 'request', status: request.status }, () => lazyEntry(request, secrets.list()))
    sayDropped()
  }

  function addNotice(code: NoticeCode, message: string) {
    const at = new Date(clock.now()).toISOString()
    const entry: NoticeEntry = { kind: 'notice', number: ++count, at, code, message }
    shelf.putEntry(entry)
    logger.warn?.(message)
    announce(entry, () => entry)
  }

  /** An entry as it is shown. */
  function shownEntry(entry: RecordedRequest | DeliveryEntry | NoticeEntry): JournalEntry {
    if (!('kind' in entry)) return requestEntry(entry, secrets.list())
    return entry.kind === 'notice' ? entry : hiddenAttempt(entry, secrets.list())
  }

  function deliveries(skip?: number): DeliveryAttempt[] {
    return shelf.deliveries(skip).map(({ kind: _kind, number: _number, next: _next, ...attempt }) => attempt)
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
      const entry: DeliveryEntry = { kind: 'delivery', number: ++count, ...attempt, next: attempt.retryAt }
      shelf.putEntry(entry)
      announce(entry, () => hiddenAttempt(entry, secrets.list()))
      sayDropped()
    },
    addNotice,
    settled: () => Promise.all(arriving),
    deliveries,
    shownDeliveries: (skip) => deliveries(skip).map((attempt) => hiddenAttempt(attempt, secrets.list())),
    numberedDeliveries: () => shelf.deliveries(),
    recorded(number) {
      const entry = shelf.at(number)
      return entry && !('kind' in entry) ? entry : undefined
    },
    requestsAbout: (eventId) =>
      shelf
        .requests()
        .filter(({ subject }) => subject && 'event' in subject && subject.event === eventId)
        .map(({ number }) => number),
    deletedWebhooks: () =>
      shelf
        .requests()
        .flatMap(({ subject }) =>
          subject && 'webhook' in subject && subject.deleted ? subject.webhook : [],
        ),
    get deliveryCount() {
      return shelf.deliveryCount
    },
    get dropped() {
      return shelf.dropped
    },
    next(after) {
      const entry = shelf.after(after)
      return entry && shownEntry(entry)
    },
    get last() {
      return count
    },
    get id() {
      return `${name}.${clears}`
    },
    get size() {
      return shelf.size
    },
    follow(added, ended) {
      const follower = { added, ended }
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
      for (const { added } of followers) added()
    },
    close() {
      for (const { ended } of followers) ended()
      followers.clear()
    },
  }
}
