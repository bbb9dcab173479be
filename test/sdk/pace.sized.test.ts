import type { EventDelivery } from '@event-delivery/sdk'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { sized } from '../support/tier'
import { clientOf, input, inputs, rejection, stored } from './client'
import { bucket, fixedWindow, mockOf, modelOf, mostInASecond, takenRate, unlimited } from './pace-service'

const createMany = ({ client }: { client: EventDelivery }, count: number) =>
  Promise.all(Array.from({ length: count }, () => client.events.create(input)))

type Burst = [count: number, latencyMs: number]

const burst: Burst[] = [[500, 300]]
const bursts: Burst[] = [0, 50, 300].map((latencyMs) => [1_000, latencyMs])

test.each(sized({ test: burst, more: bursts, soak: bursts }))(
  '%i creations at once on the free plan at %i ms are all carried out, with less than 1 %% refused',
  async (count, latencyMs) => {
    const service = mockOf('free', latencyMs)
    const events = await createMany(service, count)
    expect(new Set(events.map(({ id }) => id)).size).toBe(count)
    expect(service.seen.refused.length).toBeLessThan(count / 100)
    expect(takenRate(service.seen, 20)).toBeGreaterThan(9)
  },
)

type Bulk = ['free' | 'pro', rate: number, count: number, latencyMs: number]

const bulks: Bulk[] = [
  ['free', 10, 500, 0],
  ['free', 10, 1000, 300],
  ['pro', 100, 5000, 0],
  ['pro', 100, 5000, 50],
  ['pro', 100, 5000, 300],
]

const few: Bulk[] = [bulks[0]!, ['pro', 100, 4000, 300]]

test.each(sized({ test: few, more: bulks, soak: bulks }))(
  'on the %s plan (%i a second), a bulk of %i at %i ms finds 90 % of the rate, and spends less than 2 % on it',
  async (plan, rate, count, latencyMs) => {
    const service = mockOf(plan, latencyMs)
    const summary = await service.client.events.createAll(inputs(count)).summary()
    expect(summary).toMatchObject({ created: count, failed: 0 })
    expect(takenRate(service.seen, 15)).toBeGreaterThan(0.9 * rate)
    expect(service.seen.refused.length).toBeLessThan(0.02 * count)
  },
)

test.each([
  ['counts by the second', fixedWindow(10), 10],
  ['saves up nothing', bucket(10, 1), 10],
  ['saves up ten seconds', bucket(10, 100), 10],
  ['takes two a second', bucket(2), 2],
])('a service that %s is not lost on the way to its rate', async (_, limiter, rate) => {
  const service = modelOf(limiter, 50)
  await createMany(service, rate * 100)
  expect(takenRate(service.seen, 30)).toBeGreaterThan(0.75 * rate)
  expect(service.seen.refused.length).toBeLessThan(rate * 100 * 0.08)
})

test('a service that never refuses takes 1,000 creations within 3 s, and 50 within half a second', async () => {
  const many = modelOf(unlimited, 50)
  await createMany(many, 1000)
  expect(many.seconds()).toBeLessThan(3)
  const few = modelOf(unlimited, 50)
  await createMany(few, 50)
  expect(few.seconds()).toBeLessThan(0.5)
})

test('the slow beginning comes back after a rest, and not while the client is busy', async () => {
  const service = modelOf(unlimited, 50)
  await createMany(service, 1000)
  const timeOf = async () => {
    const began = service.seconds()
    await createMany(service, 200)
    return service.seconds() - began
  }
  expect(await timeOf()).toBeCloseTo(0.05)
  await service.clock.advance(60_000)
  expect(await timeOf()).toBeGreaterThan(0.3)
})

test('requests that hang block no other call for longer than a second', async () => {
  const clock = createFakeClock()
  const answered: number[] = []
  const fetch = (url: string) =>
    url.endsWith('/hangs') ? new Promise<never>(() => {}) : Promise.resolve(Response.json(stored))
  const { client } = clientOf(fetch, { clock, random: Math.random })
  const began = clock.monotonic()
  const hanging = Array.from({ length: 200 }, () => rejection(client.events.retrieve('hangs')))
  for (let call = 0; call < 50; call++) {
    void client.events.retrieve('evt_1').then(() => answered.push(clock.monotonic() - began))
  }
  await clock.advance(1000)
  expect(answered).toHaveLength(50)
  // As long as a request hangs, nobody waits for it a second time.
  const later = client.events.retrieve('evt_1')
  await clock.advance(0)
  expect(await later).toMatchObject({ id: 'evt_1' })
  await clock.advance(120_000)
  await Promise.all(hanging)
  expect(clock.pending).toBe(0)
})

test('attempts that nothing answers make room for no more of them', async () => {
  const clock = createFakeClock({ auto: true })
  let [underWay, most] = [0, 0]
  const fetch = async () => {
    most = Math.max(most, ++underWay)
    await new Promise<void>((resolve) => clock.schedule(resolve, 50))
    underWay--
    throw new TypeError('fetch failed')
  }
  const { client } = clientOf(fetch, { clock, random: Math.random })
  const call = () => rejection(client.events.retrieve('evt_1', { maxRetries: 0 }))
  await Promise.all(Array.from({ length: 100 }, call))
  expect(most).toBe(5)
})

test('single calls, direct calls and bulks share the rate of the client', async () => {
  const service = modelOf(unlimited, 50, { rate: 20 })
  const { client, seen } = service
  await Promise.all([
    client.events.createAll(inputs(100)).summary(),
    client.events.createAll(inputs(100), { rate: 50 }).summary(),
    createMany(service, 100),
    ...inputs(100).map(() => client.http.GET('/v1/events')),
  ])
  expect(seen.arrivals).toHaveLength(400)
  expect(mostInASecond(seen.arrivals)).toBeLessThanOrEqual(20)
  expect(service.seconds()).toBeLessThan(400 / 20 / 0.95)
})

test('a burst beyond the rate is spread, and a rest is caught up with by half a second at most', async () => {
  const service = modelOf(unlimited, 0, { rate: 10 })
  await createMany(service, 30)
  await service.clock.advance(60_000)
  const before = service.seen.arrivals.length
  const calls = createMany(service, 30)
  await calls
  const burst = service.seen.arrivals.slice(before)
  expect(burst.filter((at) => at === burst[0]!).length).toBeLessThanOrEqual(6)
  expect(mostInASecond(burst)).toBeLessThanOrEqual(10)
})
