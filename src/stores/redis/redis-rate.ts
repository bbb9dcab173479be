import type { RateDatabase } from '../pace/database'
import { intervalOf } from '../pace/rules'
import type { RedisClient } from './client'
import { beatScript, refuseScript, takeScript } from './rate-scripts'
import { createScriptRunner } from './scripts'

/** Keeps a rate in Redis, under a key of its own. The processes that use it stand under another one. */
export function createRedisRate(client: RedisClient, key: string, perSecond: number): RateDatabase {
  const runScript = createScriptRunner(client)
  const interval = String(intervalOf(perSecond))
  return {
    async take(count, horizonMs) {
      const answer = (await runScript(
        takeScript,
        key,
        String(count),
        interval,
        String(horizonMs),
      )) as string[]
      const [now = 0, start = 0, given = 0, ownInterval = 0, lesson = 0] = answer.map(Number)
      return { now, start, count: given, interval: ownInterval, lesson }
    },
    refuse: async (lesson, pauseMs) =>
      void (await runScript(refuseScript, key, String(lesson), String(pauseMs))),
    beat: async (member) => Number(await runScript(beatScript, `${key}:members`, member)),
  }
}
