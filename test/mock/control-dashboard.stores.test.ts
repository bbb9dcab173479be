import { expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

interface Example {
  operation: 'createEvent' | 'createWebhook' | 'createKey'
  summary: string
  body: { type?: string }
}

const day = 24 * 60 * 60 * 1_000

test('a rotated key works beside the new one until the overlap ends', async () => {
  const { call, clock, control } = createHarness()
  const made = await control('POST /keys', { mode: 'test', name: 'shop', scopes: ['events:read'] })
  const earlier = made.json
  const rotated = await control(`POST /keys/${earlier.id}/rotate`)
  const { key, previous } = rotated.json as unknown as { key: typeof earlier; previous: unknown }
  expect(previous).toEqual({ id: earlier.id, expiresAt: '2026-11-22T03:00:00.000Z' })
  expect(key).toMatchObject({ mode: 'test', name: 'shop', scopes: ['events:read'], expiresAt: null })
  expect(key.key).toMatch(/^sk_test_/)
  const statuses = () =>
    Promise.all([earlier, key].map(async (one) => (await call('GET', '/v1/events', { key: one.key })).status))
  await clock.advance(day - 1)
  expect(await statuses()).toEqual([200, 200])
  await clock.advance(1)
  expect(await statuses()).toEqual([401, 200])
})

test('without an overlap the rotated key is deleted at once, and one that ends earlier is not prolonged', async () => {
  const { call, control } = createHarness()
  const expiresAt = '2026-11-21T04:00:00.000Z'
  const make = async () => (await control('POST /keys', { expiresAt })).json
  const [first, second] = [await make(), await make()]
  const rotate = (id: string, body?: object) => control(`POST /keys/${id}/rotate`, body)
  expect((await rotate(first.id, { overlap: 0 })).json).toMatchObject({
    previous: { id: first.id, deleted: true },
  })
  expect((await call('GET', '/v1/events', { key: first.key })).status).toBe(401)
  expect((await rotate(second.id)).json).toMatchObject({ previous: { expiresAt }, key: { expiresAt } })
  expect((await rotate('key_none')).status).toBe(404)
  expect((await rotate(second.id, { overlap: -1 })).json).toMatchObject({ error: { param: 'overlap' } })
  expect((await rotate(second.id, { overlaps: 1 })).json).toMatchObject({ error: { param: 'overlaps' } })
})

test('the secret of a webhook is shown, and the one before as long as it signs', async () => {
  const { clock, control, createWebhook } = createHarness()
  const { id, secret: earlier } = await createWebhook()
  const shown = async () => (await control(`GET /webhooks/${id}/secret`)).json
  expect(await shown()).toEqual({ id, secret: earlier })
  const { json } = await control(`POST /webhooks/${id}/rotate`)
  expect(await shown()).toEqual({
    ...{ id, secret: json.secret, previousSecret: earlier, previousUntil: '2026-11-22T03:00:00.000Z' },
  })
  await clock.advance(day)
  expect(await shown()).toEqual({ id, secret: json.secret })
  expect((await control('GET /webhooks/wh_none/secret')).status).toBe(404)
})

test('webhooks of both modes are made and deleted without a key, as their operation judges them', async () => {
  const { control, deliver, list, received } = createHarness()
  const make = (body: object) => control('POST /webhooks', body)
  const fields = { url: 'https://shop.example/hooks', events: ['*'], description: 'Shop' }
  const live = await make(fields)
  expect(live).toMatchObject({ status: 201, json: { ...fields, status: 'active' } })
  const test = await make({ ...fields, mode: 'test' })
  const listed = (key: string) => list('/v1/webhooks', { key })
  expect(await listed('sk_test_mock')).toMatchObject([{ id: test.json.id }])
  await deliver()
  expect(received).toHaveLength(1)
  expect((await make({ ...fields, url: 'http://shop.example' })).json).toMatchObject({
    error: { code: 'invalid_request', param: 'url', message: 'url must use HTTPS.' },
  })
  expect((await make({ ...fields, mode: 'both' })).json).toMatchObject({ error: { param: 'mode' } })
  for (const { json } of [live, test]) {
    const gone = await control(`DELETE /webhooks/${json.id}`)
    expect(gone).toMatchObject({ status: 200, json: { id: json.id, deleted: true } })
    expect((await control(`DELETE /webhooks/${json.id}`)).status).toBe(404)
  }
  expect([await listed('sk_live_mock'), await listed('sk_test_mock')]).toEqual([[], []])
})

test('every example of a request is carried out as it is shown, whatever the dialect', async () => {
  const strict: Dialect = { idempotency: { in: 'body', name: 'dedupe' }, unknownFields: 'reject' }
  for (const dialect of [{}, strict]) {
    const { call, list } = createHarness({ dialect })
    const data = await list<Example>('/__mock/examples')
    const paths = { createEvent: '/v1/events', createWebhook: '/v1/webhooks', createKey: '/v1/keys' }
    expect(new Set(data.map(({ operation }) => operation))).toEqual(new Set(Object.keys(paths)))
    for (const { operation, body, summary } of data) {
      expect(summary).not.toBe('')
      expect((await call('POST', paths[operation], { body })).status, JSON.stringify(body)).toBe(201)
    }
    const types = data.flatMap(({ body: { type } }) => type ?? [])
    expect(new Set(types)).toEqual(new Set(['order.paid', 'order.shipped', 'order.created']))
  }
})
