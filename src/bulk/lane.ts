import type { Clock } from '../transport/clock'
import { type Pace, createPace } from '../transport/pace'

/**
 * Makes the paces of the calls of a bulk: that of the client, behind the bulk's own rate where it has one.
 *
 * @param rate Requests a second. `Infinity` for those of the client.
 */
export function createLanes(clock: Clock, shared: Pace, rate: number): (passed: () => void) => Pace {
  const own = rate < Infinity ? createPace(clock, rate) : undefined
  return (passed) => ({
    ...shared,
    enter(signal, isRetry) {
      const first = own?.enter(signal, isRetry)
      const enterShared = () => shared.enter(signal, isRetry, !!own)
      const turn = first instanceof Promise ? first.then(enterShared) : enterShared()
      if (turn instanceof Promise) turn.then(passed, passed)
      else passed()
      return turn
    },
    expectedWait: () => (own?.expectedWait() ?? 0) + shared.expectedWait(),
  })
}
