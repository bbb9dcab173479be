import { RateLimitError } from '@event-delivery/sdk'
import { answer, createFakeClock, rateLimit, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf, created, input, rejection } from './client'

const theirs = new Date('2031-05-01T00:00:00Z')
const ours = Date.UTC(2026, 0, 1)
const inNineSeconds = (value: string) =>
  answer(503, '', { 'retry-after': value, date: 'Thu May 22 00:00:00 2031' })

test.each<[string, Step, number]>([
  ['17 s gets a second at most on top', rateLimit(17), 18_000],
  ['60 s is waited for', rateLimit(60), 61_000],
  ['4 s gets a fifth at most on top', rateLimit(4), 4800],
  ['a fraction of a second is understood', rateLimit(2.5), 3000],
  ['a fraction with its zeros is understood', answer(503, '', { 'retry-after': '1.350' }), 1620],
  ['less than the backoff does not shorten that', rateLimit(0), 500],
  ['a date is judged against the Date of the answer', rateLimit(new Date(+theirs + 9000), theirs), 10_000],
  ['a date without a Date is judged against the clock here', rateLimit(new Date(ours + 5000)), 6000],
  ['a date that is over shortens nothing', rateLimit(new Date('2020-01-01T00:00:00Z'), theirs), 500],
  ['an RFC 850 date is understood', inNineSeconds('Friday, 22-May-31 00:00:09 GMT'), 10_000],
  ['an asctime date is understood', inNineSeconds('Thu May 22 00:00:09 2031'), 10_000],
  ['an IMF date is understood', inNineSeconds('Thu, 22 May 2031 00:00:09 GMT'), 10_000],
  ...[
    '-5',
    '1.',
    '.5',
    '1.5.1',
    'soon',
    '1e3',
    '5 s',
    '2026-01-01T00:00:09Z',
    'Thu, 22 May 2031 00:00:09 +0100',
    '',
  ].map((value): [string, Step, number] => [
    `${JSON.stringify(value)} says nothing`,
    answer(503, '', { 'retry-after': value }),
    500,
  ]),
])('a Retry-After of %s', async (_, limited, wait) => {
  const clock = createFakeClock({ auto: true, now: ours })
  await clientOf(scriptedFetch(limited, created), { clock }).client.events.create(input)
  expect(clock.now() - ours).toBe(wait)
})

test('after a Retry-After over 60 s the call fails at once and says how long to wait', async () => {
  const fetch = scriptedFetch(rateLimit(61), created)
  const { client, clock } = clientOf(fetch)
  const began = clock.now()
  const error = await rejection(client.events.create(input))
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({ retryAfter: 61, retryable: true, outcome: 'rejected' })
  expect(clock.now()).toBe(began)
  expect(fetch.requests).toHaveLength(1)
})

test('a Retry-After beyond the deadline fails at once, and one within it is waited for', async () => {
  const failing = clientOf(scriptedFetch(rateLimit(50), created))
  const began = failing.clock.now()
  const error = await rejection(failing.client.events.create(input, { deadline: 40_000 }))
  expect(error).toMatchObject({ retryAfter: 50 })
  expect(failing.clock.now()).toBe(began)
  const waiting = clientOf(scriptedFetch(rateLimit(90), created))
  await waiting.client.events.create(input, { deadline: 100_000 })
  expect(waiting.clock.now() - began).toBe(91_000)
})

test('the random part of a wait is left out where only that would outlast the deadline', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(90), created))
  const began = clock.now()
  await client.events.create(input, { deadline: 90_500 })
  expect(clock.now() - began).toBe(90_000)
})

test('a wait that the service directed is never undercut, and outwaited by a fifth and a second at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.constantFrom(429, 503),
      async (ms, random, status) => {
        const step = answer(status, '', { 'retry-after': `${ms / 1000}` })
        const { client, clock } = clientOf(scriptedFetch(step, created), { random: () => random })
        const began = clock.now()
        await client.events.create(input)
        const waited = clock.now() - began
        expect(waited).toBeGreaterThanOrEqual(ms)
        expect(waited).toBeLessThanOrEqual(Math.max(500, ms + Math.min(ms / 5, 1000)) + 0.001)
      },
    ),
    { numRuns: 200 },
  )
})
