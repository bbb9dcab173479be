import type { Scope } from '../../generated/operations'

/** Live and test data never meet. */
export type Mode = 'live' | 'test'

/**
 * An event as it is kept.
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
  /** The Event object as JSON, written once: every answer and every delivery repeats these characters. */
  json: string
  /** The key that it was created with. */
  idempotencyKey?: string
}

/** A webhook as it is kept, with its secret. */
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

/** An API key as it is kept. */
export interface StoredKey {
  id: string
  key: string
  mode: Mode
  name: string
  /** `null`: full access. */
  scopes: readonly Scope[] | null
  /** ISO 8601, UTC. `null`: never. */
  expiresAt: string | null
  created: string
}

/** What an idempotency key is remembered by. */
export interface IdempotencyRecord {
  /** Account, mode and operation, so that a change of the API key does not break a repetition. */
  scope: string
  key: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** What {@link Store.ingest} takes. */
export interface Ingestion {
  event: StoredEvent
  now: number
  idempotency?: IdempotencyRecord
  /** Body for every subscribed webhook. Without one nothing is delivered. */
  delivery?: string
}

/** What {@link Store.ingest} did. */
export interface IngestResult {
  /** The new event or, when `replayed`, the original one. */
  event: StoredEvent
  replayed: boolean
  /** How many deliveries were written. */
  deliveries: number
}

/** A page to read: at most `limit` items that follow the position `after`. */
export interface PageQuery {
  limit: number
  after?: number
  order: 'newest-first' | 'oldest-first'
}

/** A page that was read. `next` is the position to go on from, absent on the last page. */
export interface Slice<T> {
  items: T[]
  next?: number
}

/** A delivery that a worker has to itself until it settles it or its lease ends. */
export interface ClaimedDelivery {
  id: string
  webhookId: string
  url: string
  secret: string
  eventId: string
  eventType: string
  body: string
  /** How often it was tried before. */
  attempts: number
}

/** A delivery that is still to be made. */
export interface PendingDelivery {
  webhookId: string
  eventId: string
  body: string
  attempts: number
  /** Milliseconds since the epoch. */
  dueAt: number
}

/** What {@link Store.claim} takes. */
export interface Claim {
  now: number
  limit: number
  /** How many deliveries of one webhook may be claimed at once, so that a slow one delays no other. */
  perWebhook: number
  /** Milliseconds after which another worker may take what was not settled. */
  lease: number
}

/**
 * Everything that the backend keeps. Each operation is one atomic step (one transaction of a database), and none
 * needs what another has read, so that many processes may share one store.
 */
export interface Store {
  /**
   * Stores the event, its idempotency record and one delivery for each subscribed webhook, or nothing at all when
   * the idempotency key is known and has not expired. Of two that arrive at once, one is the original.
   */
  ingest(ingestion: Ingestion): Promise<IngestResult>
  event(mode: Mode, id: string): Promise<StoredEvent | undefined>
  events(mode: Mode, page: PageQuery): Promise<Slice<StoredEvent>>

  addWebhook(webhook: StoredWebhook): Promise<void>
  webhooks(mode: Mode, page: PageQuery): Promise<Slice<StoredWebhook>>
  /** Removes the webhook and its pending deliveries. Says whether it was there. */
  removeWebhook(mode: Mode, id: string): Promise<boolean>

  addKey(key: StoredKey): Promise<void>
  findKey(key: string): Promise<StoredKey | undefined>
  keys(): Promise<StoredKey[]>
  /** Removes the key with this id. Says whether it was there. */
  removeKey(id: string): Promise<boolean>

  /** Takes deliveries that are due, the longest due first. */
  claim(claim: Claim): Promise<ClaimedDelivery[]>
  /** Ends a claim: the delivery is done or, with `retryAt`, due again at that time. */
  settle(id: string, retryAt?: number): Promise<void>
  /** When the next unclaimed delivery is due. */
  nextDue(): Promise<number | undefined>

  /** All deliveries that have not ended, claimed or not. */
  pendingDeliveries(): Promise<PendingDelivery[]>
  /** Adds a delivery of an event and to a webhook that are there. */
  addDelivery(delivery: PendingDelivery): Promise<void>

  /** Forgets everything. */
  reset(): Promise<void>
}
