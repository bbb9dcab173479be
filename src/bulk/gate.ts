import { sleep } from '../transport/attempt'
import type { Clock } from '../transport/clock'
import type { Gate } from '../transport/transport'

// Timers come late. This much of it is caught up with, and the pace is set so that no second holds more than the rate for it:
// floor(1020 ms / interval) + 1 <= rate.
const lateness = 20
const share = 0.97
// What the service was seen to take includes what it had saved up. A little less of it is refused less often.
const caution = 0.9

/**
 * Lets attempts pass one by one, at `limit` a second at most, and none while the service asks to wait. After a refusal the pace is
 * what the service took until then, and grows again by a request a second each second.
 */
export function createGate(clock: Clock, limit = Infinity): Gate {
  const fastest = limit * share
  let rate = fastest
  let due = 0
  let taken = 0
  let since = clock.now()
  let pausedUntil = since
  let tail: Promise<unknown> = Promise.resolve()

  const pass = async (signal: AbortSignal | undefined): Promise<boolean> => {
    for (;;) {
      if (signal?.aborted) return false
      const now = clock.now()
      const wait = Math.max(due - lateness, pausedUntil) - now
      if (wait <= 0) {
        const interval = 1000 / rate
        due = Math.max(due, now) + interval
        if (since < pausedUntil) [since, taken] = [pausedUntil, 0]
        rate = Math.min(fastest, rate + interval / 1000)
        taken++
        return true
      }
      await sleep(clock, wait, signal)
    }
  }

  return {
    enter(signal) {
      const turn = tail.then(() => pass(signal))
      tail = turn
      return turn
    },
    pause(ms) {
      // Several refusals of one moment count as one: the next count begins when the longest of their waits is over.
      taken--
      pausedUntil = Math.max(pausedUntil, clock.now() + ms)
      rate = Math.min(fastest, (Math.max(taken, 1) / (pausedUntil - since)) * 1000 * caution)
    },
  }
}
