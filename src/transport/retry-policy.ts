const longestRetryAfter = 60_000

/**
 * How long to wait before the next attempt, in milliseconds. Nothing when that would be too long.
 *
 * @param retries How many there were.
 * @param remaining Milliseconds until the deadline. `Infinity` without one.
 * @param retryAfter What the service asked for, in seconds.
 */
export function retryDelay(
  random: () => number,
  retries: number,
  remaining: number,
  retryAfter = 0,
): number | undefined {
  const backoff = Math.min(500 * 2 ** retries, 8000) * (0.5 + random() / 2)
  const delay = Math.max(backoff, retryAfter * 1000)
  return (remaining === Infinity ? delay <= longestRetryAfter : delay < remaining) ? delay : undefined
}
