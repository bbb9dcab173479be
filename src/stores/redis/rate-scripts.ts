import { furthestMs, leastShare, recoveryMs, shareAfterRefusal } from '../pace/rules'

// The state of a rate is a hash of five numbers: when the next slot is, until when nothing may pass, how many refusals were learnt from,
// to which share of the rate the last of them led, and when. Times are in milliseconds of the server's clock. A key that nobody used for
// so long has nothing to say any more.
const forgottenMs = 600_000

const readState = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local state = redis.call('HMGET', KEYS[1], 'next', 'pause', 'lesson', 'share', 'lowered')
local function at(number, otherwise) return tonumber(state[number]) or otherwise end
local function near(moment, furthest) if moment > now + furthest then return now end return moment end
local pause, lesson = near(at(2, 0), ${furthestMs}), at(3, 0)
local share = math.min(1, at(4, 1) * math.exp((now - math.min(now, at(5, 0))) / ${recoveryMs}))`

const text = (number: string) => `string.format('%.3f', ${number})`

/**
 * Takes slots. Gets how many, the time between two of them at the full rate, and the horizon. Answers the server's time, the first slot, how many were
 * given, the time between two of them and the number of lessons. Slots that begin beyond the horizon are not given.
 */
export const takeScript = `${readState}
local interval = tonumber(ARGV[2]) / share
local next = near(at(1, 0), ${furthestMs} + tonumber(ARGV[2]) / ${leastShare})
local start = math.max(now, next, pause)
local count = 0
if start - now <= tonumber(ARGV[3]) then
  count = tonumber(ARGV[1])
  redis.call('HSET', KEYS[1], 'next', ${text('start + count * interval')})
  redis.call('PEXPIRE', KEYS[1], ${forgottenMs})
end
return { ${text('now')}, ${text('start')}, tostring(count), ${text('interval')}, tostring(lesson) }`

/** Notes a refusal. Gets the lesson of the request that was refused, and for how long nothing may pass. */
export const refuseScript = `${readState}
redis.call('HSET', KEYS[1], 'pause', ${text('math.max(pause, now + tonumber(ARGV[2]))')})
if tonumber(ARGV[1]) == lesson then
  share = math.max(${leastShare}, share * ${shareAfterRefusal})
  redis.call('HSET', KEYS[1], 'lesson', tostring(lesson + 1), 'share', ${text('share')}, 'lowered', ${text('now')})
end
redis.call('PEXPIRE', KEYS[1], ${forgottenMs})`

const memberMs = 60_000

/** Notes that a process uses the rate, on a key of its own. Answers how many have done so within a minute. */
export const beatScript = `
local now = tonumber(redis.call('TIME')[1]) * 1000
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${memberMs})
redis.call('PEXPIRE', KEYS[1], ${memberMs})
return redis.call('ZCARD', KEYS[1])`
