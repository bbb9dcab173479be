import { type Clock, monotonic } from '../../transport/clock'
import type { RateDatabase } from './database'
import { horizonMs, mostHorizonGained, patience } from './rules'
import { createServerTime } from './server-time'
import type { Slots } from './source'

// Whoever found no slots asks again no sooner than after so many milliseconds.
const leastWait = 5
// A slot can be used for so many milliseconds, however vague the clock of the server is after slow answers.
const leastPatience = 10

/** Translates the slots of a database into the time of this process. Rejects where the database does. */
export function createSharedSource(clock: Clock, database: RateDatabase): (count: number) => Promise<Slots> {
  const server = createServerTime()
  let waitsSince = Infinity
  return async (count) => {
    const askedAt = monotonic(clock)
    const gained = Math.min(Math.max(0, askedAt - waitsSince), mostHorizonGained)
    const grant = await database.take(count, horizonMs + gained)
    waitsSince = grant.count ? Infinity : Math.min(waitsSince, askedAt)
    const answeredAt = monotonic(clock)
    server.note(askedAt, answeredAt, grant.now)
    const from = server.surelyAt(grant.start)
    return {
      ...grant,
      from,
      patience: Math.max(leastPatience, server.surelyBefore(grant.start + patience) - from),
      askAgainAt: Math.max(answeredAt + leastWait, from - horizonMs),
    }
  }
}
