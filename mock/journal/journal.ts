import { hex } from '../../src/core/encoding'
import type { DeliveryAttempt } from '../deliveries/attempt'
import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import type { Memory } from '../settings/memory'
import { createRandom } from '../settings/random'
import { EntryBuffer } from './buffer'
import { hiddenAttempt, type DeliveryEntry } from './delivery-entry'
import { lazyEntry, requestEntry, type RequestEntry } from './entry'
import type { KeptBody } from './kept-body'
import type { KnownSecrets } from './redaction'
import { Slab } from './slab'
import type { NoticeCode, NoticeEntry } from './notice'
import { longestAnswer, shareTexts, type RecordedRequest } from './record'

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

/** The parts that a journal works with. */
export interface JournalOptions {
  /** How many requests, how many delivery attempts and how many notices it keeps, each. */
  capacity: number
  clock: Pick<Clock, 'now'>
  logger: Logger
  secrets: KnownSecrets
  memory: Pick<Memory, 'balance'>
  /** Gets each entry when it is added. */
  onEntry?: (entry: JournalEntry) => void
  /** Whether `onEntry` gets an entry. Each one unless given. */
  wantsEntry?: (entry: EntryOutline) => boolean
}

/** The requests, delivery attempts and notices of a state, in the order in which they ended. */
export class Journal {
  readonly #buffer: EntryBuffer
  readonly #followers = new Set<{ added: () => void; ended: () => void }>()
  /** The requests that are answered and whose bodies are still arriving. */
  readonly #arriving = new Set<Promise<void>>()
  // The source of the options may repeat itself, and would give the journal of a later start the same name.
  readonly #name = hex(createRandom().bytes(8))
  readonly #slab = new Slab()
  #latest: RecordedRequest | undefined
  #last = 0
  #clears = 0
  #isClosed = false

  /** Makes an empty journal. */
  constructor(private readonly options: JournalOptions) {
    this.#buffer = new EntryBuffer(options.capacity)
  }

