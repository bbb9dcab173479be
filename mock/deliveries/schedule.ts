import type { Random } from '../settings/random'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The retry schedule of Standard Webhooks 1.0: milliseconds from each failure to the next attempt. The first attempt is immediate. */
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

/** Milliseconds from the first attempt of a delivery to its last one, where no receiver asks for longer waits. */
export const retryHorizon = retryDelays.reduce((sum, delay) => sum + delay, 0)

const longestRetryAfter = 24 * hour
// Jitter only shortens a delay, so that an advance of the clock by the nominal delay always reaches the retry.
const jitter = 0.1

/**
 * Milliseconds until the attempt that follows `attempts` failed ones, `undefined` when the schedule has ended. The delay
 * is never shorter than the receiver's own `Retry-After`.
 */
export function retryDelay(attempts: number, random: Random, retryAfter = 0): number | undefined {
  const nominal = retryDelays[attempts]
  if (nominal === undefined) return undefined
  const delay = Math.round(nominal * (1 - jitter * random.fraction()))
  return Math.max(delay, Math.min(retryAfter, longestRetryAfter))
}

/** An attempt that is still to come. */
export interface PlannedAttempt {
  /** Number of the attempt, from 1. */
  attempt: number
  /** Milliseconds since the epoch. */
  at: number
}

/**
 * The attempts that are left to a delivery after `attempts`, if each of them fails at once. The next one is due at `dueAt`, and
 * each later one may come up to a tenth of its delay earlier.
 */
export function plannedAttempts(attempts: number, dueAt: number): PlannedAttempt[] {
  const planned = [{ attempt: attempts + 1, at: dueAt }]
  let at = dueAt
  for (let made = attempts + 1; made < retryDelays.length; made++) {
    at += retryDelays[made] ?? 0
    planned.push({ attempt: made + 1, at })
  }
  return planned
}

/** Milliseconds that the `Retry-After` of a response asks to wait, 0 without one. A date is compared with the response's own `Date`. */
export function retryAfterOf(headers: Headers, now: number): number {
  const written = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(written)) return Number(written) * 1_000
  const until = Date.parse(written)
  if (Number.isNaN(until)) return 0
  const date = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(date) ? now : date))
}
