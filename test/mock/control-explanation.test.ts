import { expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import { rules, openQuestions } from '../../generated/rules'
import { situationSamples } from '../../generated/situation-samples'
import { createHarness, type CallOptions, type Harness } from '../support/backend'

/** A refusal as `GET /__mock/journal/:number/explanation` tells it. */
interface Explanation {
  code: string
  rule?: { id: string; kind: string; text: string }
  near?: { field?: string; sent?: string; right?: string; hint: string }
  pointer: string
  link: string
}

async function explanation({ control, journal }: Harness): Promise<Explanation> {
  const { number } = (await journal<{ number: number; refusal?: object }>())
    .filter(({ refusal }) => refusal)
    .at(-1)!
  return (await control<Explanation>(`GET /journal/${number}/explanation`)).json
}

type Ask = [method: string, path: string, options?: CallOptions]
type Near = Partial<NonNullable<Explanation['near']>>
const event = (body: unknown): Ask => ['POST', '/v1/events', { body }]
const good = { url: 'https://shop.example/hooks', events: ['*'] }
const hook = (more: object): Ask => ['POST', '/v1/webhooks', { body: { ...good, ...more } }]
const get = (path: string, options?: CallOptions): Ask => ['GET', path, options]
const withKey = (key: string) => get('/v1/events', { key })
const json = { 'content-type': 'application/json' }
const undeclared = { text: '{}', headers: { 'content-type': 'text/plain' } }
const readOnly = { key: 'sk_live_readonly_mock', body: {} }
const strict = { unknownFields: 'reject' } as const
const tooLong = 'type has 260 characters, 4 more than the 256 that are permitted.'
const movable = 'The clock of this mock can be moved, and keys end by it.'
const scoped = { name: 'a', scopes: ['event:read'], expiresAt: '2030-01-01T00:00:00Z' }
const scopes = ['events:read']
const newKey = (more: object, key?: string): Ask => [
  'POST',
  '/v1/keys',
  { key, body: { ...scoped, ...more } },
]
const withHeader = (authorization: string) => get('/v1/events', { key: null, headers: { authorization } })
const written = JSON.stringify({ type: 'a', data: {} })
const declared: Ask = ['POST', '/v1/events', { text: written, headers: { ...json, 'content-length': '22' } }]
const tight = { maxPayloadBytes: 9 }

/** A request for each mistake that an explanation knows, with the rule that it breaks and what would have done. */
const refusals: [ask: Ask, rule: string, near: Near, more?: { dialect?: Dialect; link?: string }][] = [
  [event({ Type: 'a', data: {} }), 'EV-2', { field: 'type', sent: 'Type', right: 'type' }],
  [event({ type: 'a', payload: {} }), 'EV-6', { field: 'data', sent: 'payload', right: 'data' }],
  [event({ event: { type: 'a', data: {} } }), 'EV-2', { sent: 'event.type', right: 'type' }],
  [event({ type: 'a', data: '{"order":1}' }), 'OQ-21', { field: 'data', right: '{"order":1}' }],
  [event({ type: 5, data: {} }), 'EV-8', { right: '"5"' }],
  [event({ type: 'x'.repeat(260), data: {} }), 'OQ-32', { right: 'at most 256 characters', hint: tooLong }],
  [['POST', '/v1/events', { text: '{"type":"a",}' }], 'ER-3', { field: 'line 1, column 13' }],
  [event([1]), 'ER-3', { right: 'a JSON object' }],
  [event(written), 'ER-3', { right: written, hint: 'it was written twice' }],
  [event(5), 'ER-3', { hint: 'The body is a number, and has to be an object.' }],
  [['POST', '/v1/events', { text: 'null' }], 'ER-3', { sent: 'null', hint: 'The body is null' }],
  [['POST', '/v1/events', { text: '', headers: json }], 'ER-3', { right: '{"type": …, "data": …}' }],
  [event({}), 'EV-2', { hint: 'The body has no fields. Add type.' }],
  [event({ type: 'a', other: 1 }), 'EV-6', { hint: 'The body has type, other, and no data.' }],
  [event({ type: '', data: {} }), 'OQ-32', { right: 'order.paid' }],
  [event({ type: 'a', data: [1] }), 'OQ-21', { right: '{"items":[1]}' }],
  [event({ type: 'a', data: {}, idempotencyKey: '' }), 'OQ-01', { right: 'order-1042-paid' }],
  [declared, 'OQ-19', { sent: '22 bytes', hint: '9 bytes. It is 13 bytes too long.' }, { dialect: tight }],
  [['POST', '/v1/events', undeclared], 'OQ-34', { sent: 'text/plain', right: 'application/json' }],
  [
    event({ type: 'a', data: {}, idempotency_key: 'k' }),
    'OQ-22',
    {
      ...{ sent: 'idempotency_key', right: 'idempotencyKey' },
      hint: 'The fields are type, data, idempotencyKey. The nearest one is idempotencyKey.',
    },
    { dialect: strict },
  ],
  [
    hook({ url: 'http://a.example/' }),
    'WH-2',
    { right: 'https://a.example/' },
    { link: '#/webhooks/createwebhook' },
  ],
  [hook({ url: 'https://a.example/ hooks' }), 'ER-3', { right: 'https://a.example/hooks' }],
  [hook({ events: 'order.paid' }), 'ER-3', { right: '["order.paid"]' }],
  [hook({ events: ['*', 'a'] }), 'OQ-23', { right: '["*"]' }],
  [hook({ events: ['a', 'a'] }), 'OQ-23', { right: '["a"]', hint: 'Each type stands in events once.' }],
  [hook({ events: [] }), 'OQ-23', { right: '["*"]', hint: 'Name at least one type' }],
  [hook({ events: ['a', 5] }), 'ER-3', { sent: '5', right: '"5"', hint: 'An element of events is a number' }],
  [hook({ events: { a: 1 } }), 'ER-3', { hint: 'events is an object, and has to be an array of types.' }],
  [hook({ url: 5 }), 'ER-3', { sent: '5', hint: 'url is a number' }],
  [hook({ url: '//a.example/' }), 'ER-3', { right: 'https://a.example/', hint: 'A URL names scheme' }],
  [get('/shop'), 'OQ-27', { sent: '/shop', hint: 'Paths of the interface begin with /v1: ' }],
  [['POST', '/v1/event'], 'OQ-27', { right: 'POST /v1/events' }, { link: '#/events' }],
  [get('/webhooks'), 'OQ-27', { right: 'GET /v1/webhooks' }],
  [['PUT', '/v1/events'], 'OQ-27', { sent: 'PUT', right: 'GET or POST' }],
  [get('/v1/events?limit=250'), 'OQ-07', { field: 'limit', right: '100' }],
  [get('/v1/events?limit=2.5'), 'OQ-08', { right: '2' }],
  [get('/v1/events?limit=ten'), 'OQ-08', { right: '20' }],
  [get('/v1/events?limit=%20'), 'OQ-08', { right: '20' }],
  [get('/v1/events?limit=0'), 'OQ-08', { right: '1' }],
  [get('/v1/events?limit=1&limit=2'), 'OQ-08', { sent: '1 and 2', right: '1' }],
  [get('/v1/events?cursor=cur_1&cursor=cur_2'), 'OQ-08', { hint: 'The query names cursor more than once.' }],
  [get('/v1/events?cursor='), 'OQ-08', { sent: '', hint: 'leave cursor out' }],
  [get('/v1/events?cursor=cur_1'), 'OQ-08', { sent: 'cur_1', hint: 'A cursor counts for its own list' }],
  [get('/v1/events?cursor=evt_1'), 'OQ-08', { right: 'cur_...' }],
  [
    get('/v1/events', { key: null, headers: { 'x-api-key': 'k' } }),
    'AU-3',
    { hint: 'x-api-key is not read: ' },
  ],
  [withKey('sk_live_mokc'), 'AU-4', { hint: 'differs in 2 characters from the key "Live, full access"' }],
  [withKey('whsec_abc'), 'AU-4', { hint: 'This is the secret of a webhook' }],
  [withKey('sk_live_moc'), 'AU-4', { hint: 'differs in one character from' }],
  [withKey('sk_live_01234567'), 'AU-4', { hint: 'No key of this session is like it' }],
  [withKey('token-0123456789'), 'AU-4', { right: 'sk_live_... or sk_test_...' }],
  [withKey('sk_live_mock sk_live_mock'), 'AU-4', { hint: 'A key holds no spaces' }],
  [get('/v1/events', { key: null }), 'AU-3', { hint: 'The request has no Authorization header.' }],
  [withHeader('sk_live_mock'), 'AU-3', { hint: 'The word Bearer' }],
  [withHeader('Basic abc'), 'AU-3', { sent: 'Basic', hint: 'The scheme is Basic' }],
  [
    withKey('sk_live_expired_mock'),
    'AU-15',
    { hint: `expired 2516 days ago, at 2020-01-01T00:00:00.000Z. ${movable}` },
  ],
  [['POST', '/v1/events', readOnly], 'AU-12', { right: 'events:read, webhooks:read, events:write' }],
  [newKey({}), 'ER-3', { sent: 'event:read', right: 'events:read' }],
  [newKey({ scopes: 'events:read' }), 'ER-3', { right: '["events:read"]' }],
  [newKey({ scopes, expiresAt: 'soon' }), 'ER-3', { hint: 'A time is written as 2026-12-' }],
  [newKey({ scopes, expiresAt: '2020-01-01T00:00:00Z' }), 'ER-3', { hint: 'passed since 2516 days:' }],
  [newKey({}, readOnly.key), 'OQ-17', { right: 'full access', hint: 'may do so.' }],
]

test.each(refusals)(
  '%j is explained by its rule and by what would have done',
  async (ask, rule, { hint = '', ...exact }, { dialect, link } = {}) => {
    const harness = createHarness({ dialect })
    const reply = await harness.call(...ask)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    const shown = await explanation(harness)
    expect(shown.near).toMatchObject(exact)
    expect(shown.near!.hint).toContain(hint)
    expect(shown.rule).toMatchObject({ id: rule, text: expect.stringMatching(/[.?]$/) as string })
    expect(shown.code).toBe(reply.json.error.code)
    expect(shown.pointer).toMatch(/^openapi\.yaml#/)
    if (link !== undefined) expect(shown.link).toBe(`/__mock/docs${link}`)
  },
)

test('an id of the other mode, a deleted one and a mistyped one are told apart', async () => {
  const harness = createHarness()
  const { call, createEvent, createWebhook } = harness
  const { id } = await createWebhook()
  const { json } = await createEvent({}, { key: 'sk_test_mock' })
  const near = async (method: string, path: string) => {
    await call(method, path)
    return (await explanation(harness)).near
  }
  expect(await near('GET', `/v1/events/${json.id}`)).toMatchObject({
    right: 'a key that begins with sk_test_',
  })
  expect(await near('DELETE', `/v1/webhooks/${id.slice(0, -1)}`)).toMatchObject({ right: id })
  expect(await near('DELETE', `/v1/webhooks/${json.id}`)).toMatchObject({ right: 'wh_...' })
  await call('DELETE', `/v1/webhooks/${id}`)
  const hint = 'This webhook was deleted, as the journal shows.'
  expect(await near('DELETE', `/v1/webhooks/${id}`)).toMatchObject({ hint })
})

test('every situation of the rulebook names rules that exist', () => {
  const ids = new Set([...rules, ...openQuestions].map(({ id }) => id))
  for (const [name, { rules: broken }] of Object.entries(situationSamples)) {
    expect(broken.length, name).toBeGreaterThan(0)
    for (const { id } of broken) expect(ids).toContain(id)
  }
})

test('an explanation repeats no secret, and is there for refused requests alone', async () => {
  const harness = createHarness()
  const key = 'sk_live_0123456789abcdef'
  await harness.call('GET', '/v1/events', { key })
  await harness.createEvent({ type: { key } })
  expect(JSON.stringify(await explanation(harness))).not.toContain(key)
  await harness.call('GET', '/v1/events')
  const served = (await harness.journal()).at(-1)!.number
  for (const number of [served, 99, 'x'])
    expect((await harness.control(`GET /journal/${number}/explanation`)).status).toBe(404)
})
