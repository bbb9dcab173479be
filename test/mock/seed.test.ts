import { expect, test } from 'vitest'
import { examples } from '../../generated/examples'
import { createBackend, type Seed } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

test('a seed is there from the start, and nothing of it is delivered', async () => {
  const event = examples.orderPaid as { id: string; type: string; data: object; created: string }
  const { secret, status: _status, ...webhook } = examples.warehouseWithSecret as Record<string, string>
  const seed = {
    events: [event, { type: 'made.up', data: [1] }, { type: 'of.test', data: {}, mode: 'test' }],
    webhooks: [{ ...webhook, secret }],
  } as unknown as Seed
  const { backend, call, createEvent, received } = createHarness({ seed, keys: undefined })
  expect((await call('GET', '/v1/events')).json.data).toMatchObject([{ type: 'made.up', data: [1] }, event])
  expect((await call('GET', `/v1/events/${event.id}`)).json).toEqual(event)
  expect((await call('GET', '/v1/events', { key: 'sk_test_mock' })).json.data).toMatchObject([
    { type: 'of.test' },
  ])
  expect((await call('GET', '/v1/webhooks')).json).toEqual(examples.onlyWebhookPage)
  expect(received).toEqual([])
  await createEvent({ type: 'order.paid' })
  await backend.waitForIdle()
  expect(received).toHaveLength(1)
})

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
