import type { Clock } from '../transport/clock'

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** How many timers are set. */
  readonly pending: number
  /** Moves the time by so many milliseconds, and fires in order the timers that fall due. */
  advance(ms: number): Promise<void>
}

/** Options of `createFakeClock`. */
export interface FakeClockOptions {
  /** The time at the beginning, in milliseconds since the epoch. 2026-01-01T00:00:00Z unless given. */
  now?: number
  /**
   * Moves the clock to its next timer as soon as nothing else runs: `true`, or a function that says when it may. The clock stands still
   * unless given.
   */
  auto?: boolean | (() => boolean)
}

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
  const timers = new Set<{ at: number; callback: () => void }>()
  let isRunning = false
  const mayMove = typeof auto === 'function' ? auto : () => auto

  const fireNext = (until: number): boolean => {
    const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
    if (!next) return false
    timers.delete(next)
    now = Math.max(now, next.at)
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
    now: () => now,
    schedule(callback, ms) {
      // Such a timer never fires. Set, it would let the clock move by itself to the end of time.
      if (ms === Infinity) return () => {}
      const timer = { at: now + ms, callback }
      timers.add(timer)
      if (auto && !isRunning) {
        isRunning = true
        macrotask(run)
      }
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      while (fireNext(until)) await settle()
      now = until
    },
  }
}
