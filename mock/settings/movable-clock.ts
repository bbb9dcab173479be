import type { Advance, ControllableClock } from './clock'
import { Listeners, type Shareable } from './shareable'
import { refuseStrayOption } from './stray-field'
import { nextTurn } from './turn'
import { WorkUnderWay } from './work-under-way'

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
  timeout?: number
}

/** The latest time of a clock: a year has four digits in the document's timestamps. */
const latestTime = Date.UTC(9999, 11, 31)

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
 * Makes a clock. It stands still until it is advanced; with `running` it runs, and can be advanced as well. Throws a `TypeError`
 * for wrong options, and a `RangeError` for a time beyond the year 9999.
 *
 * @example
 * const clock = createClock({ now: Date.UTC(2026, 0, 1) })
 * const backend = createBackend({ clock })
 * await clock.advance(24 * 60 * 60 * 1000)
 */
export function createClock(options: ClockOptions = {}): ControllableClock & Shareable {
  return new MovableClock(options)
}

// Its methods are bound, because a clock's `now` and `schedule` are handed on alone.
class MovableClock implements ControllableClock, Shareable {
  readonly #timeout: number
  /** The work to come, in the order in which it falls due. */
  readonly #timers: Timer[] = []
  readonly #underWay = new WorkUnderWay()
  readonly track = this.#underWay.add
  readonly #listeners = new Listeners()
  readonly watch = this.#listeners.add
  /** The time at which it stands still. `null` while it runs: then its time is the real time plus `offset`. */
  #frozenAt: number | null
  #offset: number
  /** How far the clock that it follows is ahead of this machine's. */
  #followed = 0
  #realTimer: ReturnType<typeof setTimeout> | undefined
  /** The advances so far, each of which waits for the one before. */
  #advances: Promise<unknown> = Promise.resolve()
  #isAdvancing = false

  constructor(options: ClockOptions) {
    refuseStrayOption(options, ['now', 'running', 'timeout'], 'the options of createClock')
    const { now, running = false, timeout = 1_500 } = options
    const start = Number(now ?? Date.now())
    if (Number.isNaN(start)) throw new TypeError('now must be a time before the last day of the year 9999.')
    if (start > latestTime) throw beyondLatest()
    this.#timeout = timeout
    this.#frozenAt = running ? null : start
    this.#offset = running && now !== undefined ? start - Date.now() : 0
  }

  get frozen(): boolean {
    return this.#frozenAt !== null
  }

  now = (): number => this.#frozenAt ?? Date.now() + this.#followed + this.#offset

  schedule = (work: () => unknown, delay: number): (() => void) => {
    const timers = this.#timers
    const timer: Timer = { at: this.now() + delay, work }
    const index = timers.findIndex((other) => other.at > timer.at)
    timers.splice(index < 0 ? timers.length : index, 0, timer)
    if (timers[0] === timer) this.#arm()
    return () => {
      const position = timers.indexOf(timer)
      if (position < 0) return
      timers.splice(position, 1)
      if (position === 0) this.#arm()
    }
  }

  advance = (milliseconds: number): Promise<Advance> => {
    if (!(milliseconds >= 0 && milliseconds < Infinity)) {
      throw new RangeError('A clock advances by a number of milliseconds that is not negative.')
    }
    if (this.now() + milliseconds > latestTime) throw beyondLatest()
    // The timeout begins with the call: an advance that waits for another one has less of it left.
    const giveUpAt = performance.now() + this.#timeout
    const advance = this.#advances.then(() => this.#advanceBy(milliseconds, giveUpAt))
    this.#advances = advance.catch(() => {})
    return advance
  }

  freeze = (): void => {
    this.#frozenAt ??= this.now()
    this.#changed()
  }

  resume = (): void => {
    if (this.#frozenAt === null) return
    this.#offset = this.#frozenAt - this.#real()
    this.#frozenAt = null
    this.#changed()
  }

  toRealTime = (): Promise<Advance> => {
    const behind = this.#real() - this.now()
    if (behind >= 0) return this.advance(behind)
    const back = this.#advances.then(() => {
      this.#moveBack(this.#frozenAt === null ? null : this.#real(), 0)
      this.#changed()
      return { fellDue: 0, notAwaited: this.#underWay.reports }
    })
    this.#advances = back.catch(() => {})
    return back
  }

