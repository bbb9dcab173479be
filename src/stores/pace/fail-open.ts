import { runWithin } from '../../transport/bounds'
import { monotonic } from '../../transport/clock'
import type { PaceTerms } from '../../transport/shared-rate'
import type { RateDatabase } from './database'
import { createLocalSource } from './local-source'
import { createSharedSource } from './shared-source'
import type { SlotSource } from './source'

// The longest time in milliseconds that an answer of the database is waited for.
const answerTimeout = 2000
// A database that was lost is tried again after so many milliseconds.
const probeEvery = 1000
// So long may such a try take before it is given up. A connection that died unnoticed never answers.
const probeTimeout = 5000
// A process says that it uses the rate each time that so many milliseconds are over. The database remembers it for a minute.
const beatEvery = 2000

/** Options of `createFailOpenSource`. */
export interface FailOpenOptions extends PaceTerms {
  database: RateDatabase
  /** Requests a second. */
  perSecond: number
  /** How many processes share the rate, as long as the database has not said so. */
  processes: number
  /** The name of this process, which no other one has. */
  member: string
}

/**
 * Gives out slots of the shared rate. While the database cannot be asked, it gives out those of a local rate: the shared one, divided by
 * the number of processes that was known last. The log is told of the change and of the return.
 */
export function createFailOpenSource(options: FailOpenOptions): SlotSource {
  const { clock, log, database, perSecond, member } = options
  let { processes } = options
  let isLost = false
  let isProbing = false
  let probeAt = -Infinity
  let beatAt = -Infinity

  const take = createSharedSource(clock, database)
  const local = createLocalSource(clock, () => perSecond / processes)
  const inTime = <T>(ask: () => Promise<T>, ms = answerTimeout): Promise<T> =>
    runWithin({ clock, signal: undefined, ms, limit: `limit of ${ms} ms` }, ask)

  const lose = (error: unknown) => {
    if (isLost) return
    isLost = true
    probeAt = monotonic(clock) + probeEvery
    log(
      'warn',
      'The database of the shared rate cannot be asked. This process keeps its own share of the rate meanwhile.',
      {
        error: error instanceof Error ? error.message : String(error),
        ratePerSecond: perSecond / processes,
        processes,
      },
    )
  }
  const beat = async () => {
    beatAt = monotonic(clock) + beatEvery
    processes = Math.max(1, await database.beat(member))
  }
  /** Asks the database in the background whether it is there again. A question that hangs is not followed by another one for a while. */
  const probe = async () => {
    if (isProbing || monotonic(clock) < probeAt) return
    isProbing = true
    probeAt = monotonic(clock) + probeEvery
    try {
      await inTime(beat, probeTimeout)
      isLost = false
      log('info', 'The database of the shared rate can be asked again.', { processes })
    } catch {
      // The database is still lost, which the log knows.
    }
    isProbing = false
  }

  return {
    async take(count) {
      if (!isLost) {
        if (monotonic(clock) >= beatAt) beat().catch(lose)
        try {
          return await inTime(() => take(count))
        } catch (error) {
          lose(error)
        }
      }
      void probe()
      return local.take(count)
    },
    async refuse(lesson, pauseMs) {
      await local.refuse(lesson, pauseMs)
      if (isLost) return
      try {
        await inTime(() => database.refuse(lesson, pauseMs))
      } catch (error) {
        lose(error)
      }
    },
  }
}
