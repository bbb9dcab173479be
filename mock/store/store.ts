import type { Memory } from '../settings/memory'
import type {
  AttemptCounts,
  AttemptQuery,
  DueAgain,
  FailedDeliveries,
  FailedQuery,
  StoredAttempt,
} from './attempts'
import type { Claim, ClaimReference, ClaimedDelivery, Outlook, Settlement } from './claims'
import type {
  IdempotencyRecord,
  ListedDelivery,
  Mode,
  PageQuery,
  PendingQuery,
  Slice,
  StoreContent,
  StoreReading,
  StoredEvent,
  StoredKey,
  StoredWebhook,
  WebhookChange,
} from './records'
import type { Sharing } from './sharing'

/** The argument of {@link Store.ingest}. */
export interface Ingestion {
  event: StoredEvent
  /** The service's time, in milliseconds since the epoch. */
  now: number
  /** Absent where the request bore no idempotency key. */
  idempotency?: IdempotencyRecord
  /** Whether the event is delivered to every subscribed webhook. The body is made of the event when it is sent. */
  deliver: boolean
  /**
   * The patterns that the event's type matches, such as `order.*`. A webhook that is subscribed to one of them gets the event, as one that is
   * subscribed to the type or to `*` does.
   */
  patterns?: readonly string[]
}

/** The result of {@link Store.ingest}. */
export interface IngestResult {
  /** The new event or, when `replayed`, the original one. */
  event: StoredEvent
  /** Whether the idempotency key led to an event that there was. Then nothing was written. */
  replayed: boolean
  /** How many deliveries were written. */
  deliveries: number
}

/** The result of {@link Store.upkeep}, in seconds. */
export interface Upkeep {
  /** How long the oldest snapshot of the database has been open. While one is, nothing that was changed since can be cleared away. */
  oldestSnapshot: number
  /** For how long events have been kept beyond their retention, or the newest partition of events has been due to be closed. */
  retentionOverdue: number
}

/** The argument of {@link Store.open}. */
export interface Opening {
  /** The dialect of the backend, as JSON text. Data of one dialect is of no use to another. */
  dialect: string
  /** The service's time, in milliseconds since the epoch. */
  now: () => number
  /** The data to begin with. */
  content: () => Promise<StoreContent>
  /** The settings to begin with, as JSON text by name: a store that processes share plants them together with `content`. */
  settings?: () => Readonly<Record<string, string>>
  /** The memory of the backend, for a store that keeps its data in this process. */
  memory?: Memory
  /** Receives how many events were forgotten just now, because memory was short. */
  onForgotten?: (events: number) => void
}

/**
 * The store of all data of a backend. Each operation is one atomic step (one transaction of a database) and depends on
 * no earlier read, so that many processes may share one store. What most requests ask for (`findKey`, `take`, `ingest`, `events`)
 * may be answered at once by a store in memory: a promise for each would cost more than the answer.
 */
export interface Store {
  /**
   * Makes the store ready. Plants `content` where nobody has ever planted anything, and says whether it did: a start
   * erases nothing. Rejects with a `StoreMismatchError` where the data is of another dialect.
   */
  open(opening: Opening): Promise<boolean>
  /** Ends the use of the store by the backend that opened it. The data stays. */
  close(): Promise<void>

  /**
   * Stores the event, its idempotency record and one delivery for each subscribed webhook, or nothing at all when
   * the idempotency key is known and has not expired. When two arrive at once, exactly one becomes the original. Rejects
   * with a `StoreFullError`, as `addWebhook`, `addKey` and `replace` do.
   */
  ingest(ingestion: Ingestion): IngestResult | Promise<IngestResult>
  /** The event of this mode and id. */
  event(mode: Mode, id: string): Promise<StoredEvent | undefined>
  /** A page of the events of a mode. */
  events(mode: Mode, page: PageQuery): Slice<StoredEvent> | Promise<Slice<StoredEvent>>

  /** Adds a webhook. It gets the events that are ingested from now on. */
  addWebhook(webhook: StoredWebhook): Promise<void>
  /** A page of the webhooks of a mode, whatever their status. */
  webhooks(mode: Mode, page: PageQuery): Promise<Slice<StoredWebhook>>
  /**
   * Changes a webhook, at once for its pending deliveries, too. One that is no longer `active` gets no further delivery,
   * and loses the pending ones, which are remembered as dropped. Returns whether the webhook existed.
   */
  updateWebhook(id: string, change: WebhookChange): Promise<boolean>
  /**
   * Removes the webhook and its pending deliveries, which are remembered as dropped: nothing is claimed for it any more. Returns
   * whether the webhook existed.
   */
  removeWebhook(mode: Mode, id: string): Promise<boolean>

