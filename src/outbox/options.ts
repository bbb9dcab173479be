import type { Dialect } from '../../generated/dialect'
import type { AnyCatalog, EventInput } from '../catalog/event'
import type { PostgresPool } from '../postgres/connection'
import type { Clock } from '../transport/clock'
import type { Logger } from '../transport/log'

/** Options of `createOutbox`. */
export interface OutboxOptions<Catalog extends object = AnyCatalog> {
  /** The connections to the database in which the rows stand: a pool of `pg`, or an object with the same methods. */
  pool: PostgresPool
  /** The schema that holds the tables. `event_delivery_outbox` unless given. */
  schema?: string | undefined
  /** Validators of payloads by event type. A payload that its validator refuses is refused by `add`, and so with the transaction. */
  catalog?: Catalog | undefined
  /**
   * How the deployment resolves what the interface leaves open. `add` refuses what this says is refused: an empty or long type, a request
   * that is too large. Without it, the relay parks such rows with the answer of the service.
   */
  dialect?: Dialect | undefined
  /** The time between two looks. The system's unless given. Leases and the 23 hours are measured by the database alone. */
  clock?: Clock | undefined
  /** Spreads the waits: a function from nothing to [0, 1). `Math.random` unless given. */
  random?: (() => number) | undefined
  /** The log of the relays. Nothing is printed unless given. */
  logger?: Logger | undefined
}

/** A new row of an outbox: an event that is to be created. */
export interface OutboxInput<Type extends string = string, Data = object> extends EventInput<Type, Data> {
  /** Makes the creation safe to repeat. A random one is made unless given. 1 to 255 printable ASCII characters. */
  idempotencyKey?: string | undefined
  /**
   * The rows of one key are sent one after the other, in the order in which they were added. 1 to 255 characters. A row without a key
   * waits for no other.
   */
  orderKey?: string | undefined
}

/** A row that was added. */
export interface AddedRow {
  /** The number of the row, as text. */
  id: string
  /** The key under which the event is going to be created. */
  idempotencyKey: string
}

/** The facts that every row states of itself. */
export interface OutboxRow extends AddedRow {
  type: string
  orderKey?: string
}

/** A row that was sent. */
export interface SentRow extends OutboxRow {
  /** The id of the event that the service created. */
  eventId: string
}

/** A row that waits for a decision: `outbox.retry` or `outbox.discard`. */
export interface ParkedRow extends OutboxRow {
  /** The payload. */
  data: unknown
  /** Why it was parked. */
  reason: string
  /** `rejected`: the service has no such event. `unknown`: it may have one. */
  outcome: 'rejected' | 'unknown'
  /** How often sending it has failed. */
  attempts: number
  createdAt: Date
  parkedAt: Date
}

/** Why a relay pauses. */
export interface RelayPause {
  /** `refused`: the service takes no events from this client (401, 403). `database`: the database cannot be reached. */
  reason: 'refused' | 'database'
  error: Error
}

/** Why a relay goes on. */
export type RelayResumption = Pick<RelayPause, 'reason'>

/** Options of `outbox.relay`. What the callbacks throw is logged and changes nothing. */
export interface RelayOptions {
  /** Ends the relay: it claims no more, waits for what is under way, and gives back the rest. */
  signal?: AbortSignal | undefined
  /** How many events are under way at once at most. 16 unless given. */
  concurrency?: number | undefined
  /** For how many milliseconds a row belongs to a relay that no longer says so. 30,000 unless given, at least 1,000. */
  lease?: number | undefined
  /** How many milliseconds a sent row is kept. A day unless given. */
  retention?: number | undefined
  /** How many milliseconds lie between two looks at most. New rows are told of besides. 1,000 unless given. */
  pollInterval?: number | undefined
  /** Whether a connection of the pool listens for word of new rows. `true` unless given, or the pool has one connection. */
  listen?: boolean | undefined
  /** How many milliseconds the end waits for what is under way. 10,000 unless given. */
  drain?: number | undefined
  /** After a row was sent and marked so. */
  onSent?: ((row: SentRow) => unknown) | undefined
  /** After a row was parked. */
  onParked?: ((row: ParkedRow) => unknown) | undefined
  /** Once when the relay begins to pause. It goes on by itself. */
  onPaused?: ((pause: RelayPause) => unknown) | undefined
  /** Once when it goes on. */
  onResumed?: ((resumption: RelayResumption) => unknown) | undefined
}

/** How many rows an outbox has, and what they wait for. */
export interface OutboxStatus {
  /** The version of the schema. */
  version: number
  /** Rows that are to be sent, those that wait for a repetition included. */
  waiting: number
  /** Rows that a relay has claimed. */
  sending: number
  /** Rows that wait for a decision. */
  parked: number
  /** Rows among the waiting that a parked row of their key holds back. */
  held: number
  /** Rows that were sent and are still kept. */
  sent: number
  /** Since when the oldest row waits that no parked row holds back. Absent where nothing waits. */
  oldest?: Date
}

/** Options of `outbox.parked`. */
export interface ParkedOptions {
  /** How many rows at most. 100 unless given. */
  limit?: number | undefined
  /** Only rows behind this id. */
  after?: string | undefined
}

/** Options of `outbox.retry`. */
export interface RetryOptions {
  /** Sends the event under a new idempotency key. */
  newKey?: boolean | undefined
  /** Permits that the service gets a second event, where the outcome of the first attempt is unknown. */
  mayDouble?: boolean | undefined
}

/** Options of `outbox.migrate`. */
export interface MigrateOptions {
  /** Gets the statements as one text, which is not executed then. Run it with psql: it may be repeated. */
  print?: ((sql: string) => void) | undefined
}
