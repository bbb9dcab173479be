import type { Clock } from './clock'
import type { Hooks } from './hooks'
import type { Limits } from './limits'
import type { Log } from './log'
import type { Pace } from './pace'
import type { Redact } from './redaction'
import type { RetryBudget } from './retry-budget'

/** The options that the client gives `fetch`. The headers are a plain object, which every `fetch` takes and every wrapper can spread. */
export interface FetchInit {
  method: string
  /** All headers, names in small letters. `authorization` has the key. */
  headers: Record<string, string>
  body?: string
  /** Aborted when a limit of the call is over or its caller aborts. A `fetch` that ignores it goes on although nobody waits for it. */
  signal: AbortSignal
  /** A redirect that is followed would turn a POST into a GET. */
  redirect: 'manual'
}

/** The part of an answer that the client needs. A `Response` has it, and so have the answers of undici and node-fetch. */
export interface FetchAnswer {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  /** Reads the whole body. Where the answer has a stream as `body`, that is read in its place, within `maxResponseBytes`. */
  text(): Promise<string>
}

/**
 * Sends a request: the global `fetch`, that of undici or node-fetch, or a function that wraps one.
 *
 * @example
 * const logged: Fetch = (url, init) => (console.log(init.method, url), fetch(url, init))
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

/** Everything that the calls of a client share. It holds the key, so no public field of the client may lead to it. */
export interface Transport {
  apiKey: string | (() => Promise<string>)
  /** The global `fetch`, as it is at the time of each request, unless given. */
  fetch?: Fetch | undefined
  /** Options of `fetch` for each request. */
  fetchOptions?: object | undefined
  /** The largest answer in bytes, once decompressed. */
  maxResponseBytes: number
  clock: Clock
  random: () => number
  hooks?: Hooks | undefined
  log: Log
  redact: Redact
  limits: Limits
  pace: Pace
  budget: RetryBudget
  /** The operations whose deprecation was reported. */
  deprecatedOperations: Set<string>
}
