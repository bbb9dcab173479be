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
  /** Registers work under way: an advance waits for its end before time moves on. */
  track?(work: Promise<unknown>): void
}

/** A clock that can be moved forward, frozen and set going again. */
export interface ControllableClock extends Clock {
  readonly frozen: boolean
  /**
   * Moves time forward by `milliseconds` and runs the work that falls due, in order, each at its own time.
   * Resolves when the last of this work is done.
   */
  advance(milliseconds: number): Promise<void>
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
  /** Time at the start: milliseconds since the epoch, or a date. Now unless given. */
  now?: number | Date
  /** Whether time runs by itself. False unless given: only `advance` moves it. */
  running?: boolean
  /**
   * How long, in milliseconds of real time, `advance` waits for work under way (such as a delivery to a slow
   * receiver) before time moves on regardless. 1,000 unless given.
   */
  patience?: number
}

interface Timer {
  at: number
  work: () => unknown
}

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
export function createClock(options: ClockOptions = {}): ControllableClock {
  const { running = false, patience = 1_000 } = options
  const timers: Timer[] = []
  const underWay = new Set<Promise<unknown>>()
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

  function track(work: Promise<unknown>) {
    const ended = () => void underWay.delete(work)
    underWay.add(work)
    work.then(ended, ended)
  }

  function run(timer: Timer) {
    const result = timer.work()
    if (result instanceof Promise) track(result)
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

  async function untilWorkEnds() {
    // Work may start further work, so this looks again until there is none.
    for (let rounds = 0; underWay.size > 0 && rounds < 1_000; rounds++) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const patienceEnded = new Promise<true>((resolve) => {
        timer = setTimeout(resolve, patience, true)
      })
      const gaveUp = await Promise.race([Promise.allSettled(underWay).then(() => false), patienceEnded])
      clearTimeout(timer)
      if (gaveUp) return
    }
  }

  async function advanceBy(milliseconds: number) {
    const target = now() + milliseconds
    advancing = true
    try {
      await untilWorkEnds()
      for (let next = timers[0]; next && next.at <= target; next = timers[0]) {
        timers.shift()
        moveTo(next.at)
        run(next)
        await untilWorkEnds()
      }
      moveTo(target)
    } finally {
      advancing = false
      arm()
    }
  }

  if (running) {
    offset = options.now === undefined ? 0 : Number(options.now) - Date.now()
    frozenAt = null
  }

  return {
    now,
    track,
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
      if (!(milliseconds >= 0 && milliseconds <= Number.MAX_SAFE_INTEGER)) {
        throw new RangeError('A clock advances by a number of milliseconds that is not negative.')
      }
      const advance = advances.then(() => advanceBy(milliseconds))
      advances = advance.catch(() => {})
      return advance
    },
    freeze() {
      frozenAt ??= now()
      arm()
    },
    resume() {
      if (frozenAt === null) return
      offset = frozenAt - Date.now()
      frozenAt = null
      arm()
    },
  }
}
