// The longest wait that a service may ask of a call without a deadline, in milliseconds.
const longestAsked = 60_000
// A wait that the service asked for grows by a random time of up to this share of it, and of up to so many milliseconds, so that calls
// that were refused together do not come back together.
const jitterShare = 0.2
const longestJitter = 1000

const longestBackoff = (retries: number) => Math.min(500 * 2 ** retries, 8000)

/** How long the waits for all retries that are left of `maxRetries` could take, in milliseconds. The last wait before them has been. */
export function longestBackoffs(retries: number, maxRetries: number): number {
  let sum = 0
  // `maxRetries` may be Infinity. A thousand of the longest waits last for two hours.
  for (let retry = retries; retry < Math.min(maxRetries, retries + 1e3); retry++) sum += longestBackoff(retry)
  return sum
}

/** The circumstances on which the wait for a retry depends. */
export interface RetryTerms {
  random: () => number
  /** How many retries there were before. */
  retries: number
  /** Milliseconds until the deadline. `Infinity` without one. */
  remaining: number
  /** How long the service asked to wait, in seconds. */
  retryAfter: number | undefined
}

/**
 * How long to wait before the next attempt, in milliseconds. `undefined` when that would be too long. What the service asked for is never
 * undercut. The random part on top of it is left out where only that would outlast the deadline.
 */
export function retryDelay({ random, retries, remaining, retryAfter = 0 }: RetryTerms): number | undefined {
  const asked = retryAfter * 1000
  const backoff = longestBackoff(retries) * (0.5 + random() / 2)
  const delay = Math.max(backoff, asked + random() * Math.min(asked * jitterShare, longestJitter))
  if (remaining === Infinity) return asked <= longestAsked ? delay : undefined
  return delay < remaining ? delay : asked > 0 && asked < remaining ? asked : undefined
}

/**
 * How long a refusal for the rate stops all calls of the client, in milliseconds: as long as the service asked, and for a second on top
 * at most. The pace spreads what comes then, so that no backoff needs to. `undefined` where the service asked for more than a call would
 * wait: this says something about the one request, or about a quota, and nothing about the rate.
 *
 * @param delayMs The wait of the refused call for its own retry.
 */
export function pauseAfter(retryAfter: number | undefined, delayMs: number | undefined): number | undefined {
  const asked = (retryAfter ?? 0) * 1000
  return delayMs === undefined || asked > longestAsked ? undefined : Math.min(delayMs, asked + longestJitter)
}
