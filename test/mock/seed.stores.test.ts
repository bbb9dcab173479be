import { expect, test } from 'vitest'
import { examples } from '../../generated/examples'
import type { CompleteDialect } from '../../generated/dialect'
import type { Seed } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

const { nextCursor } = examples.firstEventPage as { nextCursor: string }
const idOf = (page: unknown) => (page as { data: { id: string }[] }).data.map(({ id }) => id)
const orders: CompleteDialect['listOrder'][] = ['newest-first', 'oldest-first', 'by-id']

test.each(orders)('the cursor of the document leads on in the example data, listed %s', async (listOrder) => {
  const { call } = createHarness({ seed: 'examples', dialect: { listOrder } })
  const all = idOf((await call('GET', '/v1/events')).json)
  expect(all).toHaveLength(3)
  const reply = await call('GET', `/v1/events?limit=2&cursor=${nextCursor}`)
  expect(reply.status).toBe(200)
  expect(idOf(reply.json)).toEqual(all.slice(2))
  expect(reply.json).toMatchObject({ hasMore: false, nextCursor: null })
})

test('the examples of the document together are a walk through the example data', async () => {
  const { call } = createHarness({ seed: 'examples' })
  const first = await call('GET', '/v1/events?limit=2')
  expect({ ...first.json, nextCursor }).toEqual(examples.firstEventPage)
  const last = await call('GET', `/v1/events?limit=2&cursor=${nextCursor}`)
  expect(last.json).toEqual(examples.lastEventPage)
  const webhooks = await call('GET', `/v1/webhooks?limit=2&cursor=${nextCursor}`)
  expect(webhooks.json).toEqual({ data: [], hasMore: false, nextCursor: null })
})

test('the cursor leads on after newer events came, and after a snapshot was taken back', async () => {
  const { backend, call, createEvent } = createHarness({ seed: 'examples' })
  for (let made = 0; made < 120; made++) await createEvent()
  const page = async () => (await call('GET', `/v1/events?cursor=${nextCursor}`)).json
  expect(await page()).toEqual(examples.lastEventPage)
  await backend.restore(await backend.snapshot())
  expect(await page()).toEqual(examples.lastEventPage)
})

test('without the example data the cursor is refused, as any other that the list never returned', async () => {
  const { call, createEvent } = createHarness()
  await createEvent()
  for (const path of ['/v1/events', '/v1/webhooks']) {
    const { status, json } = await call('GET', `${path}?cursor=${nextCursor}`)
    expect([status, json]).toEqual([400, examples.unknownCursor])
  }
  const seeded = createHarness({ seed: 'examples' })
  const ofTest = await seeded.call('GET', `/v1/events?cursor=${nextCursor}`, { key: 'sk_test_mock' })
  expect(ofTest.status).toBe(400)
})

test('a seed is there from the start, and nothing of it is delivered', async () => {
  const event = examples.orderPaid as { id: string; type: string; data: object; created: string }
  const { secret, status: _status, ...webhook } = examples.warehouseWithSecret as Record<string, string>
  const seed = {
    events: [event, { type: 'made.up', data: [1] }, { type: 'of.test', data: {}, mode: 'test' }],
    webhooks: [{ ...webhook, secret }],
  } as unknown as Seed
  const { call, deliver, list, received } = createHarness({ seed, keys: undefined })
  expect(await list('/v1/events')).toMatchObject([{ type: 'made.up', data: [1] }, event])
  expect((await call('GET', `/v1/events/${event.id}`)).json).toEqual(event)
  expect(await list('/v1/events', { key: 'sk_test_mock' })).toMatchObject([{ type: 'of.test' }])
  expect((await call('GET', '/v1/webhooks')).json).toEqual(examples.onlyWebhookPage)
  expect(received).toEqual([])
  await deliver({ type: 'order.paid' })
  expect(received).toHaveLength(1)
})

test('a seed that comes as JSON text keeps the digits of its numbers, whatever it states besides', async () => {
  const { ask, call, list } = createHarness()
  const events = [
    '{"type":"bare","data":{"order":12345678901234567890, "note":"a  \\" b"}}',
    '{"data":{"sum": 1.10},"type":"whole","id":"evt_1","created":"2026-01-01T00:00:00Z"}',
  ]
  const put = await call('PUT', '/__mock/snapshot', { text: `{"events":[${events.join()}]}` })
  expect(put.status).toBe(204)
  const listed = await (await ask('GET', '/v1/events')).text()
  expect(listed).toContain('"data":{"order":12345678901234567890,"note":"a  \\" b"}')
  expect(listed).toContain('"data":{"sum":1.10}')
  const snapshot = await (await ask('GET', '/__mock/snapshot')).text()
  await call('PUT', '/__mock/snapshot', { text: '{}' })
  expect(await list('/v1/events')).toEqual([])
  await call('PUT', '/__mock/snapshot', { text: snapshot })
  expect(await (await ask('GET', '/v1/events')).text()).toBe(listed)
})
