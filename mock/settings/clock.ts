/**
 * The source of time. Everything that the backend does later (retries, timeouts, delays) it asks of this, so
 * that a test can move time instead of waiting.
 *
 * @example
 * const real: Clock = {
 *   now: () => Date.now(),
 *   schedule(at, work) {
 *     const timer = setTimeout(work, at - Date.now())
 *     return () => clearTimeout(timer)
 *   },
 * }
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Runs `work` once the clock has reached `at` (milliseconds since the epoch). Returns what cancels it. */
  schedule(at: number, work: () => unknown): () => void
  /** Tells the clock of work under way, which an advance lets finish before it moves on. */
  track?(work: Promise<unknown>): void
}

/** A clock that can be moved forward, frozen and set going again. */
export interface ControllableClock extends Clock {
  readonly frozen: boolean
  /**
   * Moves time forward by `milliseconds` and runs what falls due, in order, each at its own time.
   * Resolves when the last of it is done.
   */
  advance(milliseconds: number): Promise<void>
  /** Stops time where it is. */
  freeze(): void
  /** Lets time run from where it stands. */
  resume(): void
}

/** Whether a clock can be moved. */
export function isControllable(clock: Clock): clock is ControllableClock {
  return 'advance' in clock
}

/** Options of {@link createClock}. */
export interface ClockOptions {
  /** Where the clock starts: milliseconds since the epoch, or a date. Now unless given. */
  now?: number | Date
  /** Whether time runs by itself. False unless given: it moves by `advance` alone. */
  running?: boolean
  /**
   * How long, in milliseconds of real time, `advance` waits for work under way (a delivery whose receiver is
   * slow, say) before it moves on regardless. 1,000 unless given.
   */
  patience?: number
}

interface Timer {
  at: number
  work: () => unknown
}

// The longest wait that setTimeout takes is a signed 32-bit number of milliseconds.
const longestWait = 2 ** 31 - 1

/**
 * Makes a clock that stands still until it is advanced or, with `running`, one that runs and can be advanced besides.
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
    // A pending retry must not keep the process of a test alive. Browsers return a number here.
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

  async function settle() {
    // Work may start further work: look again until there is none.
    for (let rounds = 0; underWay.size > 0 && rounds < 1_000; rounds++) {
      let timeout: ReturnType<typeof setTimeout> | undefined
      const impatience = new Promise<'impatient'>((resolve) => {
        timeout = setTimeout(() => resolve('impatient'), patience)
      })
      const outcome = await Promise.race([Promise.allSettled(underWay), impatience])
      clearTimeout(timeout)
      if (outcome === 'impatient') return
    }
  }

  async function advanceBy(milliseconds: number) {
    const target = now() + milliseconds
    advancing = true
    try {
      await settle()
      for (let next = timers[0]; next && next.at <= target; next = timers[0]) {
        timers.shift()
        moveTo(next.at)
        run(next)
        await settle()
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
    schedule(at, work) {
      const timer: Timer = { at, work }
      const index = timers.findIndex((other) => other.at > at)
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
