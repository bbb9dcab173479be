import { createFakeClock, rateLimit, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, inputs, rejection, schemaOf } from './client'
import { bucket, modelOf, mostInASecond, unlimited } from './pace-service'

test.each([
  ['client', { rate: 100 }, {}],
  ['bulk', {}, { rate: 100 }],
  ['client and the bulk', { rate: 100 }, { rate: 100 }],
] as const)('a rate of 100 that the %s was given is reached at 300 ms by itself', async (_, client, bulk) => {
  const service = modelOf(bucket(100), 300, client)
  await service.client.events.createAll(inputs(600), bulk).summary()
  expect(600 / service.seconds()).toBeGreaterThanOrEqual(95)
  expect(mostInASecond(service.seen.arrivals)).toBeLessThanOrEqual(100)
  expect(service.seen.refused).toEqual([])
  expect(service.seen.mostUnderWay).toBeLessThan(100)
})

test('a bulk without a rate has no more than a hundred inputs under way', async () => {
  const { client, seen } = modelOf(unlimited, 300)
  await client.events.createAll(inputs(1000)).summary()
  expect(seen.mostUnderWay).toBe(100)
})

test('an input is read when there is room for it, and not before', async () => {
  const clock = createFakeClock()
  let read = 0
  function* source() {
    for (const one of inputs(100)) {
      read++
      yield one
    }
  }
  const { client } = clientOf(scriptedFetch(created), { clock, rate: 1 })
  const run = client.events.createAll(source(), { concurrency: 50 }).summary()
  await clock.advance(10_000)
  // Ten seconds let ten inputs or eleven through, and the next one waits for its turn.
  expect(read).toBeLessThanOrEqual(12)
  await clock.advance(100_000)
  expect(await run).toMatchObject({ created: 100 })
})

test('a busy process catches up with its delays, and still no second sees more requests', async () => {
  const rate = 100
  const clock = createFakeClock({ auto: true })
  const times: number[] = []
  const fetch = scriptedFetch((request, signal) => {
    times.push(clock.now())
    // Once a second, no timer fires for a quarter of a second.
    if (times.length % 75 === 0) void clock.advance(250)
    return created(request, signal)
  })
  const began = clock.now()
  await clientOf(fetch, { clock }).client.events.createAll(inputs(800), { rate, concurrency: 8 }).summary()
  expect(mostInASecond(times)).toBeLessThanOrEqual(rate)
  expect(800 / ((clock.now() - began) / 1000)).toBeGreaterThanOrEqual(0.95 * rate)
})

test('a refusal for the rate slows all workers at once, and costs no input its retries', async () => {
  const clock = createFakeClock({ auto: true })
  const refusedUntil = clock.now() + 40_000
  const during: number[] = []
  const limited: Step = (request, signal) => {
    if (clock.now() >= refusedUntil) return created(request, signal)
    during.push(clock.now())
    return rateLimit(10)(request, signal)
  }
  const { events } = clientOf(scriptedFetch(limited), { clock, maxRetries: 0 }).client
  const summary = await events.createAll(inputs(100), { concurrency: 8 }).summary()
  expect(summary).toMatchObject({ created: 100, failed: 0 })
  // Some workers at the start, and one after each of the waits, or few more.
  expect(during.length).toBeLessThanOrEqual(8 + 3 * 2)
})

test('a service that asks for a wait of an hour ends the bulk, and the error says how long and where to resume', async () => {
  let count = 0
  const fetch = scriptedFetch((...args) => (++count <= 5 ? created : rateLimit(3600))(...args))
  const { events } = clientOf(fetch).client
  const error = await rejection(events.createAll(inputs(100), { concurrency: 2 }).summary())
  expect(error).toMatchObject({ name: 'BulkError', position: 5, created: 5, cause: { retryAfter: 3600 } })
  expect(fetch.requests.length).toBeLessThanOrEqual(7)
})

test('a bulk that others slow down ends with all inputs created, and spends no retry budget', async () => {
  // Another process takes most of the plan: nine of ten requests that come too fast are refused.
  const { client, seen } = modelOf(bucket(3, 3), 100, { retryBudget: { minimum: 0, share: 0 } })
  const summary = await client.events.createAll(inputs(200), { concurrency: 20 }).summary()
  expect(summary).toMatchObject({ created: 200, failed: 0 })
  expect(seen.refused.length).toBeLessThan(40)
})

test('refusals do not use up the deadline of a bulk call', async () => {
  let count = 0
  // Each input is refused four times, for longer than its deadline altogether.
  const fetch = scriptedFetch((...args) => (++count % 5 ? rateLimit(4) : created)(...args))
  const { events } = clientOf(fetch, { deadline: 10_000 }).client
  const summary = await events.createAll(inputs(6), { concurrency: 1 }).summary()
  expect(summary).toMatchObject({ created: 6, failed: 0 })
  expect(fetch.requests).toHaveLength(30)
})

test('slow validators of a catalog run side by side', async () => {
  const clock = createFakeClock({ auto: true })
  const began = clock.monotonic()
  const validate = () =>
    new Promise<{ value: unknown }>((resolve) => clock.schedule(() => resolve({ value: {} }), 500))
  const catalog = { 'order.paid': schemaOf(validate) }
  const { client } = clientOf(scriptedFetch(created), { clock, catalog })
  expect(await client.events.createAll(inputs(200)).summary()).toMatchObject({ created: 200 })
  expect(clock.monotonic() - began).toBeLessThan(5000)
})
