import type { Outcome } from '../errors/request-errors'

/**
 * When a call may be repeated: always, because a repetition changes nothing; only when the service cannot have carried it
 * out; or not at all.
 */
export type Repeatable = 'safe' | 'unprocessed' | 'never'

/** What the decision depends on. */
export interface RetryQuestion {
  repeatable: Repeatable
  /** Whether the failure is of a kind that passes: no connection, a timeout, 408, 429, 5xx, an unreadable success. */
  transient: boolean
  outcome: Outcome
  /** How many retries there were. */
  retries: number
  maxRetries: number
  /** What the service asked for, in milliseconds. */
  retryAfter?: number
  /** What is left until the deadline, in milliseconds. `Infinity` without one. */
  remaining: number
  /** From 0 to 1. */
  random: number
}

const longestRetryAfter = 60_000

export const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

export const mayRepeat = (question: Pick<RetryQuestion, 'repeatable' | 'transient' | 'outcome'>) =>
  question.transient &&
  (question.repeatable === 'safe' ||
    (question.repeatable === 'unprocessed' && question.outcome !== 'unknown'))

/** How long to wait before the next attempt, in milliseconds. Nothing when there is to be none. */
export function retryDelay(question: RetryQuestion): number | undefined {
  const { retries, maxRetries, retryAfter = 0, remaining, random } = question
  // Written so that NaN refuses.
  if (!(retries < maxRetries) || !mayRepeat(question)) return undefined
  const backoff = Math.min(500 * 2 ** retries, 8000) * (0.5 + random / 2)
  const delay = Math.max(backoff, retryAfter)
  return (remaining === Infinity ? delay <= longestRetryAfter : delay < remaining) ? delay : undefined
}
