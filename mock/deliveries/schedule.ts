import type { Random } from '../settings/random'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Standard Webhooks 1.0: how long after a failure each further attempt comes, the first one at once. */
export const retryDelays: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

const longestRetryAfter = 24 * hour
// Jitter only shortens: an advance by the nominal delay always reaches the retry.
const jitter = 0.1

/**
 * Milliseconds until the attempt that follows `attempts` failed ones, `undefined` when there is none left. The
 * receiver's own `Retry-After` is never undercut.
 */
export function retryDelay(attempts: number, random: Random, retryAfter = 0): number | undefined {
  const nominal = retryDelays[attempts]
  if (nominal === undefined) return undefined
  const delay = Math.round(nominal * (1 - jitter * random.fraction()))
  return Math.max(delay, Math.min(retryAfter, longestRetryAfter))
}

/** Milliseconds that a response asks to wait, judged against its own `Date`. 0 when it does not ask. */
export function retryAfterOf(headers: Headers, now: number): number {
  const written = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(written)) return Number(written) * 1_000
  const until = Date.parse(written)
  if (Number.isNaN(until)) return 0
  const date = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(date) ? now : date))
}
