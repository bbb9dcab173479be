import type { Dialect } from '../../generated/dialect'
import type { AnyCatalog, EventInput } from '../catalog/event'
import { refuseValue } from '../errors/refuse'
import type { PostgresPool } from '../postgres/connection'
import type { Clock } from '../transport/clock'
import type { Logger } from '../transport/log'
import { checkCount, checkPositive } from '../transport/preflight'

/**
 * Carries the trace of a transaction with its row, to the call that creates the event. `traceRows` of `@event-delivery/sdk/otel` makes one.
 */
export interface RowTracing {
  /** The trace in which a row is added, as text. */
  capture(): string | undefined
  /** Does some work within a trace that was captured. */
  within<T>(trace: string, work: () => T): T
}

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
  /**
   * Measures the time between two polls of the database. The clock of the system unless given. The database alone measures leases, and the
   * 23 hours for which a key protects.
   */
  clock?: Clock | undefined
  /** The source of the jitter of waits: a function that returns a number from 0 up to, but not including, 1. `Math.random` unless given. */
  random?: (() => number) | undefined
  /** Carries traces from `add` to the relay. None is carried unless given. */
  tracing?: RowTracing | undefined
  /** The log of the relays. Nothing is logged unless given. */
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
  /** The earliest time at which the row is sent. Until then the rows behind it in its order key wait too. At once unless given. */
  notBefore?: Date | undefined
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
  /** The type of the event. */
  type: string
  /** The key within which rows are sent in order. Absent where the row has none. */
  orderKey?: string
}

/** A row that was sent. */
export interface SentRow extends OutboxRow {
  /** The id of the event that the service created. */
  eventId: string
}

/**
 * The state of a row: it waits to be sent, a relay has claimed it, it waits for a decision, or it was sent and is still kept.
 */
export type RowState = 'waiting' | 'sending' | 'parked' | 'sent'

/** A row with all that is known of it. */
export interface ListedRow extends OutboxRow {
  state: RowState
  /** The payload. */
  data: unknown
  /** How often sending it has failed. */
  attempts: number
  /** Why it was parked, or why the last attempt failed. */
  reason?: string
  /** `rejected`: the service has no such event. `unknown`: it may have one. Absent where no attempt was made whose outcome matters. */
  outcome?: 'rejected' | 'unknown'
  /** When the row was added. */
  createdAt: Date
  /** When a waiting row is to be sent at the earliest. */
  dueAt?: Date
  /** When a parked row was parked. */
  parkedAt?: Date
  /** When a sent row was sent. */
  sentAt?: Date
  /** The event that the service created. */
  eventId?: string
}

/** A row that waits for a decision: `outbox.retry` or `outbox.discard`. */
export interface ParkedRow extends ListedRow {
  state: 'parked'
  /** Why it was parked. */
  reason: string
  outcome: 'rejected' | 'unknown'
  parkedAt: Date
}

/**
 * Says which rows are meant: those that fit each field that is given. Without any field, all rows. `type` and `orderKey` are compared as a
 * whole.
 */
export interface RowFilter {
  state?: RowState | undefined
  type?: string | undefined
  orderKey?: string | undefined
  /** Rows that are older than this, in milliseconds. */
  olderThan?: number | undefined
  /** Rows that were added before this time. */
  before?: Date | undefined
  /** With `true`, rows that an attempt failed for, and that are sent again by themselves. */
  failing?: boolean | undefined
  /** Rows whose reason contains this text. */
  reason?: string | undefined
}

/** Options of `outbox.rows`. */
export interface RowsOptions extends RowFilter, ParkedOptions {}

/** Options of acts on all rows of a filter. */
export interface ActOptions {
  /** With `true`, rows are counted and not changed. */
  dryRun?: boolean | undefined
}

/** Options of `outbox.parkAll`. */
export interface ParkAllOptions extends ActOptions {
  /** Why, for people who look at the rows later. */
  reason?: string | undefined
}

/** Options of `outbox.retryAll`. */
export interface RetryAllOptions extends ActOptions, Omit<RetryOptions, 'data'> {}

/** Options of `outbox.hold`. */
export interface HoldOptions extends ActOptions {
  /** The time before which rows were added. */
  before: Date
}

/** What an act on all rows of a filter did. */
export interface ActResult {
  /** How many rows were changed, or would be. */
  rows: number
  /** How many rows were left as they are, because to send them again could create second events. `mayDouble` retries these too. */
  skipped: number
}

/** Why a relay pauses. */
export interface RelayPause {
  /**
   * `refused`: the service takes no events from this client (401, 403), or refuses one row after the other (404, or any final refusal).
   * `database`: the database cannot be reached or fails.
   */
  reason: 'refused' | 'database'
  /** The refusal of the service, or the error of the database. */
  error: Error
}

