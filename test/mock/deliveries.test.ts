import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { expect, test, vi } from 'vitest'
import { bodyHex, timestampedHex, verify } from '@event-delivery/sdk/webhooks'
import { createHarness, start, type Receiver } from './harness'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const failing: Receiver = () => new Response(null, { status: 500 })

test('each subscriber gets the event, exactly as it was answered, and nobody else does', async () => {
  const { backend, createEvent, createWebhook, received } = createHarness()
  for (const [path, events] of [
    ['type', ['order.paid']],
    ['all', ['*']],
    ['several', ['a', 'order.paid', 'b']],
    ['other', ['order.shipped']],
    ['pattern', ['order.*']],
    ['case', ['Order.Paid']],
  ] as const) {
    await createWebhook({ url: `https://shop.example/${path}?q=1`, events })
  }
  const { json } = await createEvent({ type: 'order.paid' })
  await backend.waitForIdle()
  expect(received.map(({ url }) => url).sort()).toEqual(
    ['all', 'several', 'type'].map((path) => `https://shop.example/${path}?q=1`),
  )
  for (const { body, headers } of received) {
    expect(JSON.parse(body)).toEqual(json)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('webhook-id')).toBe(json.id)
  }
})

test('the answer to an event does not wait for its delivery', async () => {
  let answer = (_response: Response) => {}
  const { backend, createEvent, createWebhook, received } = createHarness(
    {},
    () => new Promise((resolve) => (answer = resolve)),
  )
  await createWebhook()
  expect((await createEvent()).status).toBe(201)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(backend.deliveries()).toEqual([])
  answer(new Response())
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ outcome: 'delivered', status: 200, attempt: 1 }])
})

test('the packages standardwebhooks and svix verify what is delivered', async () => {
  const standard = createHarness()
  const { secret } = await standard.createWebhook()
  await standard.createEvent({ data: { text: 'héllo 😊 \u2028' } })
  await standard.backend.waitForIdle()
  const [first] = standard.received
  // Both judge the timestamp by the clock of the machine.
  const verifyNow = (check: () => unknown) => {
    const real = Date.now
    Date.now = () => start
    try {
      return check()
    } finally {
      Date.now = real
    }
  }
  expect(
    verifyNow(() => new Standard(secret).verify(first!.body, Object.fromEntries(first!.headers))),
  ).toEqual(JSON.parse(first!.body))

  const svix = createHarness({ dialect: { signature: { scheme: 'svix' } } })
  const hook = await svix.createWebhook()
  await svix.createEvent()
  await svix.backend.waitForIdle()
  const [delivery] = svix.received
  expect(delivery!.headers.get('webhook-signature')).toBeNull()
  expect(
    verifyNow(() => new Svix(hook.secret).verify(delivery!.body, Object.fromEntries(delivery!.headers))),
  ).toEqual(JSON.parse(delivery!.body))
})

test.each([
  ['timestamped-hex', undefined, 'x-event-signature'],
  ['timestamped-hex', 'x-shop-signature', 'x-shop-signature'],
  ['body-hex', undefined, 'x-hub-signature-256'],
  ['body-hex', 'x-shop-signature', 'x-shop-signature'],
] as const)('the scheme %s signs under the header %s', async (scheme, header, expected) => {
  const { backend, createEvent, createWebhook, received } = createHarness({
    dialect: { signature: { scheme, header } },
  })
  const { secret } = await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  const { body, headers } = received[0]!
  const make = scheme === 'body-hex' ? bodyHex : timestampedHex
  expect(headers.get(expected)).toMatch(
    scheme === 'body-hex' ? /^sha256=[0-9a-f]{64}$/ : /^t=\d+,v1=[0-9a-f]{64}$/,
  )
  await expect(
    verify({ body, headers }, { secret, scheme: make({ header }), now: () => start }),
  ).resolves.toBeDefined()
})

test('an unknown scheme signs with something that none of the known ones verifies', async () => {
  const { backend, createEvent, createWebhook, received } = createHarness({
    dialect: { signature: { scheme: 'unknown', header: 'x-seal' } },
  })
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  expect(received[0]!.headers.get('x-seal')).toMatch(/^[0-9a-f]{128}$/)
})

