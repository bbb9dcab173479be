import { checkCount, checkPositive } from './preflight'
import type { HeadersOption } from './headers'

/** How long a call may take, and how often it may be tried. */
export interface Limits {
  /** Milliseconds for each attempt, the body included. 30,000 unless given; `Infinity` for no limit. */
  timeout: number
  /** Milliseconds for the whole call, retries and the waits for them included, waits for the pace not. No limit unless given. */
  deadline: number
  /** How often a failed attempt is repeated. 2 unless given; 0 sends exactly one request. */
  maxRetries: number
}

/** The fields of `T`, each of which may be left out or `undefined`. */
type Optional<T> = { [Field in keyof T]?: T[Field] | undefined }

/** Limits of a call. */
export interface CallLimits extends Optional<Limits> {
  /** Headers to send along. They cannot replace `Authorization`. */
  headers?: HeadersOption | undefined
}

/** Options of one call. */
export interface CallOptions extends CallLimits {
  /** Aborts the call. */
  signal?: AbortSignal | undefined
}

/** The limits that were given, and those of `defaults` for the others. Refuses a time of 0 or less, within which no call could succeed. */
export const limitsOf = (given: CallLimits | undefined, defaults: Limits): Limits => ({
  timeout: checkPositive('timeout', given?.timeout ?? defaults.timeout),
  deadline: checkPositive('deadline', given?.deadline ?? defaults.deadline),
  maxRetries: checkCount('maxRetries', given?.maxRetries ?? defaults.maxRetries),
})
