import { Listeners, type Shareable } from './shareable'
import { TrackedWork } from './tracked-work'
import { nextTurn } from './turn'

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
  readonly frozen: boolean
  /**
   * Moves time forward by `milliseconds` and runs the work that falls due, in order, each at its own time.
   * Resolves when the last of this work is done or its patience has ended. Throws a `RangeError` for a time that is
   * negative or goes beyond the year 9999.
   */
  advance(milliseconds: number): Promise<Advance | void>
  /** Stops time at the present moment. */
  freeze(): void
  /** Lets time run on from the present moment. */
  resume(): void
}

/** Whether a clock can be moved. */
export function isControllable(clock: Clock): clock is ControllableClock {
  return 'advance' in clock
}

/** Options of {@link createClock}. */
export interface ClockOptions {
  /** Time at the start: milliseconds since the epoch, or a date, before the last day of the year 9999. Now unless given. */
  now?: number | Date
  /** Whether time runs by itself. False unless given: only `advance` moves it. */
  running?: boolean
  /**
   * How long, in milliseconds of real time, an `advance` takes at most, whatever receivers do. A third of what is left of
   * it is spent on the work that is under way before time moves on regardless, so that some is left for what falls due
   * later. 1,500 unless given.
   */
  patience?: number
}

/** The latest time of a clock: a year has four digits in the document's timestamps. */
export const latestTime = Date.UTC(9999, 11, 31)

interface Timer {
  at: number
  work: () => unknown
}

// After this many pieces of work the event loop gets a turn, so that an advance over many of them blocks no request.
const firedPerTurn = 100

// Work that makes itself due again and again would keep an advance from its end.
const mostLateRounds = 100

// setTimeout takes a signed 32-bit number of milliseconds; a longer wait would end at once.
const longestWait = 2 ** 31 - 1

/**
 * Makes a clock. It stands still until it is advanced; with `running` it runs, and can be advanced as well.
 *
 * @example
 * const clock = createClock({ now: Date.UTC(2026, 0, 1) })
 * const backend = createBackend({ clock })
 * await clock.advance(24 * 60 * 60 * 1000)
 */
export function createClock(options: ClockOptions = {}): ControllableClock & Shareable {
  const { running = false, patience = 1_500 } = options
  const timers: Timer[] = []
  const underWay = new TrackedWork()
  const listeners = new Listeners()
  let frozenAt: number | null = options.now === undefined ? Date.now() : Number(options.now)
  let offset = 0
  let realTimer: ReturnType<typeof setTimeout> | undefined
  let advances: Promise<unknown> = Promise.resolve()
  let advancing = false

  const now = () => frozenAt ?? Date.now() + offset

  function moveTo(time: number) {
    if (frozenAt === null) offset += Math.max(0, time - now())
    else frozenAt = Math.max(frozenAt, time)
  }

  function run(timer: Timer) {
    const result = timer.work()
    if (result instanceof Promise) underWay.add(result)
  }

  function arm() {
    clearTimeout(realTimer)
    const next = timers[0]
    if (frozenAt !== null || advancing || !next) return
    realTimer = setTimeout(runDue, Math.min(Math.max(0, next.at - now()), longestWait))
    // A pending retry must not keep the process of a test alive. In browsers the timer is a number.
    if (typeof realTimer === 'object') (realTimer as { unref?: () => void }).unref?.()
  }

  function runDue() {
    if (!advancing) {
      for (let next = timers[0]; next && next.at <= now(); next = timers[0]) {
        timers.shift()
        run(next)
      }
    }
    arm()
  }

  /** Runs all work that is due by `time`. Returns how much it was. */
  function fire(time: number): number {
    let fired = 0
    for (let next = timers[0]; next && next.at <= time; next = timers[0]) {
      timers.shift()
      run(next)
      // Work that is due at once again and again would go on for ever.
      if (++fired === firedPerTurn) break
    }
    return fired
  }

  async function advanceBy(milliseconds: number, giveUpAt: number): Promise<Advance> {
    const target = now() + milliseconds
    if (target > latestTime) throw beyondLatest()
    const inVain = new Set<Promise<unknown>>()
    let fellDue = 0
    let sinceTurn = 0
    let lateRounds = 0
    advancing = true
    try {
      await underWay.untilEnded(giveUpAt, inVain)
      for (let next = timers[0]; next && next.at <= target; next = timers[0]) {
        // When the patience has ended, all that is left falls due at once, and nobody waits for it.
        const isLate = performance.now() >= giveUpAt
        moveTo(isLate ? target : next.at)
        const fired = fire(now())
        fellDue += fired
        sinceTurn += fired
        // Work that was waited for in vain may end by what fell due, such as its own timeout.
        if (sinceTurn >= firedPerTurn || inVain.size > 0) {
          sinceTurn = 0
          await nextTurn()
        }
        if (!isLate) await underWay.untilEnded(giveUpAt, inVain)
        else if (++lateRounds === mostLateRounds) break
      }
      moveTo(target)
    } finally {
      advancing = false
      arm()
      listeners.tell()
    }
    return { fellDue, notAwaited: underWay.reports }
  }

  if (now() > latestTime) throw beyondLatest()
  if (running) {
    offset = options.now === undefined ? 0 : Number(options.now) - Date.now()
    frozenAt = null
  }

  return {
    now,
    track: (work, about) => underWay.add(work, about),
    schedule(work, delay) {
      const timer: Timer = { at: now() + delay, work }
      const index = timers.findIndex((other) => other.at > timer.at)
      if (index < 0) timers.push(timer)
      else timers.splice(index, 0, timer)
      if (timers[0] === timer) arm()
      return () => {
        const position = timers.indexOf(timer)
        if (position < 0) return
        timers.splice(position, 1)
        if (position === 0) arm()
      }
    },
    get frozen() {
      return frozenAt !== null
    },
    advance(milliseconds) {
      if (!(milliseconds >= 0 && milliseconds < Infinity)) {
        throw new RangeError('A clock advances by a number of milliseconds that is not negative.')
      }
      if (now() + milliseconds > latestTime) throw beyondLatest()
      // The patience begins now: an advance that waits for another one does not begin anew.
      const giveUpAt = performance.now() + patience
      const advance = advances.then(() => advanceBy(milliseconds, giveUpAt))
      advances = advance.catch(() => {})
      return advance
    },
    freeze() {
      frozenAt ??= now()
      arm()
      listeners.tell()
    },
    resume() {
      if (frozenAt === null) return
      offset = frozenAt - Date.now()
      frozenAt = null
      arm()
      listeners.tell()
    },
    write: () => JSON.stringify({ offset, frozenAt }),
    read(text) {
      // An advance under way writes its own time when it ends.
      if (advancing) return
      const reading = JSON.parse(text) as { offset: number; frozenAt: number | null }
      offset = reading.offset
      frozenAt = reading.frozenAt
      runDue()
    },
    watch: listeners.add,
  }
}

function beyondLatest(): RangeError {
  return new RangeError('A clock goes no further than the year 9999: in timestamps a year has four digits.')
}
