import { chmod } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../mock/store/embedded/start-embedded'
import { makeFolder } from '../../support/folder'
import { missingRedis, startRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { mostInASecond } from './paced'
import { bundle, makeRateSchema, mostNoted, startFour } from './paced-processes'
import { startRedisPair } from './redis-pair'

/** A database that a test can take away from the processes which use it. */
interface LosableDatabase {
  database: string
  schema?: string
  lose(): Promise<unknown>
  restore(): Promise<unknown>
}

async function restartedRedis(until: Until): Promise<LosableDatabase> {
  const redis = await startRedis(until)
  return { database: redis.url, lose: () => redis.kill(), restore: () => redis.start() }
}

async function failedOverRedis(until: Until): Promise<LosableDatabase> {
  const redis = await startRedisPair(until)
  return { database: redis.url, lose: () => redis.killPrimary(), restore: () => redis.promote() }
}

async function restartedPostgres(until: Until): Promise<LosableDatabase> {
  const folder = await makeFolder(until)
  // As root, PostgreSQL runs as a user that has to enter the folder.
  await chmod(folder, 0o755)
  const start = () => startEmbedded(folder, { settings: { fsync: 'off' } })
  let postgres = await start()
  until(() => postgres.stop())
  return {
    database: postgres.url,
    schema: await makeRateSchema(postgres.url),
    lose: () => postgres.stop(),
    restore: async () => void (postgres = await start()),
  }
}

const program = await bundle(afterAll, 'pace')
const missing = missingRedis()

test.for([
  { what: 'Redis dies and comes back empty', make: restartedRedis, missing },
  { what: 'Redis fails over to its replica', make: failedOverRedis, missing },
  { what: 'PostgreSQL is stopped and started again', make: restartedPostgres, missing: undefined },
])(
  'four processes whose $what keep their shares meanwhile, say so once, and come back by themselves',
  async ({ make, missing }, { onTestFinished: until, skip }) => {
    if (missing) skip(missing)
    const { database, schema, lose, restore } = await make(until)
    const four = await startFour({ program, database, schema, until })
    // A beat after all four have begun tells each of them how many they are.
    await expect.poll(() => four.times('ready').length).toBe(4)
    const begun = Date.now()
    await expect.poll(() => four.times('pass').filter((at) => at > begun + 5000).length).toBeGreaterThan(10)
    await lose()
    await expect.poll(() => four.times('lost').length).toBe(4)
    const [, , , allLost = 0] = four.times('lost')
    const whileLost = () => four.times('pass').filter((at) => at > allLost)
    await expect.poll(() => whileLost().length).toBeGreaterThan(150)
    const lost = whileLost()
    await restore()
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
