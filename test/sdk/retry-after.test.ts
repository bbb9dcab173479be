import { RateLimitError } from '@event-delivery/sdk'
import { answer, createFakeClock, rateLimit, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, input, rejection } from './client'

test('stripe ignores Retry-After: it is never undercut here', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(17), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(17_000)
})

test('a Retry-After shorter than the backoff does not shorten it', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(0), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(500)
})

test('a Retry-After date is judged against the Date of the answer, not against this clock', async () => {
  const theirs = new Date('2031-05-01T00:00:00Z')
  const { client, clock } = clientOf(scriptedFetch(rateLimit(new Date(+theirs + 9000), theirs), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(9000)
})

test('a Retry-After date without a Date is judged against this clock', async () => {
  const clock = createFakeClock({ auto: true, now: Date.UTC(2026, 5, 1) })
  const { client } = clientOf(scriptedFetch(rateLimit(new Date(Date.UTC(2026, 5, 1, 0, 0, 5))), created), {
    clock,
  })
  await client.events.create(input)
  expect(clock.now()).toBe(Date.UTC(2026, 5, 1, 0, 0, 5))
})

test.each([
  ['an RFC 850 date', 'Friday, 22-May-31 00:00:09 GMT'],
  ['an asctime date', 'Thu May 22 00:00:09 2031'],
  ['an IMF date', 'Thu, 22 May 2031 00:00:09 GMT'],
])('a Retry-After of %s is understood, whatever the time zone here', async (_, value) => {
  const date = 'Thu May 22 00:00:00 2031'
  const { client, clock } = clientOf(scriptedFetch(answer(503, '', { 'retry-after': value, date }), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(9000)
})

test('a Retry-After date that is over shortens nothing', async () => {
  const past = rateLimit(new Date('2020-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'))
  const { client, clock } = clientOf(scriptedFetch(past, created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(500)
})

const noDates = ['-5', '1.5', 'soon', '1e3', '5 s', '2026-01-01T00:00:09Z', 'Thu, 22 May 2031 00:00:09 +0100']
test.each([...noDates, ''])('a Retry-After of %j says nothing', async (value) => {
  const { client, clock } = clientOf(scriptedFetch(answer(503, '', { 'retry-after': value }), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(500)
})

test('openai hammers on after a Retry-After over 60 s: here the call fails at once and says how long', async () => {
  const fetch = scriptedFetch(rateLimit(61), created)
  const { client, clock } = clientOf(fetch)
  const began = clock.now()
  const error = await rejection(client.events.create(input))
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({ retryAfter: 61, retryable: true, outcome: 'rejected' })
  expect(clock.now()).toBe(began)
  expect(fetch.requests).toHaveLength(1)
})

test('ky waits without a cap: a Retry-After beyond the deadline fails at once', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(50), created))
  const began = clock.now()
  expect(await rejection(client.events.create(input, { deadline: 40_000 }))).toMatchObject({ retryAfter: 50 })
  expect(clock.now()).toBe(began)
})

test('within a deadline, a Retry-After over 60 s is waited for', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(90), created))
  const began = clock.now()
  await client.events.create(input, { deadline: 100_000 })
  expect(clock.now() - began).toBe(90_000)
})

test('a Retry-After of exactly 60 s is waited for', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(60), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(60_000)
})
