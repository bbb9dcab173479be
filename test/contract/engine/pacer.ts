import { pause } from '../wire/abort'

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
