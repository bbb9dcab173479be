import type { RetryDenial } from '../errors/request-errors'
import { waitFor } from './bounds'
import { type Clock, monotonic } from './clock'
import { checkCount, checkPositive } from './preflight'
import { Queue } from './queue'

/** How many retries the calls of a client may make together. */
export interface RetryBudgetOptions {
  /** Retries for each call that began within the window. 0.2 unless given: a fifth more requests than calls. */
  share?: number | undefined
  /** Retries that every window permits, however few calls began. 100 unless given. */
  minimum?: number | undefined
  /** Milliseconds. 10,000 unless given. */
  windowMs?: number | undefined
}

/** Gives a retry back to the budget, because the service worked. */
export type GiveBack = () => void

/**
 * Permits retries while they are few beside the calls, so that a client does not multiply the load of a service that is down. The others
 * wait, in the order in which they came.
 */
export class RetryBudget {
  readonly #clock: Clock
  readonly #share: number
  readonly #minimum: number
  readonly #windowMs: number
  /** When the calls of the window began. */
  readonly #calls = new Queue<number>()
  /** When the retries of the window were permitted. */
  readonly #retries = new Queue<number>()
  readonly #waiting = new Queue<(answer: GiveBack | RetryDenial) => void>()
  #cancelTimer = () => {}

  /** @param given `false` permits every retry. */
  constructor(clock: Clock, given: RetryBudgetOptions | false = {}) {
    const { share = 0.2, minimum = 100, windowMs = 10_000 } = given || { minimum: Infinity }
    this.#clock = clock
    this.#share = checkCount('retryBudget.share', share)
    this.#minimum = checkCount('retryBudget.minimum', minimum)
    this.#windowMs = checkPositive('retryBudget.windowMs', windowMs)
  }

  /** Counts a call that begins. */
  begin(): void {
    this.#dropOld(this.#calls)
    this.#calls.add(monotonic(this.#clock))
    if (this.#waiting.size) this.#permit()
  }

  /**
   * Waits until one more retry may be made, for `ms` milliseconds at most. The retry counts for a window from then on, or until it is given
   * back. Rejects when the signal ends the wait.
   */
  enter(signal: AbortSignal | undefined, ms: number): Promise<GiveBack | RetryDenial> {
    return waitFor(signal, (resolve) => {
      const leave = this.#waiting.add(resolve)
      const cancelTimer = this.#clock.schedule(() => {
        // A retry may leave the window at the moment at which this wait ends, and the timer for that fire later than this one.
        this.#permit()
        resolve(this.#denial())
      }, ms)
      this.#permit()
      return () => {
        leave()
        cancelTimer()
        if (!this.#waiting.size) this.#cancelTimer()
      }
    })
  }

  /** Permits as many of the waiting retries as the budget allows. A budget that permits none at all denies them at once. */
  #permit(): void {
    this.#cancelTimer()
    const permitted = this.#permitted()
    this.#dropOld(this.#retries)
    for (;;) {
      const answer = this.#waiting.first()
      if (!answer) return
      if (permitted > 0 && this.#retries.size >= permitted) break
      this.#waiting.removeFirst()
      answer(permitted > 0 ? this.#countRetry() : this.#denial())
    }
    // The queue is not empty: the window has as many retries as are permitted.
    const untilFree = (this.#retries.first() as number) + this.#windowMs - monotonic(this.#clock)
    this.#cancelTimer = this.#clock.schedule(() => this.#permit(), untilFree)
  }

  #countRetry(): GiveBack {
    const free = this.#retries.add(monotonic(this.#clock))
    return () => {
      free()
      if (this.#waiting.size) this.#permit()
    }
  }

  #permitted(): number {
    this.#dropOld(this.#calls)
    return Math.max(this.#minimum, this.#share * this.#calls.size)
  }

  #denial(): RetryDenial {
    const permitted = Math.ceil(this.#permitted())
    this.#dropOld(this.#retries)
    return { retries: this.#retries.size, permitted, windowMs: this.#windowMs }
  }

  #dropOld(moments: Queue<number>): void {
    const since = monotonic(this.#clock) - this.#windowMs
    while ((moments.first() ?? Infinity) <= since) moments.removeFirst()
  }
}
