import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore, type Dialect, type Seed, type Snapshot } from '@event-delivery/mock'
import { jsonParts } from '../../mock/http/json-members'
import { accept, createHarness, type Harness } from '../support/backend'

const control = { key: null }

/** Counts the turns of the event loop. */
function countTurns() {
  const turns = { count: 0 }
  const timer = setInterval(() => turns.count++, 0)
  onTestFinished(() => clearInterval(timer))
  return turns
}

const seedOf = (events: number): Seed => ({
  events: Array.from({ length: events }, (_item, order) => ({
    id: `evt_${order}`,
    type: 'order.paid',
    created: '2026-11-20T00:00:00.000Z',
    data: { order },
  })),
  webhooks: [{ id: 'wh_1', url: 'https://a.example', events: ['*'], secret: 'whsec_YQ==' }],
  deliveries: Array.from({ length: events }, (_item, order) => ({
    eventId: `evt_${order}`,
    webhookId: 'wh_1',
    dueAt: '2030-01-01T00:00:00.000Z',
  })),
})

const bytesOf = async ({ backend }: Harness) => {
  const response = await backend.fetch(new Request('http://localhost/__mock/snapshot'))
  return { response, text: await response.text() }
}

test('a snapshot of many events leaves others a turn after some rows, when it is taken and when it is put back', async () => {
  const rows = 20_000
  const harness = createHarness({ seed: seedOf(rows) })
  await harness.call('GET', '/v1/events')
  const turns = countTurns()
  const { response, text } = await bytesOf(harness)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-length')).toBeNull()
  expect(turns.count).toBeGreaterThan((2 * rows) / 1_000)
  const other = createHarness()
  turns.count = 0
  await other.call('PUT', '/__mock/snapshot', { ...control, text })
  // Rows are checked, looked up and added, each in turns of their own.
  expect(turns.count).toBeGreaterThan((5 * rows) / 1_000)
  expect((await bytesOf(other)).text).toBe(text)
})

test('a list of the control routes is sent in pieces', async () => {
  const webhooks = Array.from({ length: 3_000 }, (_item, order) => ({
    url: `https://a.example/${order}`,
    events: ['*'],
  }))
  const { backend, call } = createHarness({ seed: { webhooks } })
  await call('GET', '/v1/events')
  const response = await backend.fetch(new Request('http://localhost/__mock/webhooks'))
  const lengths: number[] = []
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) lengths.push(chunk.length)
  expect(lengths.length).toBeGreaterThan(5)
  expect(Math.max(...lengths)).toBeLessThan(100_000)
})