test('the envelope of Standard Webhooks is delivered where the dialect has it', async () => {
  const { backend, createEvent, createWebhook, received } = createHarness({
    dialect: { deliveryBody: 'standard-webhooks' },
  })
  await createWebhook()
  const { json } = await createEvent({ data: { a: [1] } })
  await backend.waitForIdle()
  expect(JSON.parse(received[0]!.body)).toEqual({
    type: json.type,
    timestamp: json.created,
    data: { a: [1] },
  })
})

test('a test key delivers nothing, not even to its own webhooks', async () => {
  const { backend, createEvent, createWebhook, received } = createHarness()
  await createWebhook()
  await createWebhook({}, { key: 'sk_test_mock' })
  await createEvent({}, { key: 'sk_test_mock' })
  await backend.waitForIdle()
  expect(received).toEqual([])
})

test('failures are tried again on the schedule, with one id, fresh timestamps and the same bytes', async () => {
  const { backend, clock, createEvent, createWebhook, received } = createHarness({}, failing)
  const { secret } = await createWebhook()
  await createEvent()
  await backend.waitForIdle()
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
  const { backend, clock, createEvent, createWebhook, received } = createHarness(
    {},
    () => new Response(null, { status, headers: { location: 'https://elsewhere.example' } }),
  )
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  await clock.advance(5 * second)
  expect(received).toHaveLength(attempts)
  expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['https://shop.example/hooks']))
})

test('a receiver that cannot be reached is tried again', async () => {
  const { backend, clock, createEvent, createWebhook } = createHarness({}, (_request, count) => {
    if (count === 1) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    return new Response()
  })
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ error: 'connect ECONNREFUSED', outcome: 'failed' }])
  await clock.advance(5 * second)
  expect(backend.deliveries()).toMatchObject([{}, { outcome: 'delivered' }])
})

test.each(['120', new Date(start + 120 * second).toUTCString()])(
  'Retry-After %s of a receiver is honoured',
  async (retryAfter) => {
    const { backend, clock, createEvent, createWebhook, received } = createHarness({}, (_request, count) =>
      count === 1
        ? new Response(null, { status: 429, headers: { 'retry-after': retryAfter } })
        : new Response(),
    )
    await createWebhook()
    await createEvent()
    await backend.waitForIdle()
    await clock.advance(120 * second - 1)
    expect(received).toHaveLength(1)
    await clock.advance(1)
    expect(received).toHaveLength(2)
  },
)

test('a receiver that does not answer is given up on after 15 seconds, and tried again', async () => {
  const { backend, clock, createEvent, createWebhook, received } = createHarness({}, (_request, count) =>
    count === 1 ? new Promise<Response>(() => {}) : new Response(),
  )
  await createWebhook()
  await createEvent()
  await vi.waitFor(() => expect(received).toHaveLength(1))
  await clock.advance(15 * second)
  expect(backend.deliveries()).toMatchObject([
    { error: 'no answer within 15000 ms', duration: 15_000, outcome: 'failed' },
  ])
  await clock.advance(5 * second)
  expect(backend.deliveries().at(-1)).toMatchObject({ outcome: 'delivered', attempt: 2 })
})

test('a deleted webhook gets no further delivery, its pending retries included, and others go on', async () => {
  const { backend, call, clock, createEvent, createWebhook, received } = createHarness({}, failing)
  const gone = await createWebhook({ url: 'https://gone.example' })
  await createWebhook({ url: 'https://stays.example' })
  await createEvent()
  await backend.waitForIdle()
  await call('DELETE', `/v1/webhooks/${gone.id}`)
  received.length = 0
  await createEvent()
  await backend.waitForIdle()
  await clock.advance(hour)
  expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['https://stays.example']))
  expect(received).toHaveLength(7)
})

test('a delivery that was not sent when its webhook was deleted is not sent', async () => {
  const { backend, call, createEvent, createWebhook, received } = createHarness({}, () => new Response())
  const { id } = await createWebhook()
  await createEvent()
  const deleted = await call('DELETE', `/v1/webhooks/${id}`)
  const then = received.length
  expect(deleted.status).toBe(200)
  await backend.waitForIdle()
  expect(received).toHaveLength(then)
})