/** Why a relay goes on. */
export type RelayResumption = Pick<RelayPause, 'reason'>

/** Options of `outbox.relay`. What the callbacks throw is logged and changes nothing. */
export interface RelayOptions {
  /** Ends the relay: it claims no more, waits for what is under way, and gives back the rest. */
  signal?: AbortSignal | undefined
  /**
   * After how many failed attempts a row is parked, where the service fails (such as by 5xx, 429 or no answer) and does not refuse the row.
   * An attempt is one call of the client, with all its retries. Unless given, the row is sent again until its key no longer protects from a
   * second event, 23 hours after an attempt of unknown outcome. The relay's log warns from the third failure on.
   */
  maxAttempts?: number | undefined
  /** How many events are under way at once at most. 16 unless given. */
  concurrency?: number | undefined
  /**
   * For how many milliseconds a claim of a row holds without being renewed. Then another relay may claim the row. 30,000 unless given, at
   * least 1,000.
   */
  lease?: number | undefined
  /** How many milliseconds a sent row is kept. A day unless given. */
  retention?: number | undefined
  /** How many milliseconds lie between two polls of the database at most. Notifications tell of new rows sooner. 1,000 unless given. */
  pollInterval?: number | undefined
  /** Whether a connection of the pool listens (`LISTEN`) for notifications of new rows. `true` unless given, or the pool has one connection. */
  listen?: boolean | undefined
  /** How many milliseconds the end waits for what is under way. 10,000 unless given. */
  drain?: number | undefined
  /** Called after a row was sent, and marked as sent in the database. */
  onSent?: ((row: SentRow) => unknown) | undefined
  /** Called after a row was parked. */
  onParked?: ((row: ParkedRow) => unknown) | undefined
  /** Called once when the relay begins to pause. The relay goes on by itself. */
  onPaused?: ((pause: RelayPause) => unknown) | undefined
  /** Called once when the relay goes on after a pause. */
  onResumed?: ((resumption: RelayResumption) => unknown) | undefined
}

/** How many rows an outbox has, and what they wait for. */
export interface OutboxStatus {
  /** The version of the schema. */
  version: number
  /** Rows that are to be sent, those that wait for a repetition included. */
  waiting: number
  /** Rows that an attempt has failed for, and that are sent again by themselves. */
  failing: number
  /** Rows that a relay has claimed. */
  sending: number
  /** Rows that wait for a decision. */
  parked: number
  /** Waiting rows that a parked row with the same order key keeps from being sent. */
  held: number
  /** Rows that were sent and are still kept. */
  sent: number
  /** How many rows were sent per second, on average over the last minute. */
  rate: number
  /** Since when the oldest row has waited that is due, and that no parked row keeps from being sent. Absent where no such row waits. */
  oldest?: Date
}

/** Options of `outbox.parked`, which lists a page at a time. */
export interface ParkedOptions {
  /** How many rows at most. 100 unless given. */
  limit?: number | undefined
  /** Only rows behind this id. */
  after?: string | undefined
}

/** Options of `outbox.retry`. */
export interface RetryOptions {
  /**
   * Sends this payload in place of the one that was refused, under a new idempotency key. Refused where the outcome of an attempt is
   * unknown.
   */
  data?: object | undefined
  /** Sends the event under a new idempotency key. */
  newKey?: boolean | undefined
  /** Permits that the service gets a second event, where the outcome of the first attempt is unknown. */
  mayDouble?: boolean | undefined
}

/** Options of `outbox.migrate`. */
export interface MigrateOptions {
  /** Gets the statements as one text, in place of executing them. Run the text with psql; it may be run again. */
  print?: ((sql: string) => void) | undefined
}

const day = 86_400_000
const shortestLease = 1000

/** Checks the options of a relay, and adds the usual values. */
export function relaySettings(options: RelayOptions) {
  const { concurrency = 16, lease = 30_000, retention = day, pollInterval = 1000, drain = 10_000 } = options
  if (!(Number.isInteger(concurrency) && concurrency > 0))
    refuseValue('concurrency', concurrency, 'give a whole number above 0.')
  if (!(lease >= shortestLease && lease < Infinity))
    refuseValue('lease', lease, `give at least ${shortestLease} milliseconds.`)
  checkCount('retention', retention)
  checkPositive('pollInterval', pollInterval)
  checkCount('drain', drain)
  const { maxAttempts = Infinity } = options
  if (!(maxAttempts >= 1)) refuseValue('maxAttempts', maxAttempts, 'give a whole number above 0.')
  return { ...options, concurrency, lease, retention, pollInterval, drain, maxAttempts }
}

/** The options of a relay, checked and complete. */
export type RelaySettings = ReturnType<typeof relaySettings>
