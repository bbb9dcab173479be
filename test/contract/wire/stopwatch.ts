/**
 * Measures for how long at least one of several things was under way.
 *
 * @example
 * const stop = stopwatch.start()
 * await answer
 * stop()
 * stopwatch.elapsed // milliseconds
 */
export class Stopwatch {
  #running = 0
  #since = 0
  #total = 0

  /** Notes that something begins. Returns the function that notes its end. */
  start(): () => void {
    if (this.#running === 0) this.#since = performance.now()
    this.#running += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#running -= 1
      if (this.#running === 0) this.#total += performance.now() - this.#since
    }
  }

  /** Milliseconds so far, in which things that overlap count once. */
  get elapsed(): number {
    return this.#total + (this.#running > 0 ? performance.now() - this.#since : 0)
  }
}
