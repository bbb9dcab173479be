import type { Scope } from '../../generated/operations'
import type { Memory } from '../settings/memory'

/** The mode of a key and of all data made with it. Live and test data are kept apart. */
export type Mode = 'live' | 'test'

/**
 * An event in a store.
 *
 * @example
 * const store: Store = createMemoryStore()
 * const counting: Store = { ...store, ingest: (ingestion) => (count++, store.ingest(ingestion)) }
 */
export interface StoredEvent {
  id: string
  mode: Mode
  type: string
  /** ISO 8601, UTC. */
  created: string
  /** The Event object as JSON text. Every answer and every delivery repeats exactly this text. */
  json: string
  /** The idempotency key of the creation. */
  idempotencyKey?: string
}

/** A webhook in a store, with its secret. */
export interface StoredWebhook {
  id: string
  mode: Mode
  url: string
  events: readonly string[]
  description?: string
  status: string
  secret: string
  created: string
}

/** An API key in a store. */
export interface StoredKey {
  id: string
  key: string
  mode: Mode
  name: string
  /** `null` means full access. */
  scopes: readonly Scope[] | null
  /** ISO 8601, UTC. `null` means that the key never expires. */
  expiresAt: string | null
  created: string
}

/** An idempotency key, its scope and its end. */
export interface IdempotencyRecord {
  /** The mode and the operation, but not the API key, so that a repetition with a rotated key finds the original. */
  scope: string
  key: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** The argument of {@link Store.ingest}. */
export interface Ingestion {
  event: StoredEvent
  now: number
  idempotency?: IdempotencyRecord
  /** Whether the event is delivered to every subscribed webhook. The body is made of the event when it is sent. */
  deliver: boolean
}

/** The result of {@link Store.ingest}. */
export interface IngestResult {
  /** The new event or, when `replayed`, the original one. */
  event: StoredEvent
  replayed: boolean
  /** How many deliveries were written. */
  deliveries: number
}

/** A query for a page of at most `limit` items that follow the position `after`. */
export interface PageQuery {
  limit: number
  /** In the order `by-id` a position is the id of an item, which may be gone by now. In the others it is a number. */
  after?: number | string
  order: 'newest-first' | 'oldest-first' | 'by-id'
}

/** The items of a page. `next` is the position from which the next page begins, absent on the last page. */
export interface Slice<T> {
  items: T[]
  next?: number | string
}

/** A delivery that belongs to one worker until the worker settles it or the lease ends. */
export interface ClaimedDelivery {
  id: string
  webhookId: string
  url: string
  secret: string
  eventId: string
  eventType: string
  /** The event that is delivered, of which the body is made. */
  event: StoredEvent
  /** How many attempts were made before. */
  attempts: number
}

/** A pending delivery. */
export interface PendingDelivery {
  webhookId: string
  eventId: string
  attempts: number
  /** Milliseconds since the epoch. */
  dueAt: number
}

/** All data of a store, oldest first, as a snapshot or a seed has it. */
export interface StoreContent {
  keys: readonly StoredKey[]
  webhooks: readonly StoredWebhook[]
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>
  /** The idempotency keys that have not expired, each with its event. */
  idempotency: AsyncIterable<KeptRecord> | Iterable<KeptRecord>
  /** Deliveries of these events to these webhooks. */
  deliveries: AsyncIterable<PendingDelivery> | Iterable<PendingDelivery>
}

/** An idempotency key and the event that it returns. */
export interface KeptRecord extends IdempotencyRecord {
  eventId: string
}

/** The argument of {@link Store.open}. */
export interface Opening {
  /** The dialect of the backend, as text. Data of one dialect is of no use to another. */
  dialect: string
  /** The data to begin with. */
  content: () => Promise<StoreContent>
  /** The memory of the backend, for a store that keeps its data in this process. */
  memory?: Memory
  /** Receives how many events were forgotten just now, because memory was short. */
  onForgotten?: (events: number) => void
}

/**
 * The store has no room for what was to be added, because what it holds may not be forgotten: events under a live
 * idempotency key or a pending delivery, webhooks and keys. Requests are answered with 503.
 *
 * @example
 * await store.addWebhook(webhook).catch((error: unknown) => {
 *   if (error instanceof StoreFullError) console.error(error.message)
 * })
 */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError'
}

