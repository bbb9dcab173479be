import { expect, test } from 'vitest'
import { createBackend, createMemoryStore, type Seed, type Snapshot } from '@event-delivery/mock'
import { createHarness, type Harness } from '../support/backend'
import { heardBy, readAnswer } from '../support/raw-http'
import { serveMock } from './served-mock'
import { dial } from './slow-clients'

const seedOf = (events: number, type = 'order.paid'): Seed => ({
  events: Array.from({ length: events }, (_item, order) => ({ id: `evt_${order}`, type, data: { order } })),
})

const textOf = async ({ ask }: Harness) => (await ask('GET', '/__mock/snapshot')).text()

async function serveSmall() {
  const mock = await serveMock({ maxMemory: 2 ** 20 })
  const head = (framing: string) =>
    `PUT /__mock/snapshot HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`
  return { ...mock, socket: await dial(mock), head }
}

// Four times the memory, and a mebibyte.
const longest = 5 * 2 ** 20

const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`

test.each([
  // Not one byte of the body follows, so an answer cannot have waited for any.
  ['that is announced as too long is refused before any of it has come', `Content-Length: ${longest + 1}`, 0],
  [
    'of unknown length is refused as soon as it is too long, though it goes on',
    'Transfer-Encoding: chunked',
    81,
  ],
])('a snapshot %s', async (_name, framing, chunks) => {
  const { socket, head } = await serveSmall()
  socket.write(head(framing))
  for (let sent = 0; sent < chunks; sent++) socket.write(chunk)
  let heard = ''
  socket.setEncoding('latin1').on('data', (part: string) => (heard += part))
  await expect.poll(() => heard).toContain('\r\n\r\n{')
  expect(readAnswer(heard)).toMatchObject({ status: 413, json: { error: { code: 'payload_too_large' } } })
})

test('others are served while a snapshot comes, and see the data from before it', async () => {
  const { baseUrl, socket, head } = await serveSmall()
  const body = JSON.stringify(seedOf(3))
  socket.write(`${head(`Content-Length: ${body.length}\r\nConnection: close`)}${body.slice(0, 20)}`)
  const list = async () => {
    const headers = { authorization: 'Bearer sk_live_mock' }
    const response = await fetch(`${baseUrl}/v1/events`, { headers })
    return ((await response.json()) as { data: unknown[] }).data.length
  }
  expect([await list(), await list()]).toEqual([0, 0])
  socket.write(body.slice(20))
  expect(readAnswer(await heardBy(socket)).status).toBe(204)
  expect(await list()).toBe(3)
})

test('others are served while a snapshot is parsed and checked', async () => {
  const { call, control } = createHarness()
  await call('GET', '/v1/events')
  let isOver = false
  const text = JSON.stringify(seedOf(20_000))
  const put = control('PUT /snapshot', undefined, { text }).finally(() => (isOver = true))
  const seen: unknown[] = []
  while (!isOver) {
    const { json } = await call('GET', '/v1/events?limit=1')
    seen.push((json.data as unknown[]).length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await put).status).toBe(204)
  // The parts of the snapshot are parsed in some twenty turns, and as many requests are answered meanwhile.
  expect(seen.filter((events) => events === 0).length).toBeGreaterThan(5)
})

test('of two snapshots at once the later one stays, however long the earlier one is', async () => {
  const { call, control, list } = createHarness()
  await call('GET', '/v1/events')
  const put = (seed: Seed) => control('PUT /snapshot', seed)
  const answers = await Promise.all([put(seedOf(5_000, 'earlier')), put(seedOf(1, 'later'))])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(await list('/v1/events')).toMatchObject([{ type: 'later' }])
})

test('a restore that does not fit is answered with 503, and nothing is lost', async () => {
  const { control, createEvent, list } = createHarness({ maxMemory: 100_000 })
  await createEvent()
  const reply = await control('PUT /snapshot', seedOf(2_000))
  expect(reply.status).toBe(503)
  expect(await list('/v1/events')).toHaveLength(1)
})

test('a snapshot under traffic is as of one moment, and another mock takes it', async () => {
  const harness = createHarness({ store: createMemoryStore({ maxMemory: 300_000 }) })
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
    const text = await textOf(harness)
    const { events, deliveries } = JSON.parse(text) as Snapshot
    const ids = new Set(events.map(({ id }) => id))
    expect(deliveries.filter(({ eventId }) => !ids.has(eventId))).toEqual([])
    const put = await createHarness().control('PUT /snapshot', undefined, { text })
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
  const before = await textOf(harness)
  expect((await harness.control('PUT /snapshot', undefined, { text: before })).status).toBe(204)
  const eventsOf = (text: string) => (JSON.parse(text) as Snapshot).events
  expect(eventsOf(await textOf(harness))).toEqual(eventsOf(before))
})

const event = { id: 'evt_1', type: 'a', created: '2026-01-01T00:00:00Z', data: {} }
test.each([
  ['a key without a mode', { keys: [{ key: 'pk_1' }] }, 'keys[0]'],
  ['a key with scopes that are none', { keys: [{ key: 'sk_live_a', scopes: 'all' }] }, 'scopes'],
  ['a key with a scope that is none', { keys: [{ key: 'sk_live_a', scopes: ['all'] }] }, 'scopes'],
  ['an id that is there twice', { events: [event, event] }, 'hold the id "evt_1" twice'],
  ['a delivery of nothing', { deliveries: [{ eventId: 'evt_1', webhookId: 'wh_1' }] }, 'eventId'],
  [
    'a delivery to nobody',
    { events: [event], deliveries: [{ eventId: 'evt_1', webhookId: 'wh_1' }] },
    'webhookId',
  ],
  ['text that is another event', { events: [{ ...event, json: '{"id":"evt_2"}' }] }, 'json'],
  ['text that is no JSON', { events: [{ ...event, json: '{' }] }, 'json'],
  ['an idempotency key that is none', { events: [{ ...event, idempotencyKey: 7 }] }, 'idempotencyKey'],
  ['a time that is none', { now: 'soon' }, 'now'],
  ['a field in error', { webhook: [] }, 'The nearest one is webhooks.'],
] as [string, object, string][])(
  'a snapshot with %s is refused, and nothing is lost',
  async (_name, body, message) => {
    const { backend, control, createEvent, list } = createHarness()
    await createEvent()
    const reply = await control('PUT /snapshot', body)
    expect(reply).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } })
    expect(reply.json.error.message).toContain(message)
    await expect(backend.restore(body as Seed)).rejects.toThrow(message)
    expect(await list('/v1/events')).toHaveLength(1)
  },
)

test.each([
  ['no object', [], 'A seed is an object'],
  ['an unknown field', { event: [] }, 'event is no field of a seed'],
  ['no list', { events: {} }, 'events of a seed must be an array'],
  ['an event without a type', { events: [{ data: {} }] }, 'events[0] of the seed'],
  ['a webhook without events', { webhooks: [{ url: 'https://a.example' }] }, 'webhooks[0] of the seed'],
  ['a misspelt field', { events: [{ type: 'a', data: {}, idempotencykey: 'k' }] }, 'idempotencyKey.'],
  ['a webhook without TLS', { webhooks: [{ url: 'http://a.example', events: ['*'] }] }, 'must use HTTPS'],
  ['a mode that is none', { events: [{ type: 'a', data: {}, mode: 'both' }] }, 'mode must be live or test'],
  ['a time that is none', { events: [{ type: 'a', data: {}, created: '2026-02-31T00:00:00Z' }] }, 'created'],
])('a seed with %s is refused', (_name, seed, message) => {
  expect(() => createBackend({ seed: seed as Seed })).toThrow(message)
})
