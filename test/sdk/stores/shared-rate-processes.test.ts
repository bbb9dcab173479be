import { sharedRate } from '@event-delivery/sdk/stores'
import { afterAll, expect, test } from 'vitest'
import { execute, postgresUrl } from '../../support/postgres'
import { commands, startServer } from '../../support/processes'
import { missingRedis, startRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { makePool } from './clients'
import { mostInASecond } from './paced'
import { bundle, startPaced } from './paced-processes'

const program = await bundle(afterAll, 'pace')
const perSecond = 50
// A process may be put aside between the pass and its note, so that notes draw closer than passes were.
const mostNoted = perSecond + 5

/** Starts a mock that refuses more than the rate, and four processes that send to it as fast as they may. */
async function startFour(database: string, schema: string | undefined, until: Until) {
  const server = await startServer([
    commands.mock,
    '--port',
    '0',
    '--json',
    '--plan',
    `enterprise:${perSecond}`,
  ])
  until(() => server.stop())
  const job = { baseUrl: server.baseUrl, database, schema, key: 'account', perSecond, processes: 4 }
  return startPaced(program, [job, job, job, job], until)
}

async function makeRateSchema(until: Until): Promise<string> {
  const schema = `rate_${crypto.randomUUID().replaceAll('-', '')}`
  await sharedRate(await makePool(until), { key: 'account', perSecond, schema }).migrate()
  until(async () => void (await execute(await postgresUrl(), `drop schema "${schema}" cascade`)))
  return schema
}

const missing = missingRedis()

const databases = [
  {
    name: 'PostgreSQL',
    missing: undefined,
    start: async (until: Until) => ({ database: await postgresUrl(), schema: await makeRateSchema(until) }),
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
      const four = await startFour(database, schema, onTestFinished)
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

test.skipIf(missing)(
  `four processes whose Redis dies keep their shares, and come back to it by themselves${missing ? ` (${missing})` : ''}`,
  async ({ onTestFinished }) => {
    const redis = await startRedis(onTestFinished)
    const four = await startFour(redis.url, undefined, onTestFinished)
    // A beat after all four have begun tells each of them how many they are.
    await expect.poll(() => four.times('ready').length).toBe(4)
    const begun = Date.now()
    await expect.poll(() => four.times('pass').filter((at) => at > begun + 5000).length).toBeGreaterThan(10)
    await redis.kill()
    await expect.poll(() => four.times('lost').length).toBe(4)
    const [, , , allLost = 0] = four.times('lost')
    const whileLost = () => four.times('pass').filter((at) => at > allLost)
    await expect.poll(() => whileLost().length).toBeGreaterThan(150)
    const lost = whileLost()
    await redis.start()
    await expect.poll(() => four.times('back').length).toBe(4)
    const passed = four.times('pass').length
    await expect.poll(() => four.times('pass').length).toBeGreaterThan(passed + 150)
    await four.stop()
    expect(mostInASecond(lost)).toBeLessThanOrEqual(mostNoted + 4)
    expect(mostInASecond(four.times('pass').slice(passed))).toBeLessThanOrEqual(mostNoted)
    // Each process says both once.
    expect([four.times('lost').length, four.times('back').length]).toEqual([4, 4])
  },
)
