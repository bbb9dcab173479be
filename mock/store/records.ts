import type { Scope } from '../../generated/operations'

/** The mode of a key and of all data made with it. Live and test data are kept apart. */
export type Mode = 'live' | 'test'

/**
 * An event in a store. Its id, type and time stand in `json` as well.
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

/** A webhook in a store: the fields that the interface gives it, its secret among them, and its mode. */
export interface StoredWebhook {
  id: string
  mode: Mode
  url: string
  /** Event types and patterns, or `*` alone for all. */
  events: readonly string[]
  /** Absent where none was given. */
  description?: string
  /** `active` or, where it gets no deliveries, `disabled`. */
  status: string
  /** Begins with `whsec_`. Deliveries are signed with it. */
  secret: string
  /** The secret that it had before. Absent where none was replaced. */
  previousSecret?: PreviousSecret
  /** ISO 8601, UTC. */
  created: string
}

/** A change of a webhook. */
export type WebhookChange = Partial<Pick<StoredWebhook, 'status' | 'secret' | 'previousSecret'>>

/** The secret that a webhook had before, which signs beside the new one for a while. */
export interface PreviousSecret {
  secret: string
  /** The service's time at which it signs no more, in milliseconds since the epoch. */
  until: number
}

/** An API key in a store. */
export interface StoredKey {
  id: string
  /** The key itself, by which `findKey` finds it. */
  key: string
  mode: Mode
  /** Empty where none was given. */
  name: string
  /** `null` means full access. */
  scopes: readonly Scope[] | null
  /** ISO 8601, UTC. `null` means that the key never expires. */
  expiresAt: string | null
  /** ISO 8601, UTC. */
  created: string
}

/** An idempotency key, its scope and its end. */
export interface IdempotencyRecord {
  /** The mode and the operation, but not the API key, so that a repetition with a rotated key finds the original. */
  scope: string
  /** The idempotency key as the client sent it. */
  key: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/**
 * The scope of the keys of `createEvent` in each mode. Each record keeps its scope, so that these are texts which are made once
 * and not one for each request.
 */
export const createEventScope: Readonly<Record<Mode, string>> = {
  live: 'live createEvent',
  test: 'test createEvent',
}

/** A query for a page of at most `limit` items that follow the position `after`. */
export interface PageQuery {
  limit: number
  /** In the order `by-id` a position is the id of an item, which may be gone by now. In the others it is a number. */
  after?: number | string
  /** By the order in which items were added, or by the text of the id. */
  order: 'newest-first' | 'oldest-first' | 'by-id'
}

/** The items of a page. `next` is the position from which the next page begins, absent on the last page. */
export interface Slice<T> {
  items: T[]
  next?: number | string
}

/** A pending delivery. */
export interface PendingDelivery {
  webhookId: string
  eventId: string
  /** How many attempts were made. */
  attempts: number
  /** Milliseconds since the epoch. */
  dueAt: number
}

/** A pending delivery as it stands in its store, with its id. */
export interface ListedDelivery extends PendingDelivery {
  id: string
  /** Whether a worker has it right now. */
  claimed: boolean
  /** True where it had ended, and somebody asked for one more attempt. */
  resent?: true
}

/** The choice of {@link Store.pending}: the deliveries of some events, or the one with an id. */
export type PendingQuery = { events: readonly string[] } | { id: string }

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

/** The data of a store as it is read, step by step. */
export interface StoreReading extends StoreContent {
  /** Ends the reading, also where some of it was never asked for. */
  end(): Promise<void>
}

/** An idempotency key and the event that it returns. */
export interface KeptRecord extends IdempotencyRecord {
  eventId: string
}