/**
 * The data of a store was written under another dialect. Each request of the backend that opened it shows this.
 *
 * @example
 * await store.open(opening).catch((error: unknown) => {
 *   if (error instanceof StoreMismatchError) console.error(error.message)
 * })
 */
export class StoreMismatchError extends Error {
  override readonly name = 'StoreMismatchError'
}

/** The argument of {@link Store.claim}. */
export interface Claim {
  now: number
  limit: number
  /** How many deliveries of one webhook may be claimed at once, so that a slow one delays no other. */
  perWebhook: number
  /** Milliseconds after which another worker may claim a delivery that was not settled. */
  lease: number
}

/**
 * The store of all data of a backend. Each operation is one atomic step (one transaction of a database) and depends on
 * no earlier read, so that many processes may share one store.
 */
export interface Store {
  /**
   * Makes the store ready. Plants `content` where nobody has ever planted anything, and says whether it did: a start
   * erases nothing. Rejects with a {@link StoreMismatchError} where the data is of another dialect.
   */
  open(opening: Opening): Promise<boolean>
  /** Ends the use of the store by the backend that opened it. The data stays. */
  close(): Promise<void>

  /**
   * Stores the event, its idempotency record and one delivery for each subscribed webhook, or nothing at all when
   * the idempotency key is known and has not expired. When two arrive at once, exactly one becomes the original. Rejects
   * with a {@link StoreFullError}, as `addWebhook`, `addKey` and `replace` do.
   */
  ingest(ingestion: Ingestion): Promise<IngestResult>
  event(mode: Mode, id: string): Promise<StoredEvent | undefined>
  events(mode: Mode, page: PageQuery): Promise<Slice<StoredEvent>>

  addWebhook(webhook: StoredWebhook): Promise<void>
  webhooks(mode: Mode, page: PageQuery): Promise<Slice<StoredWebhook>>
  /**
   * Changes the status or the secret of a webhook, at once for its pending deliveries, too. One that is no longer `active`
   * gets no further delivery, and loses the pending ones. Returns whether the webhook existed. Without this method no
   * webhook is disabled and no secret is rotated.
   */
  updateWebhook?(id: string, change: Partial<Pick<StoredWebhook, 'status' | 'secret'>>): Promise<boolean>
  /** Removes the webhook and its pending deliveries. Returns whether the webhook existed. */
  removeWebhook(mode: Mode, id: string): Promise<boolean>

  addKey(key: StoredKey): Promise<void>
  findKey(key: string): Promise<StoredKey | undefined>
  keys(): Promise<StoredKey[]>
  /** Removes the key with this id. Returns whether it existed. */
  removeKey(id: string): Promise<boolean>

  /** Claims deliveries that are due, the ones that have been due for longest first. */
  claim(claim: Claim): Promise<ClaimedDelivery[]>
  /** Ends a claim: the delivery is done or, with `retryAt`, due again at that time. */
  settle(id: string, retryAt?: number): Promise<void>
  /** The time at which the next unclaimed delivery is due. */
  nextDue(): Promise<number | undefined>

  /** A random text that is another one whenever all data was replaced. Cursors of an earlier epoch lead nowhere. */
  epoch(): string

  /** Everything as of one moment. Deliveries that are claimed are among the pending ones. */
  read(): Promise<StoreContent>
  /** Puts this in place of everything, or fails and changes nothing. Claims of the old data count for nothing. */
  replace(content: StoreContent): Promise<void>
}
