import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'
import { formatLike } from '../../mock/settings/timestamp'
import { likeSample } from '../../mock/settings/shapes'
import { createSeededRandom } from '@event-delivery/mock'

const further = { object: { constant: { is: ['event', null] } }, again: { copy: 'id' } }
const key = 'sk_test_mock'

test('further fields stand in every resource, and a resource keeps the values that it has', async () => {
  const token = { token: { kind: 'id', sample: 'tok_0a1b2c3d4e5f6071' } } as const
  const { call, createEvent, createWebhook, list } = createHarness({
    dialect: {
      extras: {
        event: { ...further, ...token, self: { template: 'https://a.example/v1/events/{id}?type={type}' } },
        webhook: {
          ...token,
          self: { template: '/v1/webhooks/{id}' },
          at: { kind: 'timestamp', sample: 1764000000 },
        },
      },
    },
  })
  const { json: event } = await createEvent({ idempotencyKey: 'k' })
  const { json: other } = await createEvent()
  expect(event).toMatchObject({
    object: { is: ['event', null] },
    again: event.id,
    token: expect.stringMatching(/^tok_[\da-f]{16}$/) as string,
    self: `https://a.example/v1/events/${event.id}?type=order.paid`,
  })
  expect(other).not.toMatchObject({ token: (event as unknown as { token: string }).token })
  expect((await createEvent({ idempotencyKey: 'k' })).json).toEqual(event)
  expect((await call('GET', `/v1/events/${event.id}`)).json).toEqual(event)
  expect(await list('/v1/events')).toEqual([other, event])

  const { secret, ...webhook } = (await createWebhook()).json
  expect(webhook).toMatchObject({
    self: `/v1/webhooks/${webhook.id}`,
    at: Date.parse(webhook.created) / 1_000,
  })
  expect(secret).toMatch(/^whsec_/)
  expect(await list('/v1/webhooks')).toEqual([webhook])
})

test('lists, refusals and deletions have further fields of their own', async () => {
  const { call, createEvent, createWebhook } = createHarness({
    dialect: {
      extras: {
        list: { object: { constant: 'list' }, total: { copy: 'count' }, more: { copy: 'hasMore' } },
        error: {
          requestId: { kind: 'id', sample: 'req_12345678' },
          'error.type': { copy: 'code' },
          status: { copy: 'status' },
        },
        deletion: { object: { template: 'webhook {id}' } },
      },
    },
  })
  await createEvent()
  await createEvent()
  expect((await call('GET', '/v1/events?limit=1')).json).toMatchObject({
    object: 'list',
    total: 1,
    more: true,
  })
  expect((await call('GET', '/v1/webhooks')).json).toMatchObject({ object: 'list', total: 0, more: false })
  const refusals = [await call('GET', '/v1/nothing'), await call('GET', '/v1/nothing')]
  expect(refusals[0]!.json).toEqual({
    error: { code: 'not_found', message: expect.any(String) as string, type: 'not_found' },
    requestId: expect.stringMatching(/^req_\d{8}$/) as string,
    status: 404,
  })
  expect(refusals[1]!.json).not.toEqual(refusals[0]!.json)
  const { id } = await createWebhook()
  expect((await call('DELETE', `/v1/webhooks/${id}`)).json).toEqual({
    id,
    deleted: true,
    object: `webhook ${id}`,
  })
})

test('headers are those of every answer and those of its subject', async () => {
  const { call, createEvent, createWebhook } = createHarness({
    dialect: {
      headers: {
        every: {
          'X-Request-Id': { kind: 'id', sample: '0f8fad5b-d9cb-469f-a165-70867728950e' },
          'content-type': { constant: 'application/json; charset=utf-8' },
          'x-of': { constant: 'every' },
        },
        event: { location: { template: '/v1/events/{id}' }, 'x-of': { constant: 'event' } },
        webhook: { 'x-url': { copy: 'url' } },
        list: { 'x-total': { copy: 'count' }, 'x-next': { copy: 'nextCursor' } },
        error: { 'x-code': { copy: 'code' } },
        deletion: { 'x-gone': { copy: 'id' } },
      },
      errors: { unknownPath: { body: 'text', message: 'no' } },
    },
  })
  const event = await createEvent()
  expect(Object.fromEntries(event.headers)).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/) as string,
    'content-type': 'application/json; charset=utf-8',
    location: `/v1/events/${event.json.id}`,
    'x-of': 'event',
  })
  const page = await call('GET', '/v1/events')
  expect(page.headers.get('x-request-id')).not.toBe(event.headers.get('x-request-id'))
  expect([page.headers.get('x-total'), page.headers.get('x-next'), page.headers.get('x-of')]).toEqual([
    '1',
    null,
    'every',
  ])
  const { id, headers } = await createWebhook({ url: 'https://shop.example/ä' })
  expect(headers.get('x-url')).toBe('https://shop.example/%C3%A4')
  expect((await call('DELETE', `/v1/webhooks/${id}`)).headers.get('x-gone')).toBe(id)
  expect((await call('GET', '/v1/events', { key: null })).headers.get('x-code')).toBe('unauthorized')
})