  /** Returns false, and changes nothing, where there is such a key already. */
  addKey(key: StoredKey): Promise<boolean>
  /** Finds a key by its text. A key that another process removed may be found for one second more. */
  findKey(key: string): StoredKey | undefined | Promise<StoredKey | undefined>
  /** All keys, oldest first. */
  keys(): Promise<StoredKey[]>
  /** Changes when a key expires: ISO 8601 in UTC, `null` for never. Returns whether the key existed. */
  expireKey(id: string, expiresAt: string | null): Promise<boolean>
  /** Removes the key with this id. Returns whether it existed. */
  removeKey(id: string): Promise<boolean>
  /**
   * Counts one request of a key at `now` against a rate of so many requests a second. Returns 0 when the request may pass,
   * else the milliseconds until one may. A key may save up the requests of one second.
   */
  take(keyId: string, now: number, rate: number): number | Promise<number>

  /**
   * Claims deliveries that are due, and those whose lease has ended. Webhooks take turns. Returns fewer than the limit only where no
   * more can be claimed. One that another worker gave back, or whose lease has ended, may be found a second later.
   */
  claim(claim: Claim): Promise<ClaimedDelivery[]>
  /**
   * Ends claims, and remembers what came of each in the same step. Resolves with the ids of those that were still the caller's. The
   * others count for nothing.
   */
  settle(ends: readonly Settlement[]): Promise<ReadonlySet<string>>
  /**
   * Begins the leases of some claims anew. Resolves with the ids of those that are still the caller's. The others belong to
   * another worker by now, or to a webhook that gets nothing more.
   */
  extend(claims: readonly ClaimReference[], lease: number): Promise<ReadonlySet<string>>
  /** Makes claims that were not sent due again, so that nobody has to wait for the end of their leases. */
  release(claims: readonly ClaimReference[]): Promise<void>
  /** The first time of the service after `now` at which an unclaimed delivery falls due. */
  nextDue(now: number): Promise<number | undefined>
  /** Counts the pending deliveries, as of this time of the service. */
  outlook(now: number): Promise<Outlook>
  /** Looks for deliveries that have not ended, in no particular order. A look may cost as much as there are pending ones. */
  pending(query: PendingQuery): Promise<ListedDelivery[]>
  /**
   * Makes pending deliveries due now, and deliveries that have ended pending once more. Returns the ids of those that are due now; `resent` says that
   * one attempt is made and no retry follows. It leaves out those that are claimed, were attempted since `attempts` was read, have lost their event,
   * or belong to a webhook that is not active. So two callers that ask for the same attempt at once get one attempt.
   */
  sendAgain(deliveries: readonly DueAgain[], now: number): Promise<ReadonlyMap<string, { resent: boolean }>>

  /**
   * Remembers attempts that no claim ends, such as those that somebody asked for. Attempts whose event is gone are left out, and those
   * of no delivery of this store.
   */
  addAttempts(attempts: readonly StoredAttempt[]): Promise<void>
  /** The attempts that are remembered, those of each delivery in the order of their numbers. */
  attempts(query: AttemptQuery): Promise<StoredAttempt[]>
  /** Looks for deliveries that did not come through. A look may cost as much as there are. */
  failed(query: FailedQuery): Promise<FailedDeliveries>
  /** Counts the attempts that are remembered. */
  attemptCounts(): Promise<AttemptCounts>

  /** A random text that is another one whenever all data was replaced. Cursors of an earlier epoch lead nowhere. */
  epoch(): string

  /**
   * Everything as of one moment, but for the attempts that are remembered. Deliveries that are claimed are among the pending ones.
   * Whoever reads calls `end`, because a store may keep a connection open until then.
   */
  read(): Promise<StoreReading>
  /**
   * Puts this in place of everything, or fails and changes nothing. Claims of the old data count for nothing, rates begin anew,
   * and no attempt is remembered.
   */
  replace(content: StoreContent): Promise<void>

  /** Rejects with a `StoreUnavailableError` where the store cannot be reached for now, or takes no creation. */
  check(): Promise<void>
  /**
   * Measures what slows the store down: old snapshots, and events that should have been removed by the service's time `now`. Absent in a store that
   * needs no upkeep.
   */
  upkeep?(now: number): Promise<Upkeep>
  /**
   * The name by which whoever replaces all data through the control routes has to confirm it, for a store whose data outlasts the
   * process. Absent where nobody has to.
   */
  readonly name?: string
  /** The settings that all processes share. Absent in a store that only one process uses. */
  readonly sharing?: Sharing
}
