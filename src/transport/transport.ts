import type { Clock } from './clock'
import type { Hooks } from './hooks'
import type { Limits } from './limits'
import type { Log } from './log'
import type { Pace } from './pace'
import type { Redactor } from './redaction'
import type { RetryBudget } from './retry-budget'

/** Sends a request: `fetch`, or what stands in for it. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** Everything that the calls of a client share. It holds the key, so no public field of the client may lead to it. */
export interface Transport {
  apiKey(): Promise<string>
  /** The global `fetch`, as it is at the time of each request, unless given. */
  fetch: Fetch | undefined
  clock: Clock
  random: () => number
  hooks: Hooks
  log: Log
  redact: Redactor
  limits: Limits
  pace: Pace
  budget: RetryBudget
  /** The operations whose deprecation was reported. */
  deprecatedOperations: Set<string>
}
