/** The time, as the client sees it. Tests replace it by a fake clock. */
export interface Clock {
  /** The wall time, in milliseconds since the epoch. Dates of the service and of signatures are held against it. */
  now(): number
  /**
   * Milliseconds since any moment, never set back. Timeouts, deadlines, pace and retry budget are measured by it. `now` stands in where
   * a clock has none.
   */
  monotonic?(): number
  /** Calls `callback` once after `ms` milliseconds, and never before `schedule` has returned. Returns a function that cancels the timer. */
  schedule(callback: () => void, ms: number): () => void
}

/** Milliseconds since any moment, which setting the wall clock does not change. */
export const monotonic = (clock: Clock): number => (clock.monotonic ? clock.monotonic() : clock.now())

// `setTimeout` calls back at once for 2 ** 31 ms and more.
const longestTimer = 2e9

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(callback, ms) {
    const timer = setTimeout(callback, Math.max(0, Math.min(ms, longestTimer)))
    return () => clearTimeout(timer)
  },
}
