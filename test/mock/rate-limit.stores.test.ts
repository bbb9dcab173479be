import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'

const rates = [
  ['free', 10],
  ['pro', 100],
  ['enterprise:7', 7],
] as const

test.each(rates)(
  'the plan %s permits %i requests in a second, and says when the next may come',
  async (plan, rate) => {
    const { call, clock } = createHarness({ plan })
    for (let request = 0; request < rate; request++)
      expect((await call('GET', '/v1/events')).status).toBe(200)
    const refused = await call('GET', '/v1/events')
    expect(refused).toMatchObject({ status: 429, json: { error: { code: 'rate_limited' } } })
    expect(refused.headers.get('retry-after')).toBe('1')
    await clock.advance(1_000)
    for (let request = 0; request < rate; request++)
      expect((await call('GET', '/v1/events')).status).toBe(200)
    expect((await call('GET', '/v1/events')).status).toBe(429)
  },
)

test('fractions of a request add up to a whole one', async () => {
  const { call, clock } = createHarness({ plan: 'free' })
  for (let request = 0; request < 10; request++) await call('GET', '/v1/events')
  expect((await call('GET', '/v1/events')).status).toBe(429)
  // Ten tenths of a token add up to slightly less than one in binary fractions; each refusal adds what has gathered so far.
  for (let step = 1; step < 10; step++) {
    await clock.advance(10)
    expect((await call('GET', '/v1/events')).status).toBe(429)
  }
  await clock.advance(10)
  expect((await call('GET', '/v1/events')).status).toBe(200)
})

test('each key has a rate of its own, and a bad key uses up no other', async () => {
  const { call } = createHarness({ plan: 'enterprise:1' })
  expect((await call('GET', '/v1/events', { key: 'sk_live_no' })).status).toBe(401)
  expect((await call('GET', '/v1/events')).status).toBe(200)
  expect((await call('GET', '/v1/events')).status).toBe(429)
  expect((await call('GET', '/v1/events', { key: 'sk_test_mock' })).status).toBe(200)
})

test('a refused creation stores nothing', async () => {
  const { clock, createEvent, list } = createHarness({ plan: 'enterprise:1' })
  await createEvent({ idempotencyKey: 'a' })
  expect((await createEvent({ idempotencyKey: 'b' })).status).toBe(429)
  await clock.advance(1_000)
  expect(await list('/v1/events')).toHaveLength(1)
})

test('Retry-After is an HTTP-date where the dialect has it, later than the Date beside it', async () => {
  const { call, clock } = createHarness({ plan: 'enterprise:1', dialect: { retryAfter: 'http-date' } })
  await clock.advance(999)
  await call('GET', '/v1/events')
  const { headers } = await call('GET', '/v1/events')
  expect(headers.get('date')).toBe('Sat, 21 Nov 2026 03:00:00 GMT')
  expect(headers.get('retry-after')).toBe('Sat, 21 Nov 2026 03:00:02 GMT')
})
