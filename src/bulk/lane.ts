import type { Clock } from '../transport/clock'
import { type Pace, createPace } from '../transport/pace'

/**
 * Makes the pace of the calls of a bulk: that of the client, behind the bulk's own rate where it has one.
 *
 * @param rate Requests a second. `Infinity` for those of the client.
 * @param onWait Called with the turn of a call that has to wait for it.
 */
export function createLane(
  clock: Clock,
  shared: Pace,
  rate: number,
  onWait: (turn: Promise<unknown>) => void,
): Pace {
  const own = rate < Infinity ? createPace(clock, rate) : undefined
  return {
    ...shared,
    enter(signal, isRetry) {
      const first = own?.enter(signal, isRetry)
      const enterShared = () => shared.enter(signal, isRetry, !!own)
      const turn = first instanceof Promise ? first.then(enterShared) : enterShared()
      if (turn instanceof Promise) onWait(turn)
      return turn
    },
    rate: () => Math.min(rate, shared.rate()),
    expectedWait: () => (own?.expectedWait() ?? 0) + shared.expectedWait(),
  }
}
