import { expect, onTestFinished, test, vi } from 'vitest'
import { createClock } from '@event-delivery/mock'
import { createMetrics } from '@event-delivery/mock/node'
import { createHarness, never } from '../support/backend'
import { eventually } from '../support/eventually'

test('each subscriber gets the event, exactly as it was answered, and no other webhook does', async () => {
  const { createWebhook, deliver, received } = createHarness()
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
  const { json } = await deliver({ type: 'order.paid' })
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
  await eventually(() => expect(received).toHaveLength(1))
  expect(backend.deliveries()).toEqual([])
  answer(new Response())
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ outcome: 'delivered', status: 200, attempt: 1 }])
})

test('the envelope of Standard Webhooks is delivered where the dialect has it', async () => {
  const { createWebhook, deliver, received } = createHarness({
    dialect: { deliveryBody: 'standard-webhooks' },
  })
  await createWebhook()
  const { json } = await deliver({ data: { a: [1] } })
  expect(JSON.parse(received[0]!.body)).toEqual({
    type: json.type,
    timestamp: json.created,
    data: { a: [1] },
  })
})

test('few deliveries begin at the same moment, and those that hang keep no other from beginning', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { createEvent, createWebhook, received } = createHarness({}, never)
  for (let number = 0; number < 60; number++) {
    await createWebhook({ url: `https://shop.example/${number}` })
  }
  await createEvent()
  // Signing takes real time, which no fake timer passes.
  const arrival = async (count: number) => {
    while (received.length < count) await new Promise(setImmediate)
  }
  for (const begun of [8, 16, 24, 32, 40, 48, 56, 60]) {
    await arrival(begun)
    await vi.advanceTimersByTimeAsync(24)
    expect(received).toHaveLength(begun)
    await vi.advanceTimersByTimeAsync(1)
  }
})

test('webhooks that hang share half of the attempts, one each and in turn, until they answer', async () => {
  const hanging: ((error: Error) => void)[] = []
  let state: 'failing' | 'hanging' | 'well' = 'failing'
  const { clock, createEvent, createWebhook, received } = createHarness(
    { limits: { deliveries: 8, deliveriesPerWebhook: 4 } },
    ({ url }) => {
      if (state === 'well' || !url.includes('slow')) return new Response()
      return new Promise<Response>((_resolve, reject) => {
        if (state === 'failing') reject(new Error('connect ECONNREFUSED'))
        else hanging.push(reject)
      })
    },
  )
  const to = (name: string) => received.filter(({ url }) => url.includes(name)).map(({ url }) => url)
  await createWebhook({ url: 'https://fast.example' })
  for (let number = 0; number < 10; number++) await createWebhook({ url: `https://slow-${number}.example` })
  await createEvent()
  await eventually(() => expect(new Set(received.map(({ url }) => url)).size).toBe(11))
  state = 'hanging'
  for (let order = 0; order < 5; order++) await createEvent()
  await eventually(() => expect(to('fast')).toHaveLength(6))
  for (const begun of [14, 18, 22, 26, 30]) {
    await eventually(() => expect(to('slow')).toHaveLength(begun))
    expect(new Set(to('slow').slice(-4)).size).toBe(4)
    if (begun === 30) state = 'well'
    for (const fail of hanging.splice(0)) fail(new Error('socket hang up'))
  }
  expect(new Set(to('slow').slice(10)).size).toBe(10)
  await clock.advance(24 * 60 * 60 * 1_000)
  expect(new Set(received.map(({ url, body }) => url + body)).size).toBe(66)
})

const { setTimeout: realTimeout } = globalThis

/** Lets fake time pass until `check` holds, as fast as real time: signing and a database take that, and leases end by the fake one. */
async function passing(check: () => boolean): Promise<void> {
  while (!check()) {
    await new Promise((resolve) => realTimeout(resolve, 25))
    await vi.advanceTimersByTimeAsync(25)
  }
}

test('webhooks that were never tried have room of their own beside forty that hang, which are told as slow and then silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { backend, clock, control, createEvent, createWebhook, received } = createHarness(
    { limits: { deliveries: 64 }, metrics: await createMetrics(), clock: createClock({ timeout: 10 }) },
    (delivery, count) => (delivery.url.includes('hangs') ? never(delivery, count) : new Response()),
  )
  for (let number = 0; number < 40; number++) {
    for (const name of ['hangs', 'well']) await createWebhook({ url: `https://${name}-${number}.example` })
  }
  await createEvent()
  const toWell = () => received.filter(({ url }) => url.includes('well')).length
  await passing(() => toWell() === 40)
  expect(toWell()).toBe(40)
  await vi.advanceTimersByTimeAsync(3_000)
  const states = async () => {
    const { json } = await control<{ data: { state: string }[] }>('GET /endpoints')
    return json.data.map(({ state }) => state)
  }
  expect(new Set(await states())).toEqual(new Set(['slow']))
  // The limit of an attempt is fifteen seconds of the service's clock.
  const advanced = clock.advance(15_000)
  await vi.advanceTimersByTimeAsync(10)
  await advanced
  await eventually(async () => expect(await states()).toContain('silent'))
  await eventually(async () => {
    const metrics = await backend.fetch(new Request('http://localhost/__mock/metrics'))
    const [text, told] = [await metrics.text(), await states()]
    for (const state of ['slow', 'silent']) {
      const count = told.filter((one) => one === state).length
      expect(text).toContain(`event_delivery_endpoints{state="${state}"} ${count}\n`)
    }
  })
})

test('webhooks that answered and hang all at once leave the last quarter of the attempts to others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let hangs = false
  const { createEvent, createWebhook, received } = createHarness(
    { limits: { deliveries: 64 } },
    (delivery, count) => (hangs && delivery.url.includes('hangs') ? never(delivery, count) : new Response()),
  )
  for (let number = 0; number < 12; number++)
    await createWebhook({ url: `https://hangs-${number}.example`, events: ['a', 'both'] })
  for (let number = 0; number < 12; number++)
    await createWebhook({ url: `https://well-${number}.example`, events: ['b', 'both'] })
  await createEvent({ type: 'both' })
  await passing(() => received.length === 24)
  hangs = true
  for (let order = 0; order < 8; order++) await createEvent({ type: 'a' })
  let steps = 0
  await passing(() => received.length >= 24 + 48 && steps++ > 20)
  for (let order = 0; order < 3; order++) await createEvent({ type: 'b' })
  const toWell = () => received.filter(({ url }) => url.includes('well')).length
  await passing(() => toWell() === 12 * 4)
  expect(toWell()).toBe(12 * 4)
})

test('a thousand subscribers all get the event, and a request in between is answered before the last', async () => {
  const { backend, call, createEvent, createWebhook, received } = createHarness({
    limits: { deliveries: 1_000 },
  })
  for (let order = 0; order < 1_000; order++) await createWebhook({ url: `https://shop.example/${order}` })
  await createEvent()
  expect((await call('GET', '/v1/events')).status).toBe(200)
  expect(received.length).toBeLessThan(1_000)
  await backend.waitForIdle({ timeout: 60_000 })
  expect(new Set(received.map(({ url }) => url)).size).toBe(1_000)
})

test('the journal keeps the last attempts alone', async () => {
  const { backend, createEvent, createWebhook } = createHarness({ limits: { journal: 3 } })
  await createWebhook()
  const ids: unknown[] = []
  for (let order = 0; order < 5; order++) {
    ids.push((await createEvent()).json.id)
    // Deliveries that go on at the same time end in any order.
    await backend.waitForIdle()
  }
  expect(backend.deliveries().map(({ eventId }) => eventId)).toEqual(ids.slice(2))
})
