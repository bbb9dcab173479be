import type { PostgresPool, Queryable } from '../postgres/connection'
import { runWithin, sleep } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import { OutboxError } from './outbox-error'
import { sqlState } from './table'

// Longer than any statement of an outbox takes. After it, the network has lost the answer.
const answerTimeout = 15_000
const firstWait = 100
const longestWait = 10_000

/** Options of `RetryingDatabase`. */
export interface RetryingDatabaseOptions {
  pool: PostgresPool
  clock: Clock
  random: () => number
  /** Ends the waits, and the statements under way. */
  signal: AbortSignal
  /** Called once when statements fail, and again only after one has succeeded. */
  onLost(error: Error): void
  onReturn(): void
}

/** Whether an error says that the statement is wrong, or may not be executed: to repeat it would change nothing. */
const isLasting = (error: unknown): boolean =>
  error instanceof OutboxError || /^(22|42)/.test(sqlState(error))

/** The wait after a number of failures in a row, in milliseconds: twice as long each time up to `longest`, with jitter. */
export const backoff = (failures: number, longest: number, random: () => number, first = firstWait): number =>
  Math.min(first * 2 ** Math.min(failures, 30), longest) * (0.5 + random() / 2)

/** Executes statements, and repeats them while the database is away or fails. */
export class RetryingDatabase {
  #state: 'reachable' | 'lost' = 'reachable'

  constructor(private readonly options: RetryingDatabaseOptions) {}

  /**
   * Executes until it succeeds. Rejects with an error that would come again, and when the signal of the options aborts. Once `stop` aborts,
   * a statement under way is still waited for, and not repeated.
   */
  async run<T>(work: (database: Queryable) => Promise<T>, stop?: AbortSignal): Promise<T> {
    const { pool, clock, random, signal, onLost, onReturn } = this.options
    const limit = `limit of ${answerTimeout} ms for a statement`
    for (let failures = 0; ; failures++) {
      try {
        const result = await runWithin({ clock, signal, ms: answerTimeout, limit }, () => work(pool))
        if (this.#state === 'lost') onReturn()
        this.#state = 'reachable'
        return result
      } catch (error) {
        if (signal.aborted || stop?.aborted || isLasting(error)) throw error
        // The first failure may be that of a connection which broke while it was idle. The next one is new.
        if (failures > 0 && this.#state === 'reachable') {
          this.#state = 'lost'
          onLost(error instanceof Error ? error : new Error(String(error)))
        }
        await sleep(clock, backoff(failures, longestWait, random), stop ?? signal)
      }
    }
  }
}
