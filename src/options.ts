import type { Dialect } from '../generated/dialect'
import type { AnyCatalog } from './catalog/event'
import type { HeadersOption } from './preflight'
import type { Clock } from './transport/clock'
import type { Hooks } from './transport/hooks'
import type { Logger } from './transport/log'
import type { Fetch } from './transport/transport'

/** Limits of a call. */
export interface CallLimits {
  /** Milliseconds for each attempt, the body included. 30,000 unless given; `Infinity` for no limit. */
  timeout?: number
  /** Milliseconds for the whole call, retries and waits included. None unless given. */
  deadline?: number
  /** How often a failed attempt is repeated. 2 unless given; 0 sends exactly one request. */
  maxRetries?: number
  /** Headers to send along. They cannot replace `Authorization`. */
  headers?: HeadersOption
}

/** Options of one call. */
export interface CallOptions extends CallLimits {
  /** Aborts the call. */
  signal?: AbortSignal
}

/** Options of `events.create`. */
export interface CreateEventOptions extends CallOptions {
  /**
   * Makes the call safe to repeat, by you as by the client, for 24 hours. A random one is made unless given. 1 to 255 printable
   * ASCII characters.
   */
  idempotencyKey?: string
}

/** Options of a client. */
export interface ClientOptions<Catalog extends object = AnyCatalog> extends CallLimits {
  /** The key, or a function that is asked for it before each attempt, for rotation. `EVENT_DELIVERY_API_KEY` unless given. */
  apiKey?: string | (() => string | Promise<string>)
  /** The service's address: https, or http on loopback. `EVENT_DELIVERY_BASE_URL` unless given. */
  baseUrl?: string
  /** How this deployment resolves what the interface leaves open, as the conformance suite writes it. */
  dialect?: Dialect
  /** Sends the requests. The global `fetch` unless given. */
  fetch?: Fetch
  /** Callbacks around each attempt. */
  hooks?: Hooks
  /** Where to report to. Nothing is printed unless given or asked for by `EVENT_DELIVERY_LOG`. */
  logger?: Logger
  /** Validators of payloads by event type. */
  catalog?: Catalog
  /** The time. The system's unless given. */
  clock?: Clock
  /** Spreads the waits: a function from nothing to [0, 1). `Math.random` unless given. */
  random?: () => number
  /** Allows the client in a page, where everybody who opens it can read the key. */
  dangerouslyAllowBrowser?: boolean
}
