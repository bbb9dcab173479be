// The longest wait that a service may ask of a call without a deadline, in milliseconds.
const maxServerWait = 60_000
// A wait that the service directed grows by a random time up to this share of it and this many milliseconds, so that the calls that
// were refused together do not come back together.
const jitterShare = 0.2
const maxJitter = 1000

/** What the wait for a retry depends on. */
export interface RetryTerms {
  random: () => number
  /** How many retries there were before. */
  retries: number
  /** Milliseconds until the deadline. `Infinity` without one. */
  remaining: number
  /** How long the service asked to wait, in seconds. */
  retryAfter: number | undefined
  /** Whether the service refused the request for the rate of the client, and said when it will take the next. */
  isPaced: boolean
}

/**
 * How long to wait before the next attempt, in milliseconds. `undefined` when that would be too long. What the service asked for is never
 * undercut, and a refusal for the rate is never outwaited by more than a second: the pace, not the backoff, spreads what comes then.
 */
export function retryDelay({
  random,
  retries,
  remaining,
  retryAfter = 0,
  isPaced,
}: RetryTerms): number | undefined {
  const asked = retryAfter * 1000
  const isBearable = remaining === Infinity ? asked <= maxServerWait : asked < remaining
  if (!isBearable) return undefined
  const backoff = Math.min(500 * 2 ** retries, 8000) * (0.5 + random() / 2)
  const delay = Math.max(backoff, asked + random() * Math.min(asked * jitterShare, maxJitter))
  const wait = isPaced ? Math.min(delay, asked + maxJitter) : delay
  if (wait < remaining) return wait
  // The random part of a directed wait is left out where it would outlast the deadline.
  return asked ? asked : undefined
}
