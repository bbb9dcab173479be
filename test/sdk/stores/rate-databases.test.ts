import { sharedRate } from '@event-delivery/sdk/stores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RateDatabase } from '../../../src/stores/pace/database'
import { intervalOf } from '../../../src/stores/pace/rules'
import { createPostgresRate } from '../../../src/stores/postgres/postgres-rate'
import { createRedisRate } from '../../../src/stores/redis/redis-rate'
import { execute, postgresUrl } from '../../support/postgres'
import { missingRedis, startRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { drivers, makePool } from './clients'

const perSecond = 1000
const interval = intervalOf(perSecond)
const missing = missingRedis()

/** Makes rates of one account, each by a connection of its own, as those of several processes. */
type MakeRate = (key: string, perSecond: number) => Promise<RateDatabase>

async function onPostgres(until: Until): Promise<MakeRate> {
  const schema = `rate_${crypto.randomUUID().replaceAll('-', '')}`
  const pool = await makePool(until)
  const rate = sharedRate(pool, { key: 'a', perSecond, schema })
  await Promise.all([rate.migrate(), rate.migrate()])
  until(async () => void (await execute(await postgresUrl(), `drop schema "${schema}" cascade`)))
  return async (key, rate) => createPostgresRate(await makePool(until, { max: 3 }), `"${schema}"`, key, rate)
}

const databases = [
  { name: 'PostgreSQL', start: onPostgres, isMissing: false },
  ...drivers.map(({ name, one }) => ({
    name: `Redis by ${name}`,
    isMissing: missing !== undefined,
    async start(until: Until): Promise<MakeRate> {
      const { url } = await startRedis(until)
      return async (key, rate) => createRedisRate(await one(url, until), key, rate)
    },
  })),
]

for (const { name, start, isMissing } of databases) {
  describe.skipIf(isMissing)(`a rate on ${name}`, () => {
    let makeRate: MakeRate
    beforeAll(async () => {
      makeRate = await start(afterAll)
    })
    const makeThree = (key: string) => Promise.all([0, 1, 2].map(() => makeRate(key, perSecond)))

    test('gives no slot twice, and none too close to another one, whoever asks at the same time', async () => {
      const rates = await makeThree('slots')
      const slots: number[] = []
      const ask = async (rate: RateDatabase, turn: number) => {
        const grant = await rate.take(1 + (turn % 5), 1e6)
        for (let slot = 0; slot < grant.count; slot++) slots.push(grant.start + slot * grant.interval)
      }
      const turns = Array.from({ length: 40 }, (_, turn) => turn)
      await Promise.all(rates.flatMap((rate) => turns.map((turn) => ask(rate, turn))))
      expect(slots).toHaveLength(3 * 8 * 15)
      slots.sort((a, b) => a - b)
      const gaps = slots.slice(1).map((at, index) => at - slots[index]!)
      // Redis answers in thousandths of a millisecond.
      expect(Math.min(...gaps)).toBeGreaterThan(interval - 0.01)
    })

    test('gives nothing beyond the horizon, and says when the next slot is', async () => {
      const [one, other] = (await makeThree('horizon')) as [RateDatabase, RateDatabase]
      const first = await one.take(5000, 100)
      const none = await other.take(1, 100)
      expect([first.count, none.count]).toEqual([5000, 0])
      expect(none.start).toBeCloseTo(first.start + 5000 * interval, 0)
      expect((await other.take(1, 1e6)).count).toBe(1)
    })

    test('pauses and slows down for all, once for all refusals of one lesson', async () => {
      const [one, other] = (await makeThree('refusals')) as [RateDatabase, RateDatabase]
      const { lesson, now } = await one.take(1, 100)
      await Promise.all([one.refuse(lesson, 30_000), other.refuse(lesson, 20_000), one.refuse(lesson, 1)])
      const paused = await other.take(1, 100)
      expect(paused.count).toBe(0)
      expect(paused.start - now).toBeGreaterThanOrEqual(30_000)
      expect(paused.lesson).toBe(lesson + 1)
      // The rate grows back while the test runs, and so the interval is at most what follows from 0.7.
      expect(paused.interval / interval).toBeGreaterThan(1.1)
      expect(paused.interval / interval).toBeLessThan(1.43)
    })

    test('counts the processes that use it', async () => {
      const [one, other] = (await makeThree('members')) as [RateDatabase, RateDatabase]
      expect(await one.beat('a')).toBe(1)
      expect(await other.beat('b')).toBe(2)
      expect(await one.beat('a')).toBe(2)
      expect(await (await makeRate('other', perSecond)).beat('a')).toBe(1)
    })

    test('keeps the rates of two accounts apart', async () => {
      const [one, other] = [await makeRate('one', 1), await makeRate('two', 1)]
      expect([(await one.take(1, 100)).count, (await one.take(1, 100)).count]).toEqual([1, 0])
      expect((await other.take(1, 100)).count).toBe(1)
    })
  })
}
