import type { Dialect } from '../generated/dialect'
import type { AnyCatalog } from './catalog/event'
import type { Clock } from './transport/clock'
import type { Hooks } from './transport/hooks'
import type { CallLimits } from './transport/limits'
import type { Logger } from './transport/log'
import type { RetryBudgetOptions } from './transport/retry-budget'
import type { SharedRate } from './transport/pace'
import type { Fetch } from './transport/transport'

/** Options of a client. */
export interface ClientOptions<Catalog extends object = AnyCatalog> extends CallLimits {
  /** The key, or a function that is asked for it before each attempt, for rotation. `EVENT_DELIVERY_API_KEY` unless given. */
  apiKey?: (string | (() => string | Promise<string>)) | undefined
  /** The service's address: https, or http on loopback and where `allowHttp` permits it. `EVENT_DELIVERY_BASE_URL` unless given. */
  baseUrl?: string | undefined
  /**
   * The hosts besides loopback that may be reached over plain http, such as `['mock']` for a service of a compose file. Each is an exact
   * host name, for any of its ports, or `host:port`. Whoever can read that network can read the key.
   */
  allowHttp?: readonly string[] | undefined
  /**
   * How this deployment resolves what the interface leaves open, as the conformance suite writes it. Unless given, the client goes by the
   * interface alone.
   */
  dialect?: Dialect | undefined
  /** Sends the requests. The global `fetch` unless given. The `fetch` of undici or node-fetch, or a function that wraps one, will do. */
  fetch?: Fetch | undefined
  /**
   * Further options of `fetch` for each request: `dispatcher` (undici, for a proxy or a CA), `agent` (node-fetch), `cache`, `credentials`.
   * `method`, `headers`, `body`, `signal` and `redirect` are the client's own.
   */
  fetchOptions?: object | undefined
  /** The largest answer in bytes, once decompressed. A longer one is cut off and fails the call. 16 MiB unless given. */
  maxResponseBytes?: number | undefined
  /**
   * How many requests a second the client sends at most, retries included: the rate of the plan. The single calls, the calls of `http`
   * and the bulks of a client share it. Unless given, the refusals of the service (429) teach the rate. To wait for the pace is no part
   * of a call's `deadline`. With a rate that `sharedRate` of `@event-delivery/sdk/stores` made, the clients of all processes share it.
   */
  rate?: number | SharedRate | undefined
  /**
   * How many retries the calls of the client may make together. In any 10 s these are a fifth of the calls that began in them, or 100 where
   * that is more, unless given. A retry beyond that waits until the budget permits it. Where this takes too long, the call fails with the
   * failure of its last attempt. A refusal for the rate (429) does not count, since the pace bounds its retries. `false` permits every
   * retry.
   */
  retryBudget?: RetryBudgetOptions | false | undefined
  /** Callbacks around each call and its attempts. None unless given. */
  hooks?: Hooks | undefined
  /** The log. Nothing is printed unless given or asked for by `EVENT_DELIVERY_LOG`. */
  logger?: Logger | undefined
  /** Validators of payloads by event type. Unless given, every type is accepted, with any object as payload. */
  catalog?: Catalog | undefined
  /** The clock by which the client waits and measures. The clock of the system unless given. */
  clock?: Clock | undefined
  /** The source of the jitter of waits: a function that returns a number from 0 up to, but not including, 1. `Math.random` unless given. */
  random?: (() => number) | undefined
  /** Allows the client in a web page, where everybody who opens the page can read the key. `false` unless given. */
  dangerouslyAllowBrowser?: boolean | undefined
}
