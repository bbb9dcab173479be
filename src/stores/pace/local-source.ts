import { type Clock, monotonic } from '../../transport/clock'
import { intervalOf, leastShare, patience, recoveryMs, shareAfterRefusal } from './rules'
import type { SlotSource } from './source'

/**
 * Gives out the share of a rate that one process may use by itself.
 *
 * @param perSecond The share at this moment, in requests a second.
 */
export function createLocalSource(clock: Clock, perSecond: () => number): SlotSource {
  let nextAt = -Infinity
  let lesson = 0
  let share = 1
  let loweredAt = 0

  const shareAt = (now: number) => Math.min(1, share * Math.exp((now - loweredAt) / recoveryMs))

  return {
    async take(count) {
      const now = monotonic(clock)
      const interval = intervalOf(perSecond()) / shareAt(now)
      const from = Math.max(now, nextAt)
      nextAt = from + count * interval
      return { count, from, interval, patience, askAgainAt: now, lesson }
    },
    async refuse(refused, pauseMs) {
      const now = monotonic(clock)
      nextAt = Math.max(nextAt, now + pauseMs)
      if (refused !== lesson) return
      lesson++
      share = Math.max(leastShare, shareAt(now) * shareAfterRefusal)
      loweredAt = now
    },
  }
}
