import { sleep } from '../transport/attempt'
import type { Clock } from '../transport/clock'
import type { Gate } from '../transport/transport'

// A little less than the rate: on their way to the service, requests that were sent apart draw closer.
const share = 0.98
// Timers come late, and a busy process stalls. So much of it, in milliseconds, is caught up with.
const lateness = 500
// What the service was seen to take includes what it had saved up. A little less of it is refused less often.
const caution = 0.9

/**
 * Lets attempts pass one by one, at `limit` a second at most, and none while the service asks to wait. After a refusal the pace is
 * what the service took until then, and grows again by a request a second each second.
 */
export function createGate(clock: Clock, limit = Infinity): Gate {
  const fastest = limit * share
  // When the latest attempts passed, as many as a second permits: what is caught up with may not exceed it either.
  const size = Math.ceil(Math.min(limit, 10_000))
  const span = (size / fastest) * 1000
  const passed: number[] = []
  let rate = fastest
  let next = clock.now()
  let since = next
  let taken = 0
  let paused = false
  let tail = Promise.resolve()

  const pass = async (signal: AbortSignal | undefined): Promise<void> => {
    for (;;) {
      const now = clock.now()
      const wait = Math.max(next, (passed[passed.length - size] ?? -span) + span) - now
      if (wait <= 0) {
        if (paused) {
          paused = false
          since = now
          taken = 0
        }
        const interval = 1000 / rate
        next = Math.max(next, now - lateness) + interval
        rate = Math.min(fastest, rate + interval / 1000)
        if (passed.push(now) > size) passed.shift()
        taken++
        return
      }
      await sleep(clock, wait, signal)
    }
  }

  return {
    enter(signal) {
      return (tail = tail.catch(() => {}).then(() => pass(signal)))
    },
    pause(ms) {
      // Several refusals of one moment count as one: the next count begins when the longest of their waits is over.
      paused = true
      taken--
      next = Math.max(next, clock.now() + ms)
      rate = Math.min(fastest, (Math.max(taken, 1) / (next - since)) * 1000 * caution)
    },
  }
}
