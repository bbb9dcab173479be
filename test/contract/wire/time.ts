import { setTimeout as sleep } from 'node:timers/promises'

/** Waits so many milliseconds, or rejects with the signal's reason as soon as that is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw error
  })
}

/** Tells milliseconds that only grow. */
export type Clock = Pick<Performance, 'now'>

/**
 * The end of something, which comes with an interruption or once its time is over. It makes a signal only for those who ask for one: in
 * process a signal costs as much as a request.
 */
export class Limit {
  #ended: { reason: Error } | undefined
  #controller: AbortController | undefined
  #reject: ((reason: Error) => void) | undefined
  readonly #timers: NodeJS.Timeout[] = []
  readonly #listening: { signal: AbortSignal; act: () => void }[] = []

  constructor(interrupt?: AbortSignal) {
    if (interrupt) this.when(interrupt, () => this.abort(interrupt.reason as Error))
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#ended) this.#controller.abort(this.#ended.reason)
    }
    return this.#controller.signal
  }

  abort(reason: Error): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.#controller?.abort(reason)
    this.#reject?.(reason)
  }

  /** Has the end come after so many milliseconds at the latest, by a clock that may stand still now and then. */
  after(milliseconds: number, reason: () => Error, clock: Clock = performance): void {
    const end = clock.now() + milliseconds
    const look = () => {
      const left = end - clock.now()
      if (left <= 0) this.abort(reason())
      else this.#timers.push(setTimeout(look, left + 1))
    }
    this.#timers.push(setTimeout(look, milliseconds))
  }

  /** Calls `act` once a signal is aborted, at once where it is, unless the limit is released before. */
  when(signal: AbortSignal, act: () => void): void {
    if (signal.aborted) return act()
    signal.addEventListener('abort', act, { once: true })
    this.#listening.push({ signal, act })
  }

  /** Settles with the promise, or rejects at the end, whatever the promise does. Only one promise may be awaited at a time. */
  for<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject
      promise.then(resolve, reject)
      if (this.#ended) reject(this.#ended.reason)
    })
  }

  /** Removes the timers and listeners that would still bring the end. */
  release(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const { signal, act } of this.#listening) signal.removeEventListener('abort', act)
  }
}

/**
 * Measures for how long at least one of several things was under way.
 *
 * @example
 * await stopwatch.measure(answer)
 * stopwatch.elapsed // milliseconds
 */
export class Stopwatch {
  #running = 0
  #since = 0
  #total = 0

  /** Counts the time until something has ended, well or badly, and settles with it. */
  async measure<T>(act: Promise<T>): Promise<T> {
    if (this.#running === 0) this.#since = performance.now()
    this.#running += 1
    try {
      return await act
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#total += performance.now() - this.#since
    }
  }

  /** Milliseconds so far, in which things that overlap count once. */
  get elapsed(): number {
    return this.#total + (this.#running > 0 ? performance.now() - this.#since : 0)
  }
}

/**
 * Keeps requests to a rate. Requests that are reserved together may start at once: their time is waited for before.
 *
 * @example
 * const pacer = new Pacer(8)
 * await pacer.reserve(5, signal) // five requests may start now, and the next waits
 */
export class Pacer {
  #next = 0
  /** Milliseconds spent waiting so far. */
  waited = 0

  constructor(
    /** Requests per second; `Infinity` for no limit. */
    readonly rate: number,
  ) {}

  /** Waits until so many requests may start. Rejects once the signal is aborted. */
  async reserve(requests: number, signal: AbortSignal): Promise<void> {
    if (this.rate === Infinity) return
    const interval = 1000 / this.rate
    const start = Math.max(this.#next, performance.now()) + (requests - 1) * interval
    this.#next = start + interval
    await this.pause(start - performance.now(), signal)
  }

  /** Waits, and counts the wait as the pace's. Rejects once the signal is aborted. */
  async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return
    const before = performance.now()
    await pause(milliseconds, signal)
    this.waited += performance.now() - before
  }
}
