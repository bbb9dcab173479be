import { sharedRate } from '@event-delivery/sdk/stores'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EventDelivery } from '@event-delivery/sdk'
import { createBackend } from '@event-delivery/mock'
import type { RateDatabase } from '../../../src/stores/pace/database'
import { intervalOf } from '../../../src/stores/pace/rules'
import { createPostgresRate } from '../../../src/stores/postgres/postgres-rate'
import { createRedisRate } from '../../../src/stores/redis/redis-rate'
import { missingRedis, startRedis } from '../../support/redis'
import { sized } from '../../support/tier'
import type { Until } from '../../support/until'
import { drivers, makePool, makeSchema } from './clients'

const perSecond = 1000
const interval = intervalOf(perSecond)
const missing = missingRedis()

/** Makes rates of one account, each by a connection of its own, as those of several processes. */
type MakeRate = (key: string, perSecond: number) => Promise<RateDatabase>

async function onPostgres(until: Until): Promise<MakeRate> {
  const schema = makeSchema(until)
  const pool = await makePool({}, until)
  const rate = sharedRate(pool, { key: 'a', perSecond, schema })
  await Promise.all([rate.migrate(), rate.migrate()])
  return async (key, rate) => createPostgresRate(await makePool({ max: 3 }, until), `"${schema}"`, key, rate)
}

const postgres = { name: 'PostgreSQL', start: onPostgres, isMissing: false }

const redis = drivers.map(({ name, one }) => ({
  name: `Redis by ${name}`,
  isMissing: missing !== undefined,
  async start(until: Until): Promise<MakeRate> {
    const { url } = await startRedis(until)
    return async (key, rate) => createRedisRate(await one(url, until), key, rate)
  },
}))

const databases = sized({ test: [postgres], more: redis, soak: [postgres, ...redis] })

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

const backend = createBackend()

const options = {
  apiKey: 'sk_live_mock',
  baseUrl: 'https://api.events.example',
  fetch: (url: string, init: object) => backend.fetch(new Request(url, init)),
}

const input = { type: 'order.paid', data: {} }

test('a client and those that are made of it keep one pace of the shared rate', async () => {
  const pool = await makePool()
  const schema = makeSchema()
  const rate = sharedRate(pool, { key: 'shop', perSecond: 1000, schema })
  await rate.migrate()
  const makePace = vi.spyOn(rate, 'createPace')
  const client = new EventDelivery({ ...options, rate })
  await client.events.create(input)
  await client.withOptions({ timeout: 5000 }).events.create(input)
  expect(makePace).toHaveBeenCalledTimes(1)
  await client.withOptions({ rate: 10 }).events.create(input)
  const { rows } = await pool.query<{ count: string }>(`select count(*) from "${schema}".process`)
  expect(rows).toEqual([{ count: '1' }])
})

test('calls go on where the tables are missing, and the log says why', async () => {
  const lines: unknown[][] = []
  const warn = (...line: unknown[]) => void lines.push(line)
  const logger = { debug() {}, info() {}, warn, error: warn }
  const rate = sharedRate(await makePool(), { key: 'shop', perSecond: 1000, schema: 'missing' })
  const client = new EventDelivery({ ...options, rate, logger })
  for (let call = 0; call < 3; call++) await client.events.create(input)
  expect(lines).toEqual([
    [
      expect.stringContaining('cannot be asked'),
      expect.objectContaining({ error: expect.stringContaining('does not exist') as unknown }),
    ],
  ])
})

test('options that cannot be right are refused by their names, and a key is not quoted', () => {
  const redis = { evalsha: async () => '', eval: async () => '' }
  const right = { key: 'shop', perSecond: 10 }
  const refusals: [() => unknown, string][] = [
    [() => sharedRate(redis, { ...right, key: '' }), 'key'],
    [() => sharedRate(redis, { ...right, key: 'sk_live_1234' }), 'key'],
    [() => sharedRate(redis, { ...right, perSecond: 0 }), 'perSecond'],
    [() => sharedRate(redis, { ...right, perSecond: Infinity }), 'perSecond'],
    [() => sharedRate(redis, { ...right, processes: 0 }), 'processes'],
    [() => sharedRate(redis, { ...right, schema: '' }), 'schema'],
    [() => sharedRate({} as never, right), 'client'],
    [() => new EventDelivery({ ...options, rate: {} as never }), 'rate'],
  ]
  for (const [make, param] of refusals) {
    expect(make).toThrow(
      expect.objectContaining({ param, message: expect.not.stringContaining('1234') as unknown }),
    )
  }
})
