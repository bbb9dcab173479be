import type { ClientOptions, RequestError } from '@event-delivery/sdk'
import {
  answer,
  createFakeClock,
  rateLimit,
  refuseConnection,
  scriptedFetch,
  type Step,
} from '@event-delivery/sdk/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RetryBudget } from '../../src/transport/retry-budget'
import { numbers } from '../support/random'
import { clientOf, created, failing, input, recordingLogger, rejection, withoutStacks } from './client'

const seeded = (seed: number) => {
  const sequence = numbers(seed)
  return () => sequence.next().value
}

const manyCalls = (count: number, fetch: ReturnType<typeof scriptedFetch>, options?: ClientOptions) => {
  const { client } = clientOf(fetch, options)
  return Promise.all(Array.from({ length: count }, () => rejection(client.events.create(input))))
}

test.each<[string, number, Step, ClientOptions]>([
  ['a service that fails', 720, failing(503), {}],
  ['a service that cannot be reached', 720, refuseConnection(), {}],
  ['a service that fails, without a budget,', 1800, failing(503), { retryBudget: false }],
])('600 calls of %s make %i requests', async (_, count, step, options) => {
  withoutStacks()
  const fetch = scriptedFetch(step)
  await manyCalls(600, fetch, options)
  expect(fetch.requests).toHaveLength(count)
})

test('in an outage 100 calls a second make at most 1.25 requests each, and none waits for long', async () => {
  withoutStacks()
  const clock = createFakeClock()
  const fetch = scriptedFetch(failing(503))
  const { client } = clientOf(fetch, { clock, random: seeded(1) })
  const count = 12 * 100
  let longest = 0
  for (let call = 0; call < count; call++) {
    const began = clock.monotonic()
    void client.events.create(input).catch(() => (longest = Math.max(longest, clock.monotonic() - began)))
    if (call % 10 === 9) await clock.advance(100)
  }
  await clock.advance(10_000)
  expect(fetch.requests.length).toBeLessThanOrEqual(1.25 * count)
  // The waits before both retries, and the waits for the budget, which are as long at most.
  expect(longest).toBeLessThanOrEqual(500 + 1500 + 1000 + 1000)
  expect(clock.pending).toBe(0)
})

test('a retry that reaches a service that works gives its place back', async () => {
  const clock = createFakeClock({ auto: true })
  const steps = Array.from({ length: 20 }, () => [failing(503), created]).flat() as [Step, ...Step[]]
  const { client } = clientOf(scriptedFetch(...steps), { clock, retryBudget: { minimum: 1, share: 0 } })
  for (let call = 0; call < 20; call++)
    expect(await client.events.create(input)).toMatchObject({ id: 'evt_1' })
})

test('a call of a bulk waits for the budget as long as it takes, beyond its deadline', async () => {
  let requests = 0
  const fetch = scriptedFetch((...args) => (requests++ < 4 ? failing(503) : created)(...args))
  const { client } = clientOf(fetch, {
    maxRetries: 4,
    deadline: 10_000,
    retryBudget: { minimum: 1, share: 0, windowMs: 60_000 },
  })
  expect(await client.events.createAll([input]).summary()).toMatchObject({ created: 1, failed: 0 })
})

test('the wait for the budget ends with the deadline of a call, and with its signal', async () => {
  const clock = createFakeClock()
  const options = { clock, maxRetries: 12, retryBudget: { minimum: 1, share: 0, windowMs: 60_000 } }
  const { client } = clientOf(scriptedFetch(failing(503)), options)
  const abort = new AbortController()
  const calls = [{ deadline: 3000 }, { deadline: 4000 }, { signal: abort.signal }].map((limits) =>
    rejection(client.events.create(input, limits)),
  )
  await clock.advance(4000)
  expect(await calls[0]).toMatchObject({ status: 503 })
  expect(await calls[1]).toMatchObject({ status: 503, retryDenied: { retries: 1, permitted: 1 } })
  abort.abort()
  expect(await calls[2]).toMatchObject({ name: 'AbortError' })
  expect(clock.pending).toBe(0)
})

