const maxDelayWithoutDeadline = 60_000

/**
 * How long to wait before the next attempt, in milliseconds. `undefined` when that would be too long.
 *
 * @param retries How many retries there were before.
 * @param remaining Milliseconds until the deadline. `Infinity` without one.
 * @param retryAfter How long the service asked to wait, in seconds.
 */
export function retryDelay(
  random: () => number,
  retries: number,
  remaining: number,
  retryAfter = 0,
): number | undefined {
  const backoff = Math.min(500 * 2 ** retries, 8000) * (0.5 + random() / 2)
  const delay = Math.max(backoff, retryAfter * 1000)
  const isInTime = remaining === Infinity ? delay <= maxDelayWithoutDeadline : delay < remaining
  return isInTime ? delay : undefined
}
