import { expect, test } from 'vitest'
import { createClock } from '@event-delivery/mock'
import { verify } from '@event-delivery/sdk/webhooks'
import { answering, attempted, createHarness, type Receiver, start } from '../support/backend'
import { eventually } from '../support/eventually'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const failing: Receiver = answering(500)

test('failures are tried again on the schedule, with one id, fresh timestamps and the same bytes', async () => {
  const {
    backend,
    clock,
    received,
    webhook: { secret },
  } = await attempted({}, failing)
  await clock.advance(100 * hour)
  const waits = received.slice(1).map(({ at }, index) => at - received[index]!.at)
  const nominal = [
    5 * second,
    5 * minute,
    30 * minute,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
  ]
  expect(waits).toHaveLength(nominal.length)
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeLessThanOrEqual(nominal[index]!)
    expect(wait).toBeGreaterThanOrEqual(nominal[index]! * 0.9 - 1)
  }
  expect(waits).not.toEqual(nominal)
  expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  for (const { body, headers, at } of received) {
    expect(headers.get('webhook-timestamp')).toBe(String(Math.floor(at / 1_000)))
    await expect(verify({ body, headers }, { secret, now: () => at })).resolves.toBeDefined()
  }
  expect(backend.deliveries().at(-1)).toMatchObject({ attempt: 10, outcome: 'abandoned', retryAt: undefined })
})

test.each([
  [200, 1],
  [299, 1],
  [301, 2],
  [404, 2],
  [410, 1],
  [503, 2],
])('after %i there are %i attempts within five seconds', async (status, attempts) => {
  const { clock, received } = await attempted(
    {},
    () => new Response(null, { status, headers: { location: 'https://elsewhere.example' } }),
  )
  await clock.advance(5 * second)
  expect(received).toHaveLength(attempts)
  expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['https://shop.example/hooks']))
})

test('a receiver that cannot be reached is tried again', async () => {
  const { backend, clock } = await attempted({}, (_request, count) => {
    if (count === 1) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    return new Response()
  })
  expect(backend.deliveries()).toMatchObject([{ error: 'connect ECONNREFUSED', outcome: 'failed' }])
  await clock.advance(5 * second)
  expect(backend.deliveries()).toMatchObject([{}, { outcome: 'delivered' }])
})

test.each(['120', new Date(start + 120 * second).toUTCString()])(
  'Retry-After %s of a receiver is honoured',
  async (retryAfter) => {
    const { clock, createWebhook, deliver, received } = createHarness({}, (_request, count) =>
      count === 1
        ? new Response(null, { status: 429, headers: { 'retry-after': retryAfter } })
        : new Response(),
    )
    await createWebhook()
    await deliver()
    await clock.advance(120 * second - 1)
    expect(received).toHaveLength(1)
    await clock.advance(1)
    expect(received).toHaveLength(2)
  },
)

test('a receiver that does not answer is given up on after 15 seconds, and tried again', async () => {
  const clock = createClock({ now: start, timeout: 20 })
  const { backend, createEvent, createWebhook, received } = createHarness({ clock }, (_request, count) =>
    count === 1 ? new Promise<Response>(() => {}) : new Response(),
  )
  await createWebhook()
  await createEvent()
  await eventually(() => expect(received).toHaveLength(1))
  await clock.advance(15 * second)
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([
    { error: 'no answer within 15000 ms', duration: 15_000, outcome: 'failed' },
  ])
  await clock.advance(5 * second)
  await backend.waitForIdle()
  expect(backend.deliveries().at(-1)).toMatchObject({ outcome: 'delivered', attempt: 2 })
})
