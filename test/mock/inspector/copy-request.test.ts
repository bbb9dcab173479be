import { expect, test } from 'vitest'
import { defaultDialect, type RequestEntry } from '@event-delivery/mock'
import { createHarness, type CallOptions, type Harness } from '../../support/backend'
import { formOf, lastRequest, runProgram } from './copied-programs'

const context = { baseUrl: 'http://localhost', dialect: defaultDialect }
const secretKey = 'sk_live_9fQ2secret'

const toBackend =
  ({ backend }: Harness): typeof fetch =>
  (input, init) =>
    backend.fetch(new Request(input, init))

/** The parts of a request that a copy repeats. */
const sentParts = ({ method, path, headers, body, status }: RequestEntry) => ({
  method,
  path,
  body,
  status,
  headers: Object.fromEntries(
    ['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-odd'].map((name) => [
      name,
      headers[name],
    ]),
  ),
})

const cases: [name: string, method: string, path: string, options: CallOptions][] = [
  ['an event', 'POST', '/v1/events', { body: { type: 'order.paid', data: { order: 1042 } } }],
  [
    'an odd payload',
    'POST',
    '/v1/events',
    { text: '{"type":"a`${b}\'\\"\\u202e","data":{"__proto__":1.0}}' },
  ],
  [
    'digits beyond a double',
    'POST',
    '/v1/events',
    { text: '{ "type": "a", "data": {"n": 12345678901234567890} }' },
  ],
  ['a body that is no JSON', 'POST', '/v1/events', { text: "{type: 'order.paid'}" }],
  ['an unknown key', 'GET', '/v1/events?limit=3', { key: 'sk_live_unknown123' }],
  ['a secret key', 'GET', '/v1/events', { key: secretKey }],
  ['no key', 'GET', '/v1/events', { key: null }],
  ['odd headers', 'DELETE', '/v1/webhooks/wh_1', { headers: { prefer: 'code=503', 'x-odd': "it's `${1}`" } }],
]

test.each(cases)('fetch sends %s again', async (_name, method, path, options) => {
  const harness = createHarness({ keys: [{ key: 'sk_live_mock' }, { key: secretKey }] })
  await harness.call(method, path, options)
  const entry = await lastRequest(harness)
  const { text = '' } = formOf('fetch', entry, context)
  expect(text).not.toContain('9fQ2')
  const key = options.key ?? ''
  await runProgram(text, toBackend(harness), { EVENT_DELIVERY_API_KEY: key })
  const again = await lastRequest(harness)
  expect(again.number).toBe(entry.number + 1)
  expect(sentParts(again)).toEqual(sentParts(entry))
})

const sdkCases: [name: string, method: string, path: string, options: CallOptions][] = [
  ['an event with its key', 'POST', '/v1/events', { body: { type: 'a', data: {}, idempotencyKey: 'one' } }],
  [
    'an event',
    'POST',
    '/v1/events',
    { body: { type: 'a', data: { b: [1] } }, headers: { 'idempotency-key': 'two' } },
  ],
  ['a list', 'GET', '/v1/events?limit=3', {}],
  ['a list of webhooks', 'GET', '/v1/webhooks', {}],
  ['a retrieval', 'GET', '/v1/events/evt_12', {}],
  [
    'a webhook',
    'POST',
    '/v1/webhooks',
    { body: { url: 'https://shop.example', events: ['*'], description: 'x' } },
  ],
  ['a deletion', 'DELETE', '/v1/webhooks/wh_1', { headers: { 'x-odd': 'kept' } }],
  [
    'a key',
    'POST',
    '/v1/keys',
    { body: { name: 'n', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' } },
  ],
]

test.each(sdkCases)('the SDK makes %s again', async (_name, method, path, options) => {
  const harness = createHarness()
  await harness.call(method, path, options)
  const entry = await lastRequest(harness)
  const { text = '', reason } = formOf('SDK call', entry, context)
  expect(reason).toBeUndefined()
  // A deletion and a retrieval of what is not there are refused again.
  await runProgram(text, toBackend(harness)).catch(() => {})
  const again = await lastRequest(harness)
  expect(again).toMatchObject({ number: entry.number + 1, method, path, status: entry.status })
  expect(JSON.parse(again.body ?? '{}')).toMatchObject(JSON.parse(entry.body ?? '{}') as object)
  expect(again.headers['x-odd']).toBe(entry.headers['x-odd'])
  const given = entry.headers['idempotency-key']
  if (given !== undefined) expect(again.headers['idempotency-key']).toBe(given)
})

test('the place of the idempotency key follows the dialect', async () => {
  const idempotency = { in: 'body', name: 'dedupe' } as const
  const harness = createHarness({ dialect: { idempotency } })
  await harness.call('POST', '/v1/events', { body: { type: 'a', data: {}, dedupe: 'k-1' } })
  const { text = '' } = formOf('SDK call', await lastRequest(harness), {
    ...context,
    dialect: { ...defaultDialect, idempotency },
  })
  expect(text).toContain("{ idempotencyKey: 'k-1' }")
  await runProgram(text, toBackend(harness))
  expect(JSON.parse((await lastRequest(harness)).body ?? '')).toEqual({ type: 'a', data: {}, dedupe: 'k-1' })
})

test.each<[name: string, path: string, options: CallOptions, reason: RegExp]>([
  ['without a type', '/v1/events', { body: { data: {} } }, /no event without type/],
  ['with a stray field', '/v1/events', { body: { type: 'a', data: {}, typ: 1 } }, /no field typ/],
  ['with digits beyond a double', '/v1/events', { text: '{"type":"a","data":[0.1e999]}' }, /otherwise/],
  ['without https', '/v1/webhooks', { body: { url: 'http://a.example', events: ['*'] } }, /https/],
  ['without a key', '/v1/events', { body: { type: 'a', data: {} }, key: null }, /API key/],
  ['to nowhere', '/v1/nothing', { body: {} }, /no call for POST \/v1\/nothing/],
])('a request %s has no call of the SDK, and the reason says why', async (_name, path, options, reason) => {
  const harness = createHarness()
  await harness.call('POST', path, options)
  expect(formOf('SDK call', await lastRequest(harness), context).reason).toMatch(reason)
})

test('a request whose body the journal cut off is not copied in part', async () => {
  const harness = createHarness()
  await harness.createEvent({ data: { long: 'x'.repeat(20_000) } })
  const entry = await lastRequest(harness)
  for (const id of ['curl', 'fetch', 'SDK call']) {
    expect(formOf(id, entry, context).reason, id).toBe(
      'The journal does not hold the whole body of the request.',
    )
  }
})

test('an id that the SDK refuses has no call of it', async () => {
  const harness = createHarness()
  await harness.call('DELETE', '/v1/webhooks/a%2Fb')
  expect(formOf('SDK call', await lastRequest(harness), context).reason).toMatch(/takes no id/)
})
