import type { Clock } from '../transport/clock'

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** How many timers are set. */
  readonly pending: number
  monotonic(): number
  /** Moves the time forward by `ms` milliseconds, and fires the timers that fall due, in their order. */
  advance(ms: number): Promise<void>
  /** Sets the wall time, in milliseconds since the epoch, as a user or NTP does. Timers and the monotonic time stay as they are. */
  setWall(now: number): void
}

/** Options of `createFakeClock`. */
export interface FakeClockOptions {
  /** The time at the beginning, in milliseconds since the epoch. 2026-01-01T00:00:00Z unless given. */
  now?: number | undefined
  /**
   * Moves the clock to its next timer as soon as nothing else runs: `true`, or a function that says when it may. The clock stands still
   * unless given.
   */
  auto?: (boolean | (() => boolean)) | undefined
}

interface Timer {
  at: number
  callback: () => void
}

/** Loads what the client loads when it is first needed. */
const loadParts = () => Promise.all([import('../bulk/bulk-run'), import('../transport/contradiction')])

/** Resolves after all callbacks that are ready to run. */
const settle = () => new Promise<void>((resolve) => macrotask(resolve))

const { setImmediate } = globalThis as unknown as { setImmediate?: (callback: () => void) => void }
// A browser has no `setImmediate`, and reads the body of an answer in another process. So many milliseconds outlast that.
const browserTurn = 25
const macrotask = (callback: () => void) =>
  setImmediate ? setImmediate(callback) : setTimeout(callback, browserTurn)

/**
 * Makes a clock for tests, so that none of them waits.
 *
 * @example
 * const clock = createFakeClock()
 * const client = new EventDelivery({ apiKey, baseUrl, fetch, clock })
 * const call = client.events.create({ type: 'order.paid', data: {} })
 * await clock.advance(8000)
 */
export function createFakeClock({
  now = Date.UTC(2026, 0, 1),
  auto = false,
}: FakeClockOptions = {}): FakeClock {
  const timers = new Set<Timer>()
  // Both clocks are derived from this one. A machine's monotonic clock does not begin at 0 when a program starts, nor does this one.
  let time = 1_000_000
  let wallOffset = now - time
  let isRunning = false
  let parts: Promise<unknown> | undefined
  const mayMove = typeof auto === 'function' ? auto : () => auto

  const fireNext = (until: number): boolean => {
    let next: Timer | undefined
    for (const timer of timers) if (timer.at < (next?.at ?? Infinity)) next = timer
    if (!next || next.at > until) return false
    timers.delete(next)
    time = Math.max(time, next.at)
    next.callback()
    return true
  }
  const run = () => {
    if (mayMove()) fireNext(Infinity)
    isRunning = timers.size > 0
    if (isRunning) macrotask(run)
  }

  return {
    get pending() {
      return timers.size
    },
    now: () => time + wallOffset,
    monotonic: () => time,
    setWall(now) {
      wallOffset = now - time
    },
    schedule(callback, ms) {
      // A timer without an end never fires. Set, it would let the clock move by itself to the end of time.
      if (ms === Infinity) return () => {}
      const timer = { at: time + ms, callback }
      timers.add(timer)
      if (auto && !isRunning) {
        isRunning = true
        macrotask(run)
      }
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const until = time + ms
      // A file takes real time, for which a clock that is moved by hand would not wait.
      await (parts ??= loadParts())
      await settle()
      while (fireNext(until)) await settle()
      time = until
    },
  }
}
