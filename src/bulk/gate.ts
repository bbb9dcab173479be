import { sleep } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import type { Gate } from '../transport/plan'

// The share of the rate that is used. On their way to the service, requests that were sent apart draw closer.
const usedShare = 0.98
// How many milliseconds of delay are caught up with. Timers come late, and a busy process stalls.
const maxCatchUp = 500
// The share of the pace before a refusal that is kept after it. That pace includes a burst which the service had saved up.
const keptShare = 0.9

/**
 * Lets attempts pass one by one, at `limit` a second at most, and none while the service asks to wait. After a refusal the pace is
 * what the service took until then, and grows again by a request a second each second.
 */
export function createGate(clock: Clock, limit = Infinity): Gate {
  const maxRate = limit * usedShare
  // The latest attempts passed at these times, as many as a second permits: catching up may not exceed the limit either.
  const passed: number[] = []
  const windowSize = Math.ceil(Math.min(limit, 10_000))
  const windowMs = (windowSize / maxRate) * 1000
  let rate = maxRate
  let nextAt = clock.now()
  // The attempts that passed since the last wait that the service asked for give the pace that it took.
  let countedSince = nextAt
  let count = 0
  let isPaused = false
  let queue = Promise.resolve()

  const pass = async (signal: AbortSignal | undefined): Promise<void> => {
    for (;;) {
      const now = clock.now()
      const windowEnd = (passed[passed.length - windowSize] ?? -windowMs) + windowMs
      const wait = Math.max(nextAt, windowEnd) - now
      if (wait <= 0) {
        if (isPaused) {
          isPaused = false
          countedSince = now
          count = 0
        }
        const interval = 1000 / rate
        nextAt = Math.max(nextAt, now - maxCatchUp) + interval
        rate = Math.min(maxRate, rate + interval / 1000)
        if (passed.push(now) > windowSize) passed.shift()
        count++
        return
      }
      await sleep(clock, wait, signal)
    }
  }

  return {
    enter(signal) {
      return (queue = queue.catch(() => {}).then(() => pass(signal)))
    },
    pause(ms) {
      // Several refusals of one moment count as one: counting begins anew when the longest of their waits is over.
      isPaused = true
      count--
      nextAt = Math.max(nextAt, clock.now() + ms)
      rate = Math.min(maxRate, (Math.max(count, 1) / (nextAt - countedSince)) * 1000 * keptShare)
    },
  }
}
