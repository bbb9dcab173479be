import { type Clock, monotonic } from '../transport/clock'
import { growingWait } from './patience'

const firstWait = 1000
const longestWait = 300_000

/** Says how many rows a relay may have under way. */
export interface Pauses {
  /** How many rows may be under way now: none in a pause, one while it is unknown whether the service takes events again. */
  allowed(): number
  /** Milliseconds until the pause ends, 0 where there is none. */
  left(): number
  /** Says that the service takes no events from this client. Returns whether that is news. */
  refuse(): boolean
  /** Says that the service answered for a row. Returns whether it had refused the client before. */
  answer(): boolean
  /** Says that a call has failed otherwise. */
  fail(): void
}

/**
 * Makes the pauses of a relay. After a refusal of the client, nothing is sent for a while, then one row, then again nothing for twice as
 * long. After as many failures in a row as rows may be under way, one row goes at a time until the service answers.
 */
export function createPauses(clock: Clock, random: () => number, concurrency: number): Pauses {
  let refusals = 0
  let failuresInRow = 0
  let until = -Infinity
  const left = () => Math.max(0, until - monotonic(clock))

  return {
    left,
    allowed() {
      if (left() > 0) return 0
      return refusals > 0 || failuresInRow >= concurrency ? 1 : concurrency
    },
    refuse() {
      // Rows that were under way when the pause began come back with the same refusal.
      if (left() > 0) return false
      until = monotonic(clock) + growingWait(refusals, longestWait, random, firstWait)
      refusals++
      return refusals === 1
    },
    answer() {
      const wasRefused = refusals > 0
      // An answer to a row that was sent before the refusal says nothing about now.
      if (left() > 0) return false
      refusals = 0
      failuresInRow = 0
      return wasRefused
    },
    fail() {
      failuresInRow++
    },
  }
}