  /** Adds a request. Where some of its body was not read, that is read first, for a second at most. */
  addRequest(request: RecordedRequest, body?: KeptBody): void {
    if (body?.isUnread) {
      this.#addOnceRead(request, body)
      return
    }
    request.body ??= body?.takeBeginning(this.#slab)
    request.number = ++this.#last
    const { answer } = request
    // A slice would keep the whole text, and long texts that are kept for a while cost the engine more than a copy does.
    if (typeof answer === 'string' && answer.length > longestAnswer)
      request.answer = this.#slab.beginningOf(answer, longestAnswer)
    if (this.#latest) shareTexts(request, this.#latest)
    this.#latest = request
    this.options.memory.balance(this.#buffer.requests.add(request))
    this.#announce({ kind: 'request', status: request.status }, () => lazyEntry(request, this.#secrets))
  }

  addDelivery(attempt: DeliveryAttempt): void {
    const number = ++this.#last
    const entry: DeliveryEntry = { kind: 'delivery', number, ...attempt, next: attempt.retryAt }
    this.options.memory.balance(this.#buffer.deliveries.add(entry))
    this.#announce(entry, () => hiddenAttempt(entry, this.#secrets))
  }

  /** Says something of the backend's own accord: here, to the followers and to the logger. */
  addNotice(code: NoticeCode, message: string): void {
    const at = new Date(this.options.clock.now()).toISOString()
    const entry: NoticeEntry = { kind: 'notice', number: ++this.#last, at, code, message }
    this.#buffer.notices.add(entry)
    this.options.logger.warn?.(message)
    this.#announce(entry, () => entry)
  }

  /** Resolves when all requests that were answered before have been added, which takes a second at most. */
  async settled(): Promise<void> {
    await Promise.all(this.#arriving)
  }

  /** The delivery attempts that are kept, oldest first, without the first `skip` that were ever added. Nothing is hidden. */
  deliveries(skip?: number): DeliveryAttempt[] {
    return this.#buffer.deliveries
      .since(skip)
      .map(({ kind: _kind, number: _number, next: _next, ...attempt }) => attempt)
  }

  /** The entries of the attempts, with keys and secrets hidden. */
  shownDeliveries(skip?: number): DeliveryEntry[] {
    return this.numberedDeliveries(skip).map((attempt) => hiddenAttempt(attempt, this.#secrets))
  }

  /** The same as `deliveries`, with the numbers of their entries. */
  numberedDeliveries(skip?: number): readonly DeliveryEntry[] {
    return this.#buffer.deliveries.since(skip)
  }

  /** The request with this number as it was recorded, nothing hidden. `undefined` where no request that is kept has it. */
  recorded(number: number): RecordedRequest | undefined {
    const entry = this.#buffer.at(number)
    return entry && !('kind' in entry) ? entry : undefined
  }

  /** The numbers of the requests that are about an event, oldest first. */
  requestsAbout(eventId: string): number[] {
    return this.#buffer.requests
      .since()
      .filter(({ subject }) => subject && 'event' in subject && subject.event === eventId)
      .map(({ number }) => number)
  }

  /** The ids of the webhooks that were deleted, as far as the requests are kept. */
  deletedWebhooks(): string[] {
    return this.#buffer.requests
      .since()
      .flatMap(({ subject }) => (subject && 'webhook' in subject && subject.deleted ? subject.webhook : []))
  }

  /** How many delivery attempts were ever added. */
  get deliveryCount(): number {
    return this.#buffer.deliveries.count
  }

  /** How many entries were dropped since the journal was last cleared. */
  get dropped(): number {
    return this.#buffer.dropped
  }

  /** The first entry whose number is larger than `after`, `undefined` where there is none yet. */
  next(after: number): JournalEntry | undefined {
    const entry = this.#buffer.after(after)
    if (!entry || !('kind' in entry)) return entry && requestEntry(entry, this.#secrets)
    return entry.kind === 'notice' ? entry : hiddenAttempt(entry, this.#secrets)
  }

  /** The number of the last entry that was ever added. */
  get last(): number {
    return this.#last
  }

  /** Another text whenever the journal was cleared, and in each other journal: numbers of entries mean something within one. */
  get id(): string {
    return `${this.#name}.${this.#clears}`
  }

  /** How many entries are kept. */
  get size(): number {
    return this.#buffer.size
  }

  /**
   * Calls `added` after each new entry and after the journal was cleared, and `ended` when the journal is closed, at once where it
   * is. Returns a function that stops this.
   */
  follow(added: () => void, ended: () => void): () => void {
    const follower = { added, ended }
    if (this.#isClosed) ended()
    else this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  /** The bytes that the entries hold in memory, at most. */
  get bytes(): number {
    return this.#buffer.bytes
  }

  /** Drops the oldest entries until about so many bytes are free. Returns how many are. */
  shrink(bytes: number): number {
    return this.#buffer.shrink(bytes)
  }

  clear(): void {
    // The numbers go on, because followers tell old entries from new ones by them.
    this.#clears++
    this.#buffer.clear()
    this.#latest = undefined
    for (const { added } of this.#followers) added()
  }

  /** Ends all followers. */
  close(): void {
    this.#isClosed = true
    for (const { ended } of this.#followers) ended()
    this.#followers.clear()
  }

  get #secrets(): KnownSecrets {
    return this.options.secrets
  }

  #addOnceRead(request: RecordedRequest, body: KeptBody): void {
    const clears = this.#clears
    const arrival = body.readRest().then(() => {
      this.#arriving.delete(arrival)
      request.body = body.takeBeginning(this.#slab)
      if (this.#clears === clears) this.addRequest(request)
    })
    this.#arriving.add(arrival)
  }

  #announce(outline: EntryOutline, entry: () => JournalEntry): void {
    const { onEntry, wantsEntry, logger } = this.options
    for (const { added } of this.#followers) added()
    if (!onEntry) return
    try {
      if (wantsEntry?.(outline) ?? true) onEntry(entry())
    } catch (error) {
      logger.error?.('onEntry failed.', error)
    }
  }
}
