import type { Clock } from '../transport/clock'

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** How many timers wait. */
  readonly pending: number
  /** Moves the time by so many milliseconds and fires, in order, what falls due on the way. */
  advance(ms: number): Promise<void>
}

/** Options of `createFakeClock`. */
export interface FakeClockOptions {
  /** Where it begins, in milliseconds since the epoch. 2026-01-01T00:00:00Z unless given. */
  now?: number
  /**
   * Moves by itself to the next timer once everything else waits: `true`, or a function that says when it may. Still unless given.
   */
  auto?: boolean | (() => boolean)
}

/** Lets everything run that waits for nothing but its turn. */
const settle = () => new Promise<void>((resolve) => macrotask(resolve))

const { setImmediate } = globalThis as unknown as { setImmediate?: (callback: () => void) => void }
// A browser has no such thing, and reads the body of an answer in another process: a turn has to outlast that.
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
      // A timer that never fires would have the time move to the end of all days.
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