  followOffset = (milliseconds: number): void => {
    const change = milliseconds - this.#followed
    if (change === 0) return
    this.#followed = milliseconds
    if (this.#frozenAt !== null) return
    for (const timer of this.#timers) timer.at += change
    this.#arm()
  }

  branch = (): ControllableClock => {
    const timeout = this.#timeout
    return new MovableClock({ now: this.now(), running: this.#frozenAt === null, timeout })
  }

  write = (): string => JSON.stringify({ offset: this.#offset, frozenAt: this.#frozenAt })

  read = (text: string): void => {
    // An advance under way writes its own time when it ends.
    if (this.#isAdvancing) return
    const { offset, frozenAt } = JSON.parse(text) as { offset: number; frozenAt: number | null }
    this.#moveBack(frozenAt, offset)
    this.#runDue()
  }

  #real(): number {
    return Date.now() + this.#followed
  }

  /** Sets the time. Where it lies before the present one, the work to come keeps the wait that it has left. */
  #moveBack(frozenAt: number | null, offset: number): void {
    const before = this.now()
    this.#offset = offset
    this.#frozenAt = frozenAt
    const back = Math.max(0, before - this.now())
    for (const timer of this.#timers) timer.at -= back
  }

  #changed(): void {
    this.#arm()
    this.#listeners.tell()
  }

  /** Sets the platform's timer for the work that falls due next. */
  #arm(): void {
    clearTimeout(this.#realTimer)
    const next = this.#timers[0]
    if (this.#frozenAt !== null || this.#isAdvancing || !next) return
    const wait = Math.min(Math.max(0, next.at - this.now()), longestWait)
    this.#realTimer = setTimeout(() => this.#runDue(), wait)
    // A pending retry must not keep the process of a test alive. In browsers the timer is a number.
    if (typeof this.#realTimer === 'object') (this.#realTimer as { unref?: () => void }).unref?.()
  }

  #runDue(): void {
    if (!this.#isAdvancing) while (this.#runNext(this.now()));
    this.#arm()
  }

  /** Runs the next piece of work, where it is due by `time`. Returns whether it was. */
  #runNext(time: number): boolean {
    const [next] = this.#timers
    if (!next || next.at > time) return false
    this.#timers.shift()
    const result = next.work()
    if (result instanceof Promise) this.#underWay.add(result)
    return true
  }

  async #advanceBy(milliseconds: number, giveUpAt: number): Promise<Advance> {
    const target = this.now() + milliseconds
    if (target > latestTime) throw beyondLatest()
    const inVain = new Set<Promise<unknown>>()
    let fellDue = 0
    let sinceTurn = 0
    let lateRounds = 0
    this.#isAdvancing = true
    try {
      await this.#underWay.untilEnded(giveUpAt, inVain)
      for (let next = this.#timers[0]; next && next.at <= target; next = this.#timers[0]) {
        // Once the timeout has passed, all that is left falls due at once, and nothing of it is waited for.
        const isLate = performance.now() >= giveUpAt
        this.#moveTo(isLate ? target : next.at)
        const fired = this.#fire()
        fellDue += fired
        sinceTurn += fired
        // Work that was waited for in vain may end by what fell due, such as its own timeout.
        if (sinceTurn >= firedPerTurn || inVain.size > 0) {
          sinceTurn = 0
          await nextTurn()
        }
        if (!isLate) await this.#underWay.untilEnded(giveUpAt, inVain)
        else if (++lateRounds === mostLateRounds) break
      }
      this.#moveTo(target)
    } finally {
      this.#isAdvancing = false
      this.#changed()
    }
    return { fellDue, notAwaited: this.#underWay.reports }
  }

  #moveTo(time: number): void {
    if (this.#frozenAt === null) this.#offset += Math.max(0, time - this.now())
    else this.#frozenAt = Math.max(this.#frozenAt, time)
  }

  /** Runs the work that is due, and returns how much it was. */
  #fire(): number {
    const time = this.now()
    let fired = 0
    // Work that is due at once again and again would go on for ever.
    while (fired < firedPerTurn && this.#runNext(time)) fired++
    return fired
  }
}

function beyondLatest(): RangeError {
  return new RangeError('A clock goes no further than the year 9999: in timestamps a year has four digits.')
}
