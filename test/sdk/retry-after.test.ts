import { RateLimitError } from '@event-delivery/sdk'
import { answer, createFakeClock, rateLimit, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, input, rejection } from './client'

const theirs = new Date('2031-05-01T00:00:00Z')
const ours = Date.UTC(2026, 0, 1)
const inNineSeconds = (value: string) =>
  answer(503, '', { 'retry-after': value, date: 'Thu May 22 00:00:00 2031' })

test.each<[string, Step, number]>([
  ['17 s is never undercut', rateLimit(17), 17_000],
  ['60 s is waited for', rateLimit(60), 60_000],
  ['less than the backoff does not shorten that', rateLimit(0), 500],
  ['a date is judged against the Date of the answer', rateLimit(new Date(+theirs + 9000), theirs), 9000],
  ['a date without a Date is judged against the clock here', rateLimit(new Date(ours + 5000)), 5000],
  ['a date that is over shortens nothing', rateLimit(new Date('2020-01-01T00:00:00Z'), theirs), 500],
  ['an RFC 850 date is understood', inNineSeconds('Friday, 22-May-31 00:00:09 GMT'), 9000],
  ['an asctime date is understood', inNineSeconds('Thu May 22 00:00:09 2031'), 9000],
  ['an IMF date is understood', inNineSeconds('Thu, 22 May 2031 00:00:09 GMT'), 9000],
  ...['-5', '1.5', 'soon', '1e3', '5 s', '2026-01-01T00:00:09Z', 'Thu, 22 May 2031 00:00:09 +0100', ''].map(
    (value): [string, Step, number] => [
      `${JSON.stringify(value)} says nothing`,
      answer(503, '', { 'retry-after': value }),
      500,
    ],
  ),
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
  expect(waiting.clock.now() - began).toBe(90_000)
})
