import { expect, test } from 'vitest'
import { createMemoryStore } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

test('events beyond the limit are forgotten, the oldest first, with their idempotency keys', async () => {
  const { call, createEvent } = createHarness({ store: createMemoryStore({ eventBytes: 6_500 }) })
  const ids: string[] = []
  for (let order = 0; order < 25; order++) {
    ids.push((await createEvent({ data: { order }, idempotencyKey: `k${order}` })).json.id)
  }
  const { json } = await call('GET', '/v1/events?limit=100')
  const kept = (json as unknown as { data: { id: string }[] }).data.map(({ id }) => id)
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.length).toBeLessThan(13)
  expect(kept).toEqual(ids.slice(-kept.length).reverse())
  expect((await call('GET', `/v1/events/${ids[0]}`)).status).toBe(404)
  expect((await call('GET', `/v1/events/${ids[24]}`)).status).toBe(200)
  expect((await createEvent({ idempotencyKey: 'k24' })).json.id).toBe(ids[24])
  expect((await createEvent({ idempotencyKey: 'k0' })).headers.get('idempotency-replayed')).toBeNull()
})

test('a cursor stays valid when the events before it are forgotten', async () => {
  const { call, createEvent } = createHarness({
    store: createMemoryStore({ eventBytes: 6_500 }),
    dialect: { listOrder: 'oldest-first' },
  })
  for (let order = 0; order < 8; order++) await createEvent({ data: { order } })
  const first = (await call('GET', '/v1/events?limit=3')).json as unknown as { nextCursor: string }
  for (let order = 8; order < 30; order++) await createEvent({ data: { order } })
  const next = await call('GET', `/v1/events?limit=3&cursor=${first.nextCursor}`)
  expect(next.status).toBe(200)
  expect(next.json.data).toHaveLength(3)
})

test('the deliveries of forgotten events are forgotten too', async () => {
  const { backend, createEvent, createWebhook } = createHarness(
    { store: createMemoryStore({ eventBytes: 6_500 }), limits: { deliveriesPerWebhook: 1 } },
    () => new Promise(() => {}),
  )
  await createWebhook()
  for (let order = 0; order < 1_100; order++) await createEvent({ data: { order } })
  const { events, deliveries } = await backend.snapshot()
  expect(events.length).toBeLessThan(13)
  expect(deliveries.length).toBeLessThan(100)
})

test('a single event that is larger than the limit stays', async () => {
  const { call, createEvent } = createHarness({ store: createMemoryStore({ eventBytes: 100 }) })
  await createEvent()
  await createEvent()
  expect((await call('GET', '/v1/events')).json.data).toHaveLength(1)
})
