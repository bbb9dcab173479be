import type { PostgresPool, Queryable } from '../postgres/connection'
import { runWithin, sleep } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import { OutboxError } from './outbox-error'
import { sqlState } from './table'

// Longer than any statement of an outbox takes: beyond it, the network has swallowed the answer.
const answerTimeout = 15_000
const firstWait = 100
const longestWait = 10_000

/** Executes statements, and waits where the database is away. */
export interface Patience {
  /**
   * Executes until it succeeds. Rejects where repeating is of no use, and when the signal of the patience aborts. Once `stop` aborts, a
   * statement under way is still waited for, and not repeated.
   */
  run<T>(work: (database: Queryable) => Promise<T>, stop?: AbortSignal): Promise<T>
}

/** Options of `createPatience`. */
export interface PatienceOptions {
  pool: PostgresPool
  clock: Clock
  random: () => number
  /** Ends the waits. */
  signal: AbortSignal
  /** Called once when the database cannot be reached, and again only after it was back. */
  onLost(error: Error): void
  onReturn(): void
}

/** Whether an error says that the statement is wrong, or may not be executed: repeating changes nothing. */
const isLasting = (error: unknown): boolean =>
  error instanceof OutboxError || /^(22|42)/.test(sqlState(error))

/** The wait after so many failures in a row, in milliseconds: twice as long each time, and spread. */
export const growingWait = (failures: number, longest: number, random: () => number, first = firstWait) =>
  Math.min(first * 2 ** Math.min(failures, 30), longest) * (0.5 + random() / 2)

/** Makes the patience of a relay. */
export function createPatience(options: PatienceOptions): Patience {
  const { pool, clock, random, signal, onLost, onReturn } = options
  let isLost = false

  return {
    async run(work, stop) {
      for (let failures = 0; ; failures++) {
        try {
          const bounds = {
            clock,
            signal,
            ms: answerTimeout,
            limit: `limit of ${answerTimeout} ms for a statement`,
          }
          const result = await runWithin(bounds, () => work(pool))
          if (isLost) onReturn()
          isLost = false
          return result
        } catch (error) {
          if (signal.aborted || stop?.aborted || isLasting(error)) throw error
          // A single failure is a connection that was lost while nobody used it: the next one is a new one.
          if (failures > 0 && !isLost) {
            isLost = true
            onLost(error instanceof Error ? error : new Error(String(error)))
          }
          await sleep(clock, growingWait(failures, longestWait, random), stop ?? signal)
        }
      }
    },
  }
}
