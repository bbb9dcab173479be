import {
  growthMs,
  leastShare,
  shareAfterRefusal,
  shareAfterSoonRefusal,
  soonMs,
} from '../../transport/bucket'
import { blockMs, furthestMs, type Grant, intervalOf, type RateDatabase, usedShare } from '../shared-turns'
import type { RedisClient } from './client'
import { createScriptRunner, type RunScript } from './scripts'

// The state of a rate is a hash of four numbers: when the next turn is, until when nothing may pass, how many refusals were learnt from, and
// the share of the rate that is used. Times are in milliseconds of the server's clock. A key that nobody used for so long has nothing to
// say any more.
const forgottenMs = 600_000

/** Reads the state. The first argument of each script is the time between two turns of the full rate. */
const readState = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local state = redis.call('HMGET', KEYS[1], 'next', 'pause', 'lesson', 'share')
local function at(number, otherwise) return tonumber(state[number]) or otherwise end
local function near(moment) if moment > now + ${furthestMs} + tonumber(ARGV[1]) then return now end return moment end
local pause, lesson, share = near(at(2, 0)), at(3, 0), at(4, 1)`

const text = (number: string) => `string.format('%.6f', ${number})`

/**
 * Takes turns. Gets how many at most and the horizon. Answers the server's time, the first turn, their count, their interval and the
 * `lesson`: how many refusals the rate has learnt from.
 */
const takeScript = `${readState}
local interval = tonumber(ARGV[1]) / share
local start = math.max(now, near(at(1, 0)), pause)
local count = 0
if start - now <= tonumber(ARGV[3]) then
  count = math.min(tonumber(ARGV[2]), math.max(1, math.floor(${blockMs} / interval)))
  share = math.min(1, share * math.exp(count * interval / ${growthMs}))
  redis.call('HSET', KEYS[1], 'next', ${text('start + count * interval')}, 'share', ${text('share')})
  redis.call('PEXPIRE', KEYS[1], ${forgottenMs})
end
return { ${text('now')}, ${text('start')}, tostring(count), ${text('interval')}, tostring(lesson) }`

/** Notes a refusal. Gets the `lesson` at which the refused request passed, for how long nothing may pass, and the least share. */
const refuseScript = `${readState}
redis.call('HSET', KEYS[1], 'pause', ${text('math.max(pause, now + tonumber(ARGV[3]))')})
if tonumber(ARGV[2]) == lesson then
  local left = ${shareAfterRefusal}
  if now < pause + ${soonMs} then left = ${shareAfterSoonRefusal} end
  share = math.max(tonumber(ARGV[4]), share * left)
  redis.call('HSET', KEYS[1], 'lesson', tostring(lesson + 1), 'share', ${text('share')})
end
redis.call('PEXPIRE', KEYS[1], ${forgottenMs})`

const memberMs = 60_000

/** Notes that a process uses the rate, on a key of its own. Answers how many have done so within a minute. */
const beatScript = `
local now = tonumber(redis.call('TIME')[1]) * 1000
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${memberMs})
redis.call('PEXPIRE', KEYS[1], ${memberMs})
return redis.call('ZCARD', KEYS[1])`

/** The token bucket of a rate in Redis, under a key of its own. The processes that use it stand under another one. */
export class RedisRate implements RateDatabase {
  readonly #runScript: RunScript

  constructor(
    client: RedisClient,
    private readonly key: string,
    private readonly perSecond: number,
  ) {
    this.#runScript = createScriptRunner(client)
  }

  async take(count: number, horizonMs: number): Promise<Grant> {
    const answer = (await this.#run(takeScript, count, horizonMs)) as string[]
    const [now = 0, start = 0, given = 0, interval = 0, lesson = 0] = answer.map(Number)
    return { now, start, count: given, interval, lesson }
  }

  async refuse(lesson: number, pauseMs: number): Promise<void> {
    await this.#run(refuseScript, lesson, pauseMs, leastShare(this.perSecond, usedShare))
  }

  async beat(member: string): Promise<number> {
    return Number(await this.#runScript(beatScript, `${this.key}:members`, member))
  }

  #run(script: string, ...numbers: number[]): Promise<unknown> {
    return this.#runScript(script, this.key, ...[intervalOf(this.perSecond), ...numbers].map(String))
  }
}
