import type { Queryable } from '../../postgres/connection'
import { type Clock, monotonic } from '../../transport/clock'

// The rows that one statement deletes.
const batch = 1000
// A claim that nobody took over is kept for a day after its lease: its late owner may still commit.
const keptClaims = `interval '1 day'`

const sweepStatement = (schema: string) => `
delete from ${schema}.delivery where key in (
  select key from ${schema}.delivery
  where held_until < clock_timestamp() and (is_done or held_until < clock_timestamp() - ${keptClaims})
  order by held_until limit ${batch} for update skip locked
) returning 1`

/** Deletes what need not be remembered any more. */
export interface Sweeper {
  /** Deletes everything. Resolves to how many rows it were. */
  sweep(): Promise<number>
  /** Deletes one batch in the background, where the last time was long enough ago. */
  sweepSometimes(): void
}

/** Makes a sweeper. `every` is the least time in milliseconds between two batches. */
export function createSweeper(database: Queryable, schema: string, every: number, clock: Clock): Sweeper {
  const statement = sweepStatement(schema)
  let sweptAt = monotonic(clock)
  const sweepBatch = async () => (await database.query(statement)).rows.length

  return {
    async sweep() {
      let swept = 0
      for (;;) {
        const count = await sweepBatch()
        swept += count
        if (count < batch) return swept
      }
    },
    sweepSometimes() {
      if (monotonic(clock) - sweptAt < every) return
      sweptAt = monotonic(clock)
      // Rows that were not deleted are deleted next time, and no delivery depends on them.
      sweepBatch().catch(() => {})
    },
  }
}
