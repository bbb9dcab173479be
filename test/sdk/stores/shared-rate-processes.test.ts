import { afterAll, expect, test } from 'vitest'
import { execute, postgresUrl } from '../../support/postgres'
import { missingRedis, startRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { mostInASecond } from './paced'
import { bundle, makeRateSchema, mostNoted, perSecond, startFour } from './paced-processes'

const program = await bundle(afterAll, 'pace')

const missing = missingRedis()

const databases = [
  {
    name: 'PostgreSQL',
    missing: undefined,
    async start(until: Until) {
      const database = await postgresUrl()
      const schema = await makeRateSchema(database)
      until(async () => void (await execute(database, `drop schema "${schema}" cascade`)))
      return { database, schema }
    },
  },
  {
    name: 'Redis',
    missing,
    start: async (until: Until) => ({ database: (await startRedis(until)).url, schema: undefined }),
  },
]

for (const { name, missing, start } of databases) {
  test.skipIf(missing)(
    `four processes on ${name} use the rate together, and the service refuses none of their requests`,
    async ({ onTestFinished }) => {
      const { database, schema } = await start(onTestFinished)
      const four = await startFour({ program, database, schema, until: onTestFinished })
      await expect.poll(() => four.times('pass').length).toBeGreaterThan(250)
      await four.stop()
      // A process that a busy machine keeps from its database keeps its share, beside what the others take.
      const share = (perSecond / 4) * four.times('lost').length
      expect(mostInASecond(four.times('pass'))).toBeLessThanOrEqual(mostNoted + share)
      expect(four.times('refused').length).toBeLessThanOrEqual(2)
      expect(new Set(four.lines.filter(({ what }) => what === 'pass').map((line) => line.process)).size).toBe(
        4,
      )
    },
  )
}
