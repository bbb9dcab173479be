import { sleep } from '../transport/attempt'
import type { Clock } from '../transport/clock'
import type { Gate } from '../transport/transport'

// Timers come late. This much of it is caught up with, and the pace is set so that no second holds more than the rate for it:
// floor(1020 ms / interval) + 1 <= rate.
const lateness = 20
const share = 0.97

/** Lets attempts pass one by one, at `rate` a second at most, and none while the service asks to wait. */
export function createGate(clock: Clock, rate = Infinity): Gate {
  const interval = 1000 / (rate * share)
  let due = 0
  let pausedUntil = 0
  let tail: Promise<unknown> = Promise.resolve()

  const pass = async (signal: AbortSignal | undefined): Promise<boolean> => {
    for (;;) {
      if (signal?.aborted) return false
      const now = clock.now()
      const wait = Math.max(due - lateness, pausedUntil) - now
      if (wait <= 0) {
        due = Math.max(due, now) + interval
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
      pausedUntil = Math.max(pausedUntil, clock.now() + ms)
    },
  }
}
