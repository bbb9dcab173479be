import type { Redactor } from '../redaction'
import type { Clock } from './clock'
import type { Hooks } from './hooks'
import type { Log } from './log'

/** Sends a request: `fetch`, or what stands in for it. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** What all calls of a client share. Holds the key: never reachable from the client's public fields. */
export interface Transport {
  apiKey: () => string | Promise<string>
  fetch: Fetch | undefined
  clock: Clock
  random: () => number
  hooks: Hooks
  log: Log
  redact: Redactor
  timeout: number
  deadline: number
  maxRetries: number
  /** The operations whose deprecation was reported. */
  deprecated: Set<string>
}

/** Lets the attempts of many calls pass one by one. */
export interface Gate {
  /** Resolves when the next attempt may be sent. Rejects when the signal ends the wait. */
  enter(signal: AbortSignal | undefined): Promise<void>
  /** Lets nothing pass for so many milliseconds. */
  pause(ms: number): void
}
