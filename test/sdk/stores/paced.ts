import type { Clock } from '@event-delivery/sdk'
import { createFakeClock, type FakeClock } from '@event-delivery/sdk/testing'
import { TurnQueue } from '../../../src/transport/pace'
import {
  growthMs,
  leastShare,
  shareAfterRefusal,
  shareAfterSoonRefusal,
  soonMs,
} from '../../../src/transport/bucket'
import {
  blockMs,
  furthestMs,
  intervalOf,
  type RateDatabase,
  SharedTurns,
} from '../../../src/stores/shared-turns'

/** A rate in a database that is a model: what the scripts and statements do, on the clock of the test. */
export interface ModelDatabase extends RateDatabase {
  /** How the database fails, if it does. */
  state: 'up' | 'down' | 'hung'
  asked: { takes: number; beats: number; refusals: number }
  /** Sets the clock of the server so many milliseconds ahead of the test's. */
  setAhead(ms: number): void
}

/** Options of `makeDatabase`. */
export interface ModelOptions {
  perSecond: number
  /** How long each way to the database takes, in milliseconds. */
  travel?: () => number
}

/** Makes a database of one rate. */
export function makeDatabase(clock: FakeClock, { perSecond, travel = () => 1 }: ModelOptions): ModelDatabase {
  let ahead = 1e9
  let [nextAt, pauseUntil, lesson, share] = [0, 0, 0, 1]
  const members = new Set<string>()
  const now = () => clock.monotonic() + ahead
  const near = (moment: number) => (moment > now() + furthestMs + intervalOf(perSecond) ? 0 : moment)
  const wait = (ms: number) =>
    ms > 0 ? new Promise<void>((resolve) => clock.schedule(resolve, ms)) : Promise.resolve()
  const answer = async <T>(act: () => T): Promise<T> => {
    await wait(travel())
    if (database.state === 'hung') await new Promise(() => {})
    if (database.state === 'down') throw new Error('connect ECONNREFUSED')
    const result = act()
    await wait(travel())
    return result
  }
  const database: ModelDatabase = {
    state: 'up',
    asked: { takes: 0, beats: 0, refusals: 0 },
    setAhead: (ms) => void (ahead = ms),
    take(count, horizon) {
      database.asked.takes++
      return answer(() => {
        const interval = intervalOf(perSecond) / share
        const start = Math.max(now(), near(nextAt), near(pauseUntil))
        const grant = { now: now(), start, interval, lesson }
        if (start - now() > horizon) return { ...grant, count: 0 }
        const given = Math.min(count, Math.max(1, Math.floor(blockMs / interval)))
        nextAt = start + given * interval
        share = Math.min(1, share * Math.exp((given * interval) / growthMs))
        return { ...grant, count: given }
      })
    },
    refuse(refused, pauseMs) {
      database.asked.refusals++
      return answer(() => {
        const left = now() < pauseUntil + soonMs ? shareAfterSoonRefusal : shareAfterRefusal
        pauseUntil = Math.max(near(pauseUntil), now() + pauseMs)
        if (refused !== lesson) return
        share = Math.max(leastShare(perSecond), share * left)
        lesson++
      })
    },
    beat(member) {
      database.asked.beats++
      return answer(() => members.add(member).size)
    },
  }
  return database
}

/** Paces of several processes on one database, and all that they let pass. The clock moves by itself while `run` waits. */
export function makePaces(
  count: number,
  options: ModelOptions & {
    processes?: number
    /** How many milliseconds late the timers of a process come. */
    lateness?: (process: number) => number
  },
) {
  const clock = createFakeClock({ auto: true })
  const database = makeDatabase(clock, options)
  const passes: number[] = []
  const passedBy: number[] = []
  const logged: string[] = []
  const { perSecond, processes = 1, lateness = () => 0 } = options
  const paces = Array.from({ length: count }, (_, index) => {
    const log = (level: string, message: string) => void logged.push(`${level} ${index} ${message}`)
    const own: Clock = {
      ...clock,
      monotonic: clock.monotonic,
      schedule: (callback, ms) => clock.schedule(callback, ms + lateness(index)),
    }
    const options = { clock: own, log, database, perSecond, processes, member: `${index}` }
    return new TurnQueue(own, (onChange) => new SharedTurns(options, onChange))
  })
  /** Lets one attempt pass. */
  const pass = async (index: number, isRetry = false, signal?: AbortSignal) => {
    const passed = await paces[index]!.enter(signal, isRetry)
    passes.push(clock.monotonic())
    passedBy.push(index)
    return passed
  }
  const sleep = (ms: number) => new Promise<void>((resolve) => clock.schedule(resolve, ms))
  return { clock, database, passes, passedBy, logged, paces, pass, sleep }
}
