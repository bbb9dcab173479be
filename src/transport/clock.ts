/** The time, as the client sees it. Tests replace it by a fake clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after so many milliseconds, never at once. Returns a function that cancels the timer. */
  schedule(callback: () => void, ms: number): () => void
}

// `setTimeout` fires at once from 2 ** 31 ms on.
const longestTimer = 2e9

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(callback, ms) {
    const timer = setTimeout(callback, Math.min(ms, longestTimer))
    return () => clearTimeout(timer)
  },
}