test('a call whose retry is denied fails with its failure, which says so, as do a hook and the log', async () => {
  const clock = createFakeClock({ auto: true })
  const denied: object[] = []
  const { lines, logger } = recordingLogger()
  const { client } = clientOf(scriptedFetch(failing(503)), {
    clock,
    logger,
    retryBudget: { minimum: 0, share: 0 },
    hooks: { retryDenied: (event) => void denied.push(event) },
  })
  const error = (await rejection(client.events.create(input))) as RequestError
  expect(error).toMatchObject({ name: 'ServerError', status: 503, retryable: true, outcome: 'unknown' })
  expect(error.attempts).toHaveLength(1)
  expect(error.retryDenied).toEqual({ retries: 0, permitted: 0, windowMs: 10_000 })
  expect(error.message).toMatch(
    /\. It was not sent again: the client had made 0 of the 0 retries that retryBudget permits in 10000 ms\.$/,
  )
  expect(denied).toEqual([
    {
      call: expect.objectContaining({ operation: 'createEvent' }) as object,
      attempt: 1,
      error: error.reason,
    },
  ])
  const line = '[event-delivery] retryDenied POST https://api.events.example/v1/events'
  expect(lines).toMatchObject([['warn', line, {}]])
})

test('the budget is that of the client, and is full again after a window', async () => {
  const clock = createFakeClock({ auto: true })
  const fetch = scriptedFetch(failing(503))
  const { client } = clientOf(fetch, { clock, maxRetries: 1, retryBudget: { minimum: 3, windowMs: 60_000 } })
  const burst = async () => {
    const before = fetch.requests.length
    for (let call = 0; call < 5; call++) await rejection(client.events.create(input))
    return fetch.requests.length - before
  }
  expect(await burst()).toBe(5 + 3)
  expect(await burst()).toBe(5)
  await clock.advance(60_000)
  expect(await burst()).toBe(5 + 3)
})

test('a retry after a refusal for the rate takes nothing from the budget', async () => {
  const fetch = scriptedFetch(rateLimit(1), created)
  const { client } = clientOf(fetch, { retryBudget: { minimum: 0, share: 0 } })
  expect(await client.events.create(input)).toMatchObject({ id: 'evt_1' })
})

test('a retry that is given up while it waits leaves its place in the budget after a window', async () => {
  const clock = createFakeClock()
  const { client } = clientOf(scriptedFetch(answer(503, '', { 'retry-after': '50' })), {
    clock,
    retryBudget: { minimum: 1 },
  })
  for (let round = 0; round < 3; round++) {
    const abort = new AbortController()
    const call = rejection(client.events.create(input, { signal: abort.signal }))
    await clock.advance(100)
    abort.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
    await clock.advance(10_000)
  }
  expect(clock.pending).toBe(0)
})

test('a retry whose wait ends when a place becomes free takes this place', async () => {
  const clock = createFakeClock()
  const budget = new RetryBudget(clock, { minimum: 1, share: 0, windowMs: 1000 })
  await budget.enter(undefined, 0)
  const waiting = budget.enter(undefined, 1000)
  await clock.advance(1000)
  expect(await waiting).toBeTypeOf('function')
})

const minimum = 10
const share = 0.2
const windowMs = 10_000

test('in no window there are more retries than the calls that began in it permit', async () => {
  const step = fc.record({
    afterMs: fc.oneof(fc.nat(50), fc.nat(4000)),
    calls: fc.nat(40),
    // How long each retry waits at most, and whether it then reaches a service that works.
    retries: fc.array(fc.record({ ms: fc.nat(9000), works: fc.boolean() }), { maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const clock = createFakeClock()
      const budget = new RetryBudget(clock, { minimum, share, windowMs })
      const calls: number[] = []
      const taken: number[] = []
      const within = (times: number[]) => times.filter((at) => at > clock.monotonic() - windowMs).length
      const retry = async (ms: number, works: boolean) => {
        const answer = await budget.enter(undefined, ms)
        if (typeof answer !== 'function') {
          expect(answer.retries).toBeGreaterThanOrEqual(minimum)
          return
        }
        if (works) return answer()
        taken.push(clock.monotonic())
        expect(within(taken)).toBeLessThanOrEqual(Math.ceil(Math.max(minimum, share * within(calls))))
      }
      const waiting: Promise<void>[] = []
      for (const { afterMs, calls: begun, retries } of steps) {
        await clock.advance(afterMs)
        for (let call = 0; call < begun; call++) {
          budget.begin()
          calls.push(clock.monotonic())
        }
        for (const { ms, works } of retries) waiting.push(retry(ms, works))
      }
      await clock.advance(windowMs)
      await Promise.all(waiting)
      expect(clock.pending).toBe(0)
    }),
    { numRuns: 200 },
  )
})
