import type { ClientOptions, RequestError } from '@event-delivery/sdk'
import {
  answer,
  createFakeClock,
  rateLimit,
  refuseConnection,
  scriptedFetch,
} from '@event-delivery/sdk/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRetryBudget } from '../../src/transport/retry-budget'
import { clientOf, created, failing, input, rejection } from './client'

const manyCalls = (count: number, fetch: ReturnType<typeof scriptedFetch>, options?: ClientOptions) => {
  const { client } = clientOf(fetch, options)
  return Promise.all(Array.from({ length: count }, () => rejection(client.events.create(input))))
}

test.each([
  ['a service that fails', failing(503)],
  ['a service that cannot be reached', refuseConnection()],
])('200 calls of %s make at most 240 requests', async (_, step) => {
  const fetch = scriptedFetch(step)
  await manyCalls(200, fetch)
  expect(fetch.requests).toHaveLength(240)
})

test('a lone call has its retries in every window', async () => {
  const clock = createFakeClock({ auto: true })
  for (let call = 0; call < 20; call++) {
    const fetch = scriptedFetch(failing(500))
    await rejection(clientOf(fetch, { clock, maxRetries: 4 }).client.events.create(input))
    expect(fetch.requests).toHaveLength(5)
  }
})

test('a call whose retry is denied fails at once with its failure, and a hook and the log say so', async () => {
  const clock = createFakeClock()
  const denied: object[] = []
  const lines: string[] = []
  const warn = (message: string) => void lines.push(message)
  const logger = { debug() {}, info() {}, warn, error() {} }
  const { client } = clientOf(scriptedFetch(failing(503)), {
    clock,
    logger,
    retryBudget: { minimum: 0, share: 0 },
    hooks: { retryDenied: (event) => void denied.push(event) },
  })
  const error = (await rejection(client.events.create(input))) as RequestError
  expect(error).toMatchObject({ name: 'ServerError', status: 503, retryable: true, outcome: 'unknown' })
  expect(error.attempts).toHaveLength(1)
  expect(denied).toEqual([
    {
      call: expect.objectContaining({ operation: 'createEvent' }) as object,
      attempt: 1,
      error: error.reason,
    },
  ])
  expect(lines).toEqual(['[event-delivery] retryDenied POST https://api.events.example/v1/events'])
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

test('a retryBudget of false permits every retry', async () => {
  const fetch = scriptedFetch(failing(503))
  await manyCalls(50, fetch, { retryBudget: false })
  expect(fetch.requests).toHaveLength(150)
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

const minimum = 10
const share = 0.2
const windowMs = 10_000

test('in no window there are more retries than the calls that began in it permit', async () => {
  const step = fc.record({
    afterMs: fc.oneof(fc.nat(50), fc.nat(4000)),
    calls: fc.nat(40),
    waits: fc.array(fc.nat(9000), { maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const clock = createFakeClock()
      const budget = createRetryBudget(clock, { minimum, share, windowMs })
      const calls: number[] = []
      const granted: number[] = []
      const sent: number[] = []
      const within = (times: number[], now: number) => times.filter((at) => at > now - windowMs).length
      for (const { afterMs, calls: begun, waits } of steps) {
        await clock.advance(afterMs)
        const now = clock.monotonic()
        for (let call = 0; call < begun; call++) {
          budget.begin()
          calls.push(now)
        }
        for (const ms of waits) {
          const limit = Math.max(minimum, share * within(calls, now))
          const isGranted = budget.grant()
          const busy = within(sent, now) + granted.length - sent.length
          expect(isGranted).toBe(busy < limit)
          if (!isGranted) continue
          granted.push(now)
          expect(within(granted, now)).toBeLessThanOrEqual(Math.ceil(limit))
          clock.schedule(() => {
            budget.spend()
            sent.push(clock.monotonic())
          }, ms)
        }
      }
    }),
    { numRuns: 300 },
  )
})