test('a content type of every answer is that of JSON alone', async () => {
  const { ask } = createHarness({
    dialect: {
      headers: { every: { 'content-type': { constant: 'application/json; charset=utf-8' } } },
      errors: { unknownPath: { body: 'text' } },
    },
  })
  const headers = { authorization: `Bearer ${key}` }
  const text = await ask('GET', '/v1/nothing', { key: null, headers })
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('a page of another origin may read the further headers', async () => {
  const { call } = createHarness({ dialect: { headers: { list: { 'x-total': { copy: 'count' } } } } })
  const { headers } = await call('GET', '/v1/events', { headers: { origin: 'https://app.example' } })
  expect(headers.get('access-control-expose-headers')).toMatch(/(^|, )x-total(,|$)/)
})

const now = Date.UTC(2026, 10, 21, 3, 4, 5, 678)
const chance = (seed: number) => ({ random: createSeededRandom(seed), now })

test.each([
  ['2020-01-01T00:00:00Z', '2026-11-21T03:04:05Z'],
  ['2020-01-01T00:00:00.123456+00:00', '2026-11-21T03:04:05.678000+00:00'],
  ['2020-01-01 00:00:00.1', '2026-11-21 03:04:05.6'],
  ['Wed, 01 Jan 2020 00:00:00 GMT', 'Sat, 21 Nov 2026 03:04:05 GMT'],
  ['1577836800', '1795230245'],
  [1577836800, 1795230245],
  [1577836800000, 1795230245678],
])('a time like %s is %s', (sample, written) => {
  expect(formatLike(sample, now)).toBe(written)
})

test('a value has the shape of its sample, whatever the chance', () => {
  const shapes = [
    ['id', 'req_9f86d081884c7d65', /^req_[\da-f]{16}$/],
    ['id', '01JD3Q8X5AZ7V0M2', /^[\dA-Z]{16}$/],
    ['id', '0f8fad5b-d9cb-469f-a165-70867728950e', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
    ['id', 'in-prod_abA1', /^in-prod_[a-z]{2}[A-Z]\d$/],
    ['url', 'https://a.example/v1/things/123456?x=y', /^https:\/\/a\.example\/v1\/things\/[1-9]\d{5}\?x=y$/],
    ['text', 'Ab1, c', /^[A-Z][a-z]\d, [a-z]$/],
    ['number', '42', /^[1-9]\d$/],
  ] as const
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
      for (const [kind, sample, shape] of shapes)
        expect(likeSample({ kind, sample }, chance(seed))).toMatch(shape)
      expect(String(likeSample({ kind: 'number', sample: -12.25 }, chance(seed)))).toMatch(
        /^-\d\d?(\.\d{1,2})?$/,
      )
      expect(likeSample({ kind: 'number', sample: 1764000000 }, chance(seed))).toBe(Math.floor(now / 1_000))
    }),
  )
})

test.each([
  ['https://shop.example/hooks', 'https://shop.example/hooks?type=order.paid&from=a+b'],
  ['https://shop.example/hooks?a=%20', 'https://shop.example/hooks?a=%20&type=order.paid&from=a+b'],
])('parameters of the dialect follow those of the URL %s', async (url, expected) => {
  const { clock, createEvent, createWebhook, received } = createHarness({
    dialect: { extras: { delivery: { type: { copy: 'type' }, from: { constant: 'a b' } } } },
  })
  await createWebhook({ url })
  await createEvent()
  await clock.advance(0)
  expect(received.map((one) => one.url)).toEqual([expected])
})
