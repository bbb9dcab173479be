import { sharedRate } from '@event-delivery/sdk/stores'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EventDelivery } from '@event-delivery/sdk'
import { createBackend } from '@event-delivery/mock'
import { intervalOf, type RateDatabase } from '../../../src/stores/shared-turns'
import { PostgresRate } from '../../../src/stores/postgres/postgres-rate'
import { RedisRate } from '../../../src/stores/redis/redis-rate'
import { Bucket } from '../../../src/transport/bucket'
import { missingRedis, startRedis } from '../../support/redis'
import { sized } from '../../support/tier'
import type { Until } from '../../support/until'
import { like, recordingLogger } from '../client'
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
  return async (key, rate) => new PostgresRate(await makePool({ max: 3 }, until), `"${schema}"`, key, rate)
}

/** What a bucket does: `refuse` names the lesson of the refused attempt and the pause, `turns` are taken one after the other. */
type Step = { refuse: [lesson: number, pauseMs: number] } | { turns: number }

/** Cases of the arithmetic that each bucket has: what its share of the rate is in the end, and how long it waits. */
const cases: { name: string; perSecond: number; steps: Step[]; share: number; wait?: number }[] = [
  { name: 'has its whole rate at first', perSecond: 10, steps: [], share: 1, wait: 0 },
  { name: 'is lowered to three quarters', perSecond: 10, steps: [{ refuse: [0, 0] }], share: 0.75, wait: 0 },
  {
    name: 'is lowered once by all refusals of one lesson, and waits for the longest of them',
    perSecond: 10,
    steps: [{ refuse: [0, 20_000] }, { refuse: [0, 30_000] }, { refuse: [0, 1] }],
    share: 0.75,
    wait: 30_000,
  },
  {
    name: 'is lowered by each lesson anew, and to a half soon after a wait',
    perSecond: 10,
    steps: [{ refuse: [0, 60_000] }, { refuse: [1, 0] }],
    share: 0.375,
  },
  {
    name: 'is not lowered below one request a second',
    perSecond: 10,
    steps: Array.from({ length: 12 }, (_, lesson) => ({ refuse: [lesson, 0] as [number, number] })),
    share: 0.1,
  },
  { name: 'of less than one a second is not lowered', perSecond: 0.5, steps: [{ refuse: [0, 0] }], share: 1 },
  {
    name: 'grows back by the turns that are taken',
    perSecond: 2,
    steps: [{ refuse: [0, 0] }, { turns: 10 }],
    share: 0.75 * Math.exp(6.5 / 100),
  },
  {
    name: 'grows back to the whole rate, and no further',
    perSecond: 2,
    steps: [{ refuse: [0, 0] }, { turns: 80 }],
    share: 1,
  },
]

/** A bucket under test. */
interface Tested {
  turn(): Promise<unknown>
  refuse(lesson: number, pauseMs: number): Promise<void>
  look(): Promise<{ share: number; wait: number }>
}

const inDatabase = (rate: RateDatabase, perSecond: number): Tested => ({
  turn: () => rate.take(1, 1e9),
  refuse: (lesson, pauseMs) => rate.refuse(lesson, pauseMs),
  async look() {
    // A horizon that has passed gives no turn away.
    const { interval, start, now } = await rate.take(1, -1)
    return { share: intervalOf(perSecond) / interval, wait: start - now }
  },
})

function inProcess(perSecond: number): Tested {
  const bucket = new Bucket(perSecond)
  const whole = bucket.rate()
  let now = 0
  return {
    async turn() {
      now = Math.max(now, bucket.nextAt())
      bucket.take(now, 1)
    },
    refuse: async (lesson, pauseMs) => bucket.refuse({ at: now, lesson }, now, pauseMs),
    look: async () => ({ share: bucket.rate() / whole, wait: Math.max(0, bucket.nextAt() - now) }),
  }
}

async function expectCase(bucket: Tested, { steps, share, wait }: (typeof cases)[number]) {
  await bucket.look()
  const begun = performance.now()
  for (const step of steps) {
    if ('refuse' in step) await bucket.refuse(...step.refuse)
    else for (let turn = 0; turn < step.turns; turn++) await bucket.turn()
  }
  const seen = await bucket.look()
  // One process uses 98 % of a rate, several use 95 %: the share that is one request a second differs by that.
  expect(Math.abs(seen.share - share)).toBeLessThan(0.01)
  // A bucket in a database waits by the clock of its server, which has gone on meanwhile.
  const passed = performance.now() - begun
  if (wait === undefined) return
  expect(seen.wait).toBeLessThan(wait + 1)
  expect(seen.wait).toBeGreaterThan(wait - passed - 1)
}

test.each(cases)('a rate of one process $name', (one) => expectCase(inProcess(one.perSecond), one))

const postgres = { name: 'PostgreSQL', start: onPostgres, isMissing: false }

const redis = drivers.map(({ name, one }) => ({
  name: `Redis by ${name}`,
  isMissing: missing !== undefined,
  async start(until: Until): Promise<MakeRate> {
    const { url } = await startRedis(until)
    return async (key, rate) => new RedisRate(await one(url, until), key, rate)
  },
}))

const databases = sized({ test: [postgres], more: redis, soak: [postgres, ...redis] })

for (const { name, start, isMissing } of databases) {
  describe.skipIf(isMissing)(`a rate on ${name}`, () => {
    let makeRate: MakeRate
    beforeAll(async () => {
      makeRate = await start(afterAll)
    })
    test.each(cases)('$name', async (one) => {
      await expectCase(inDatabase(await makeRate(one.name, one.perSecond), one.perSecond), one)
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
      const [one, other] = [await makeRate('horizon', 0.01), await makeRate('horizon', 0.01)]
      const first = await one.take(1, 100)
      const none = await other.take(1, 100)
      expect([first.count, none.count]).toEqual([1, 0])
      expect(none.start).toBeCloseTo(first.start + intervalOf(0.01), 0)
      expect((await other.take(1, 1e6)).count).toBe(1)
    })

    test('gives the turns of a tenth of a second at most to one question', async () => {
      const rate = await makeRate('block', perSecond)
      expect((await rate.take(5000, 100)).count).toBe(Math.floor(100 / interval))
    })

    test('counts the processes that use it', async () => {
      const [one, other] = (await makeThree('members')) as [RateDatabase, RateDatabase]
      expect(await one.beat('a')).toBe(1)
      expect(await other.beat('b')).toBe(2)
      expect(await one.beat('a')).toBe(2)
      expect(await (await makeRate('other', perSecond)).beat('a')).toBe(1)
    })

    test('keeps the rates of two accounts apart', async () => {
      const [one, other] = [await makeRate('one', 0.01), await makeRate('two', 0.01)]
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
  // No call waits for a database that is slow to note the process.
  const noted = () => pool.query<{ count: string }>(`select count(*) from "${schema}".process`)
  await expect.poll(async () => (await noted()).rows).toEqual([{ count: '1' }])
})

test('calls go on where the tables are missing, and the log says why', async () => {
  const { lines, logger } = recordingLogger()
  const rate = sharedRate(await makePool(), { key: 'shop', perSecond: 1000, schema: 'missing' })
  const client = new EventDelivery({ ...options, rate, logger })
  for (let call = 0; call < 3; call++) await client.events.create(input)
  expect(lines).toMatchObject([['warn', like('cannot be asked'), { error: like('does not exist') }]])
})
