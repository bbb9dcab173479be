/**
 * Keeps requests to a rate. Requests that are reserved together may start at once: their time is waited for before.
 *
 * @example
 * const pacer = new Pacer(8, sleep)
 * await pacer.reserve(5) // five requests may start now, and the next waits
 */
export class Pacer {
  #next = 0
  /** Milliseconds spent waiting so far. */
  waited = 0

  constructor(
    /** Requests per second; `Infinity` for no limit. */
    readonly rate: number,
    private readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Waits until so many requests may start. Rejects once the signal is aborted. */
  async reserve(requests = 1, signal?: AbortSignal): Promise<void> {
    if (this.rate === Infinity) return
    const interval = 1000 / this.rate
    const start = Math.max(this.#next, this.now()) + (requests - 1) * interval
    this.#next = start + interval
    await this.pause(start - this.now(), signal)
  }

  /** Waits, and counts the wait as the pace's. Rejects once the signal is aborted. */
  async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return
    const before = this.now()
    await this.sleep(milliseconds, signal)
    this.waited += this.now() - before
  }
}