test('few deliveries begin at the same moment, and those that hang keep no other from beginning', async () => {
  const { createEvent, createWebhook, received } = createHarness({}, () => new Promise(() => {}))
  const webhooks = 60
  for (let number = 0; number < webhooks; number++) {
    await createWebhook({ url: `https://shop.example/${number}` })
  }
  await createEvent()
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), { interval: 1 })
  expect(received.length).toBeLessThan(webhooks / 2)
  await vi.waitFor(() => expect(received).toHaveLength(webhooks), { timeout: 10_000 })
})

test('what is under way when its webhook is deleted is given up, and told so', async () => {
  const { backend, call, createEvent, createWebhook } = createHarness({}, () => new Promise(() => {}))
  const { id } = await createWebhook()
  await createEvent()
  await vi.waitFor(async () => expect((await backend.snapshot()).deliveries).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  await call('DELETE', `/v1/webhooks/${id}`)
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([
    { outcome: 'abandoned', error: 'the webhook was deleted', retryAt: undefined },
  ])
})

test('what is under way at a reset concerns no delivery that comes after it', async () => {
  const answers: ((answer: Response) => void)[] = []
  const { backend, clock, createEvent, createWebhook, received } = createHarness(
    {},
    () => new Promise((resolve) => answers.push(resolve)),
  )
  await createWebhook({ url: 'https://before.example' })
  await createEvent()
  await vi.waitFor(() => expect(received).toHaveLength(1))
  await backend.reset()
  await createWebhook({ url: 'https://after.example' })
  await createEvent()
  await vi.waitFor(() => expect(received).toHaveLength(2))
  answers[0]?.(new Response(null, { status: 200 }))
  answers[1]?.(new Response(null, { status: 503 }))
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ url: 'https://after.example', outcome: 'failed' }])
  void clock.advance(hour)
  await vi.waitFor(() => expect(received).toHaveLength(3))
  expect(received[2]?.url).toBe('https://after.example')
})

test('a webhook that hangs holds up no other, and takes no more than its share', async () => {
  const { createEvent, createWebhook, received } = createHarness(
    { limits: { deliveriesPerWebhook: 2, deliveries: 4 } },
    ({ url }) => (url.includes('slow') ? new Promise<Response>(() => {}) : new Response()),
  )
  await createWebhook({ url: 'https://slow.example' })
  await createWebhook({ url: 'https://fast.example' })
  for (let order = 0; order < 20; order++) await createEvent()
  const to = (name: string) => received.filter(({ url }) => url.includes(name)).length
  await vi.waitFor(() => expect(to('fast')).toBe(20), { timeout: 5_000, interval: 1 })
  expect({ fast: to('fast'), slow: to('slow') }).toEqual({ fast: 20, slow: 2 })
})

test('a thousand subscribers all get the event, and a request in between is answered before the last', async () => {
  const { backend, call, createEvent, createWebhook, received } = createHarness({
    limits: { deliveries: 1_000 },
  })
  for (let order = 0; order < 1_000; order++) await createWebhook({ url: `https://shop.example/${order}` })
  await createEvent()
  expect((await call('GET', '/v1/events')).status).toBe(200)
  expect(received.length).toBeLessThan(1_000)
  await backend.waitForIdle()
  expect(new Set(received.map(({ url }) => url)).size).toBe(1_000)
})

test('the journal keeps the last attempts alone', async () => {
  const { backend, createEvent, createWebhook } = createHarness({ limits: { journal: 3 } })
  await createWebhook()
  const ids: unknown[] = []
  for (let order = 0; order < 5; order++) ids.push((await createEvent()).json.id)
  await backend.waitForIdle()
  expect(backend.deliveries().map(({ eventId }) => eventId)).toEqual(ids.slice(2))
})

test('after close nothing is delivered any more', async () => {
  const { backend, clock, createEvent, createWebhook, received } = createHarness({}, failing)
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  await backend.close()
  await clock.advance(hour)
  expect(received).toHaveLength(1)
})