test('a snapshot under traffic is as of one moment, and another mock takes it', async () => {
  const harness = createHarness({ store: createMemoryStore({ maxMemory: 300_000 }) }, accept)
  const { createEvent, createWebhook } = harness
  for (let order = 0; order < 20; order++) await createWebhook({ url: `https://a.example/${order}` })
  const isLate = { yet: false }
  const traffic = (async () => {
    for (let order = 0; !isLate.yet; order++) {
      await createEvent({ data: { order } })
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  })()
  for (let round = 0; round < 20; round++) {
    const { text } = await bytesOf(harness)
    const { events, deliveries } = JSON.parse(text) as Snapshot
    const ids = new Set(events.map(({ id }) => id))
    expect(deliveries.filter(({ eventId }) => !ids.has(eventId))).toEqual([])
    const put = await createHarness().call('PUT', '/__mock/snapshot', { ...control, text })
    expect(put.status).toBe(204)
  }
  isLate.yet = true
  await traffic
})

test('a mock takes its own snapshot back after it has forgotten events', async () => {
  const store = createMemoryStore({ maxMemory: 50_000 })
  const harness = createHarness({ store, limits: { deliveriesPerWebhook: 1 } })
  await harness.createWebhook()
  for (let order = 0; order < 300; order++) await harness.createEvent({ data: { order } })
  const before = await bytesOf(harness)
  expect((await harness.call('PUT', '/__mock/snapshot', { ...control, text: before.text })).status).toBe(204)
  expect((JSON.parse((await bytesOf(harness)).text) as Snapshot).events).toEqual(
    (JSON.parse(before.text) as Snapshot).events,
  )
})

test.each([
  ['any data and an empty type', { nonObjectData: 'accept', emptyType: 'accept' }],
  ['long types', { maxTypeLength: null }],
  ['mixed events of a webhook', { emptyOrMixedEvents: 'accept' }],
  ['other timestamps', { timestamps: { precision: 'nanoseconds', suffix: '+00:00' } }],
  ['the order by ids', { listOrder: 'by-id' }],
] as [string, Dialect][])('a mock takes back its own snapshot with %s', async (_name, dialect) => {
  const harness = createHarness({ dialect })
  const { backend, createEvent, createWebhook } = harness
  for (const data of [{}, [], 'text', 1.5, null]) await createEvent({ data })
  await createEvent({ type: '' })
  await createEvent({ type: 't'.repeat(5_000), idempotencyKey: 'k'.repeat(255) })
  await createWebhook({ events: [] })
  await createWebhook({ events: ['*', 'a', 'a'], description: '' })
  await backend.waitForIdle()
  const { text } = await bytesOf(harness)
  const put = await harness.call('PUT', '/__mock/snapshot', { ...control, text })
  expect(put).toMatchObject({ status: 204 })
  expect((await bytesOf(harness)).text).toBe(text)
})

test('a restore that does not fit is answered with 503, and nothing is lost', async () => {
  const { call, createEvent } = createHarness({ maxMemory: 100_000 })
  await createEvent()
  const reply = await call('PUT', '/__mock/snapshot', { ...control, body: seedOf(500) })
  expect(reply.status).toBe(503)
  expect((await call('GET', '/v1/events')).json.data).toHaveLength(1)
})

test('the time of a seed lies before the year 9999', async () => {
  const { backend, call } = createHarness()
  const now = '9999-01-01T00:00:00Z'
  await expect(backend.restore({ now })).rejects.toThrow('now of the seed must lie before the year 9999')
  const reply = await call('PUT', '/__mock/snapshot', { ...control, body: { now } })
  expect(reply).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } })
  expect(() => createHarness({ seed: { now } })).toThrow('before the year 9999')
  await backend.restore({ now: '9998-12-31T23:59:59Z' })
  expect((await call('GET', '/__mock/clock', control)).json).toMatchObject({
    now: '9998-12-31T23:59:59.000Z',
  })
})

/** An object put together of the parts of its text. */
function assembled(text: string): unknown {
  const whole: Record<string, unknown> = {}
  const set = (name: string, value: unknown) =>
    Object.defineProperty(whole, name, { value, enumerable: true, writable: true, configurable: true })
  for (const { name, text: part, isElement } of jsonParts(new TextEncoder().encode(text), 1_000)) {
    if (isElement) (whole[name] as unknown[]).push(JSON.parse(part as string))
    else set(name, part === undefined ? [] : JSON.parse(part))
  }
  return whole
}

test('the parts of a JSON object make up what JSON.parse reads, and what it refuses is refused', () => {
  const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())
  const spaced = object.chain((value) =>
    fc.constantFrom(...[0, 1, 7].map((n) => JSON.stringify(value, null, n))),
  )
  const broken = fc
    .record({
      text: spaced,
      at: fc.nat(60),
      sign: fc.constantFrom('', ',', ':', '"', '[', ']', '{', '}', '\\', 'x'),
    })
    .map(({ text, at, sign }) => text.slice(0, at) + sign + text.slice(at + 1))
  fc.assert(
    fc.property(fc.oneof(spaced, broken), (given) => {
      // Half of a pair of surrogates cannot be sent.
      const text = Buffer.from(given).toString()
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {
        expect(() => assembled(text)).toThrow(SyntaxError)
        return
      }
      if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return
      expect(assembled(text)).toEqual(expected)
    }),
    { numRuns: 3_000 },
  )
})
