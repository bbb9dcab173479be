import type { CompleteDialect } from '../../generated/dialect'
import type { Additions } from './additions'
import type { Clock } from './clock'
import type { IdempotencyPlaces } from './idempotency-places'
import type { Logger } from './logger'
import type { Memory } from './memory'
import type { Metrics } from './metrics'
import type { PlanTerms } from './plan'
import type { IdSource, Random } from './random'

/**
 * Limits that are not part of a dialect.
 *
 * @example
 * const backend = createBackend({ limits: { journal: 10_000, deliveryTimeout: 1_000 } })
 */
export interface Limits {
  /** How deeply a body may nest arrays and objects. 500 unless given. */
  nesting: number
  /** How long an idempotency key is remembered, in milliseconds. 24 hours (EV-11) unless given. */
  idempotencyWindow: number
  /** How many deliveries are under way at once. 256 unless given. */
  deliveries: number
  /** How many deliveries to one webhook are under way at once. 8 unless given. */
  deliveriesPerWebhook: number
  /** How long an attempt to deliver may take, in milliseconds. 15,000 unless given. */
  deliveryTimeout: number
  /**
   * How long, in milliseconds of real time, a claim of a delivery lasts that its process does not renew. Where a process
   * dies, its deliveries go on in another one after that. 45,000 unless given; more than `deliveryTimeout`.
   */
  deliveryLease: number
  /** How many sessions exist besides the main state. A further one replaces the one unused for longest. 100 unless given. */
  sessions: number
  /**
   * How long, in milliseconds of real time, a delayed request waits for a clock that stands still. It is then answered
   * with 503, which says how to move the clock. 10,000 unless given.
   */
  frozenWait: number
  /** How many requests, how many delivery attempts and how many notices the journal keeps, each. 1,000 unless given. */
  journal: number
}

export const defaultLimits: Limits = {
  nesting: 500,
  idempotencyWindow: 24 * 60 * 60 * 1_000,
  deliveries: 256,
  deliveriesPerWebhook: 8,
  deliveryTimeout: 15_000,
  deliveryLease: 45_000,
  sessions: 100,
  frozenWait: 10_000,
  journal: 1_000,
}

/** The largest body that is read. */
export interface BodyLimits {
  bytes: number
  /** How deeply arrays and objects may be nested. */
  nesting: number
  /** Whether a body is read as JSON, however it is declared. */
  anyType?: boolean
}

/** The options of a backend, complete, that its parts share. */
export interface Settings {
  dialect: CompleteDialect
  additions: Additions
  clock: Clock
  random: Random
  ids: IdSource
  logger: Logger
  plan: PlanTerms
  limits: Limits
  /** The limits of a body that is sent to an operation of the interface. */
  bodyLimits: BodyLimits
  idempotencyPlaces: IdempotencyPlaces
  memory: Memory
  /** Counts requests and deliveries. Absent where nobody wants to know. */
  metrics?: Metrics
}
