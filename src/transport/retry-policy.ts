import type { Outgoing } from './exchange'

const longestRetryAfter = 60_000

/**
 * How long to wait before the next attempt, in milliseconds. Nothing when there is to be none.
 *
 * @param retries How many there were.
 * @param remaining Milliseconds until the deadline. `Infinity` without one.
 * @param retryAfter What the service asked for, in seconds.
 */
export function retryDelay(
  { maxRetries, transport: { random } }: Outgoing,
  retries: number,
  remaining: number,
  retryAfter = 0,
): number | undefined {
  // Written so that NaN refuses.
  if (!(retries < maxRetries)) return undefined
  const backoff = Math.min(500 * 2 ** retries, 8000) * (0.5 + random() / 2)
  const delay = Math.max(backoff, retryAfter * 1000)
  return (remaining === Infinity ? delay <= longestRetryAfter : delay < remaining) ? delay : undefined
}
