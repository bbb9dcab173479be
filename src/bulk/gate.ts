import { type Clock, sleep } from '../transport/clock'
import type { Gate } from '../transport/transport'

// Timers come late. This much of it is caught up with, and the pace is set so that no second holds more than the rate for it:
// floor(1020 ms / interval) + 1 <= rate.
const lateness = 20
const share = 0.97

// Without a known rate: a refusal slows the pace to two thirds of what it was, each acceptance quickens it a little.
const slowdown = 1.5
const recovery = 0.9995

/** Lets attempts pass one by one, at `rate` a second at most, and none while the service asks to wait. */
export function createGate(clock: Clock, rate: number | undefined): Gate {
  const shortest = rate ? 1000 / (rate * share) : 0
  let interval = shortest
  let due = 0
  let pausedUntil = 0
  let last = 0
  let spacing = 0
  let tail: Promise<unknown> = Promise.resolve()

  const pass = async (signal: AbortSignal | undefined): Promise<boolean> => {
    for (;;) {
      if (signal?.aborted) return false
      const now = clock.now()
      const open = Math.max(due - (interval ? lateness : 0), pausedUntil)
      if (open > now) {
        await sleep(clock, open - now, signal)
        continue
      }
      due = Math.max(due, now) + interval
      spacing += (now - (last || now) - spacing) / 16
      last = now
      return true
    }
  }

  return {
    enter(signal) {
      const turn = tail.then(() => pass(signal))
      tail = turn
      return turn
    },
    answered(wait) {
      const now = clock.now()
      if (wait === undefined) {
        interval = Math.max(shortest, interval * recovery)
        return
      }
      // Of the refusals that one burst brings, only the first changes the pace.
      if (now >= pausedUntil) interval = Math.max(interval, Math.min(spacing, 1000), 1) * slowdown
      pausedUntil = Math.max(pausedUntil, now + wait)
    },
  }
}
