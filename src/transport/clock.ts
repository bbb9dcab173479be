/** The time, as the client sees it. Tests replace it by a fake clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds from any moment, never set back. `now` stands in for it where a clock has none. */
  monotonic?(): number
  /** Calls back once after so many milliseconds, never at once. Returns a function that cancels the timer. */
  schedule(callback: () => void, ms: number): () => void
}

// `setTimeout` fires at once from 2 ** 31 ms on.
const longestTimer = 2e9

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(callback, ms) {
    const timer = setTimeout(callback, Math.min(ms, longestTimer))
    return () => clearTimeout(timer)
  },
}

/** The time of a clock that is never set back. */
export const monotonicNow = (clock: Clock): number => clock.monotonic?.() ?? clock.now()
