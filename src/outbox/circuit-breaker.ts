import { type Clock, monotonic } from '../transport/clock'
import { backoff } from './retrying-database'

const firstPause = 1000
const longestPause = 300_000

/**
 * Decides how many rows a relay may have under way. After the service has refused the client it is open: nothing is sent for a while. Then it
 * is half-open: one row is sent at a time, and a refusal opens it for twice as long. As many failures in a row as rows may be under way make it
 * half-open too. An answer of the service closes it.
 */
export class CircuitBreaker {
  #refusals = 0
  #failures = 0
  #openUntil = -Infinity

  constructor(
    private readonly clock: Clock,
    private readonly random: () => number,
    private readonly concurrency: number,
  ) {}

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.pauseLeft > 0) return 'open'
    return this.#refusals > 0 || this.#failures >= this.concurrency ? 'half-open' : 'closed'
  }

  /** Milliseconds until the breaker is no longer open. */
  get pauseLeft(): number {
    return Math.max(0, this.#openUntil - monotonic(this.clock))
  }

  /** How many rows may be under way now. */
  get allowed(): number {
    return { open: 0, 'half-open': 1, closed: this.concurrency }[this.state]
  }

  /**
   * Notes that the service takes no events, and opens for `longest` milliseconds at most. Returns whether this is the first refusal in a
   * row.
   */
  noteRefusal(longest = Infinity): boolean {
    // The rows that were under way when the breaker opened are refused as well.
    if (this.state === 'open') return false
    const pause = backoff(this.#refusals, longestPause, this.random, firstPause)
    this.#openUntil = monotonic(this.clock) + Math.min(pause, longest)
    return this.#refusals++ === 0
  }

  /** Notes that the service answered for a row. Returns whether it had refused the client before. */
  noteAnswer(): boolean {
    // The row was sent before the refusal: its answer says nothing about now.
    if (this.state === 'open') return false
    const wasRefused = this.#refusals > 0
    this.#refusals = 0
    this.#failures = 0
    return wasRefused
  }

  /** Notes that a call failed without an answer for its row. */
  noteFailure(): void {
    this.#failures++
  }
}
