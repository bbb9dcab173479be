/** The time, as the client sees it. Tests put a fake one in its place. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after so many milliseconds, never at once. Returns what cancels it. */
  schedule(callback: () => void, ms: number): () => void
}

// A little less than 2 ** 31 ms, above which setTimeout fires at once.
const longestTimer = 2e9

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(callback, ms) {
    const timer = setTimeout(callback, Math.min(ms, longestTimer))
    return () => clearTimeout(timer)
  },
}
