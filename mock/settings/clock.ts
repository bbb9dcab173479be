/**
 * The source of time. The backend schedules everything that happens later (retries, timeouts, delays) on its clock, so
 * that a test can move time instead of waiting.
 *
 * @example
 * const real: Clock = {
 *   now: () => Date.now(),
 *   schedule(work, delay) {
 *     const timer = setTimeout(work, delay)
 *     return () => clearTimeout(timer)
 *   },
 * }
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Runs `work` once the clock has moved on by `delay` milliseconds. Returns a function that cancels this. */
  schedule(work: () => unknown, delay: number): () => void
  /** Registers work under way: an advance waits for its end before time moves on. `about` says in the report what it is. */
  track?(work: Promise<unknown>, about?: object): void
}

/** The report of an advance. */
export interface Advance {
  /** How many pieces of work fell due: looks for due deliveries, timeouts, ends of delays. */
  fellDue: number
  /** The work that was still under way at the end, such as a delivery whose receiver does not answer. */
  notAwaited: readonly object[]
}

/** A clock that can be moved forward, frozen and set going again. */
export interface ControllableClock extends Clock {
  /** Whether time stands still, between `freeze` and `resume`. */
  readonly frozen: boolean
  /**
   * Moves time forward by `milliseconds` and runs the work that falls due, in order, each at its own time.
   * Resolves when the last of this work is done or the time for it has run out. Throws a `RangeError` for a time that is
   * negative or goes beyond the year 9999.
   */
  advance(milliseconds: number): Promise<Advance | void>
  /** Stops time at the present moment. */
  freeze(): void
  /** Lets time run on from the present moment. */
  resume(): void
  /**
   * Goes to the real time. A clock that is behind advances there; one that is ahead goes back. Nothing that was written under the
   * later time changes with it, and what was scheduled keeps the wait that it had left. A clock that stands still goes on standing
   * still. A clock without this method can only advance.
   */
  toRealTime?(): Promise<Advance | void>
  /**
   * From now on takes the real time from a clock that is so many milliseconds ahead of this machine's, such as the database's. What was scheduled
   * keeps the wait that it had left.
   */
  followOffset?(milliseconds: number): void
  /** Another clock that begins where this one is, and goes its own way from there. A session has one. */
  branch?(): ControllableClock
}

/** Whether a clock can be moved. */
export function isControllable(clock: Clock): clock is ControllableClock {
  return 'advance' in clock
}
