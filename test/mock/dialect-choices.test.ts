import { expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import { createHarness, type CallOptions, type Harness, type Page, type Reply } from '../support/backend'

type Choice = [dialect: Dialect, ask: (harness: Harness) => Promise<unknown>, answer: unknown]

/** What comes of the creation of an event or of a webhook: the status, and the field of a refusal. */
const outcome = ({ status, json }: Reply) =>
  json.error ? `${status} ${json.error.param ?? json.error.code}` : status
const event =
  (body: object = {}, request?: CallOptions) =>
  async ({ createEvent }: Harness) =>
    outcome(await createEvent(body, request))
const webhook =
  (body: object, request?: CallOptions) =>
  async ({ createWebhook }: Harness) =>
    outcome(await createWebhook(body, request))

const smallest = '{"type":"a","data":{}}'
const create =
  (text: string) =>
  async ({ call }: Harness) =>
    outcome(await call('POST', '/v1/events', { text }))
const describing = async ({ createWebhook }: Harness): Promise<unknown> =>
  Reflect.get((await createWebhook()).json, 'description')

const once = { idempotencyKey: 'k' }
const header = (name: string, value: string) => ({ headers: { [name]: value } })
const letters = (count: number) => '😊'.repeat(count)

/** Creates so many events, and returns the size of the page that a query gets. */
const sizeOf = (query: string, events: number) => async (harness: Harness) => {
  for (let count = 0; count < events; count++) await harness.createEvent()
  return (await harness.list(`/v1/events${query}`)).length
}

/** Sends a request twice, with the same key in place of choice, and says whether it made one event. */
const isReplayed =
  (body: object, headers: Record<string, string> = {}) =>
  async (harness: Harness) => {
    const [first, second] = [
      await harness.createEvent(body, { headers }),
      await harness.createEvent(body, { headers }),
    ]
    return [first.status, first.json.id === second.json.id]
  }

/** The types, of those that are like `order.*`, of which a webhook for that type gets events. */
const meantBy = (pattern: string) => async (harness: Harness) => {
  await harness.createWebhook({ events: [pattern] })
  const types = ['order.*', 'order', 'orders', 'order.paid', 'order.paid.late', 'my.order.paid']
  for (const type of types) await harness.deliver({ type })
  return harness.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
}

/** The URLs, of a webhook of each mode, that get an event of a test key. */
const reachedByTestKeys = async (harness: Harness) => {
  const test = { key: 'sk_test_mock' }
  await harness.createWebhook({ url: 'https://shop.example/live' })
  await harness.createWebhook({ url: 'https://shop.example/test' }, test)
  await harness.deliver({}, test)
  return harness.received.map(({ url }) => url)
}

const inHeader: Dialect = { idempotency: { in: 'header', name: 'X-Once' } }
const inBody: Dialect = { idempotency: { in: 'body', name: 'once' }, unknownFields: 'reject' }
const ownCodes: Dialect = {
  missingScopeStatus: 401,
  expiredKeyStatus: 403,
  errorCodes: { 401: 'a', 403: 'b', 500: 'd' },
}
const any: Dialect = { emptyOrMixedEvents: 'accept', nonObjectData: 'accept', emptyType: 'accept' }
const short: Dialect = { maxTypeLength: 300, maxDescriptionLength: 3 }

const choices: Choice[] = [
  [{ createEventStatus: 202 }, event(), 202],
  [{ maxPayloadBytes: smallest.length }, create(smallest), 201],
  [{ maxPayloadBytes: smallest.length - 1 }, create(smallest), '413 payload_too_large'],
  [{ omittedDescription: 'empty' }, describing, ''],
  [{ omittedDescription: 'null' }, describing, null],
  [{}, event({}, header('idempotency-key', '')), '400 Idempotency-Key'],
  [{ emptyIdempotencyKey: 'ignore' }, isReplayed({ idempotencyKey: '' }), [201, false]],
  [{ emptyIdempotencyKey: 'ignore' }, isReplayed({}, { 'idempotency-key': '' }), [201, false]],
  [inHeader, isReplayed({}, { 'x-once': 'k' }), [201, true]],
  [inHeader, isReplayed(once, { 'idempotency-key': 'k' }), [201, false]],
  [inHeader, event({ idempotencyKey: 7 }), 201],
  [inBody, isReplayed({ once: 'k' }), [201, true]],
  [inBody, isReplayed({ once: 'k' }, { 'idempotency-key': 'other' }), [201, true]],
  [inBody, event(once), '400 idempotencyKey'],
  [inBody, event({ once: 7 }), '400 once'],
  [{ contentTypes: 'any' }, event({}, header('content-type', 'text/plain')), 201],
  [{ invalidCursor: 'first-page' }, sizeOf('?cursor=none', 2), 2],
  [{ invalidCursor: 'empty-page' }, sizeOf('?cursor=none', 2), 0],
  [{ defaultPageSize: 2 }, sizeOf('', 3), 2],
  [{ overMaxLimit: 'default', defaultPageSize: 2 }, sizeOf('?limit=101', 3), 2],
  [{ overMaxLimit: 'clamp' }, sizeOf('?limit=1000', 101), 100],
  ...['0', '-7', 'many', '1.5'].flatMap((limit): Choice[] => [
    [{ invalidLimit: 'default', defaultPageSize: 3 }, sizeOf(`?limit=${limit}`, 5), 3],
    [{ invalidLimit: 'clamp', defaultPageSize: 3 }, sizeOf(`?limit=${limit}`, 5), limit === 'many' ? 3 : 1],
  ]),
  [{ testWebhooks: 'reject' }, webhook({}, { key: 'sk_test_mock' }), '403 insufficient_scope'],
  [{ testWebhooks: 'reject' }, webhook({}), 201],
  [{}, event({ type: 'a'.repeat(257) }), '400 type'],
  [{}, event({ extra: 1 }), 201],
  [short, event({ type: letters(300) }), 201],
  [short, event({ type: letters(301) }), '400 type'],
  [short, webhook({ description: letters(3) }), 201],
  [short, webhook({ description: letters(4) }), '400 description'],
  [{ maxTypeLength: null }, event({ type: 'a'.repeat(10_000) }), 201],
  [any, event({ type: '' }), 201],
  [any, event({ data: undefined }), '400 data'],
  [any, webhook({ events: ['a', 'a'] }), 201],
  [any, webhook({ events: [7] }), '400 events'],
  [{}, reachedByTestKeys, []],
  [{ testDeliveries: 'test-webhooks' }, reachedByTestKeys, ['https://shop.example/test']],
  [{}, meantBy('order.*'), ['order.*']],
  [{ typePatterns: 'segment' }, meantBy('order.*'), ['order.*', 'order.paid']],
  [{ typePatterns: 'prefix' }, meantBy('order.*'), ['order.*', 'order.paid', 'order.paid.late']],
  [{ typePatterns: 'prefix' }, meantBy('*.paid'), []],
  [{ unknownFields: 'reject' }, event({ extra: 1 }), '400 extra'],
  [{ unknownFields: 'reject' }, webhook({ secret: 'a' }), '400 secret'],
  [{ unknownFields: 'reject' }, event(once), 201],
  [ownCodes, event({}, { key: 'sk_live_readonly_mock' }), '401 a'],
  [ownCodes, event({}, { key: 'sk_live_expired_mock' }), '403 b'],
  [ownCodes, event({}, { key: 'sk_live_no' }), '401 a'],
  [ownCodes, event({}, header('prefer', 'code=500')), '500 d'],
]

test.each(choices)('of the dialect %j the choice is seen', async (dialect, ask, answer) => {
  expect(await ask(createHarness({ dialect }))).toEqual(answer)
})

test.each([
  [
    'public',
    'localhost a.localhost hook.invalid 127.0.0.1 10.1.2.3 172.20.0.1 192.168.1.1 169.254.169.254',
    400,
  ],
  ['public', '100.64.0.1 [::1] [fd00::1] [::ffff:10.0.0.1] 2130706433', 400],
  ['public', 'shop.example 10.example 172.15.0.1 100.128.0.1 [2606:4700::1] fda.example', 201],
] as const)(
  'where webhooks are for %s hosts alone, each of %s is answered %i',
  async (webhookHosts, hosts, status) => {
    const { createWebhook } = createHarness({ dialect: { webhookHosts } })
    for (const host of hosts.split(' '))
      expect((await createWebhook({ url: `https://${host}/` })).status, host).toBe(status)
  },
)

test('any data is accepted where the dialect says so, and comes back as it was', async () => {
  const { createEvent } = createHarness({ dialect: { nonObjectData: 'accept' } })
  for (const data of [null, [], 'text', 0, true])
    expect(await createEvent({ data })).toMatchObject({ status: 201, json: { data } })
})

test('empty and mixed events are accepted where the dialect says so, and a webhook gets what it names', async () => {
  const { createWebhook, deliver, received } = createHarness({ dialect: { emptyOrMixedEvents: 'accept' } })
  expect((await createWebhook({ events: [] })).json).toMatchObject({ events: [] })
  for (const events of [
    ['a', 'a'],
    ['*', 'a', '*'],
  ])
    expect((await createWebhook({ events })).status).toBe(201)
  await deliver({ type: 'a' })
  expect(received).toHaveLength(2)
})

test.each([
  [{ name: 'X-Replay', value: '1' }, 'x-replay', '1'],
  [null, 'idempotency-replayed', null],
])('a replay is marked by %j, and has a status of its own', async (replayHeader, name, value) => {
  const { createEvent } = createHarness({ dialect: { replayHeader, replayEventStatus: 200 } })
  const replies = [await createEvent(once), await createEvent(once)]
  expect(replies.map(({ status, headers }) => [status, headers.get(name)])).toEqual([
    [201, null],
    [200, value],
  ])
})

test('a deletion has the status of the dialect, and the last page no cursor where the dialect has none', async () => {
  const dialect = { deleteWebhookStatus: 202, lastPageCursor: 'absent' } as const
  const { call, createWebhook } = createHarness({ dialect })
  expect((await call('DELETE', `/v1/webhooks/${(await createWebhook()).id}`)).status).toBe(202)
  expect((await call('GET', '/v1/webhooks')).json).toEqual({ data: [], hasMore: false })
})

test('operations are where they are stated to be, or nowhere', async () => {
  const operations = {
    retrieveEvent: 'GET /v1/log/{id}/full',
    listWebhooks: 'GET /v1/hooks:list',
    createKey: null,
  }
  const { call, createEvent } = createHarness({ dialect: { operations } })
  const { json } = await createEvent()
  expect((await call('GET', `/v1/log/${json.id}/full`)).json).toEqual(json)
  expect((await call('GET', `/v1/events/${json.id}`)).status).toBe(404)
  expect((await call('GET', '/v1/hooks:list')).status).toBe(200)
  expect((await call('GET', '/v1/webhooks')).status).toBe(405)
  expect((await call('POST', '/v1/keys', { body: {} })).status).toBe(404)
})

test('a refusal of the rate has the code of the dialect, and the time to wait a fraction', async () => {
  const dialect = { retryAfter: 'fractional-seconds', errorCodes: { 429: 'c' } } as const
  const { createEvent } = createHarness({ dialect, plan: 'enterprise:4' })
  let refused = await createEvent()
  while (refused.status === 201) refused = await createEvent()
  expect([refused.status, refused.headers.get('retry-after'), refused.json.error.code]).toEqual([
    429,
    '0.250',
    'c',
  ])
})

test('the list of webhooks differs from that of events where the dialect says so', async () => {
  const extras = { webhook: { object: { constant: 'webhook' } }, list: { object: { constant: 'list' } } }
  const own = {
    order: 'oldest-first',
    lastPageCursor: 'null',
    item: { hint: { constant: '•' } },
    list: {},
  } as const
  const { call, createEvent, createWebhook } = createHarness({
    dialect: { lastPageCursor: 'present', extras, webhookList: own },
  })
  const first = await createWebhook()
  await createWebhook()
  await createEvent()
  expect(first.json).toMatchObject({ object: 'webhook' })
  const events = await call('GET', '/v1/events')
  expect(events.json).toMatchObject({ object: 'list', nextCursor: expect.stringMatching(/^cur_/) as string })
  const { data, ...envelope } = (await call<Page<object>>('GET', '/v1/webhooks')).json
  expect(envelope).toEqual({ hasMore: false, nextCursor: null })
  expect(data[0]).toMatchObject({ id: first.id, hint: '•' })
  expect(data[0]).not.toHaveProperty('object')
})

test('an empty object leaves the list of webhooks like that of events', async () => {
  const extras = { webhook: { object: { constant: 'webhook' } } }
  const { call, createWebhook } = createHarness({ dialect: { lastPageCursor: 'absent', extras } })
  await createWebhook()
  const { data, ...envelope } = (await call<Page<object>>('GET', '/v1/webhooks')).json
  expect(envelope).toEqual({ hasMore: false })
  expect(data[0]).toMatchObject({ object: 'webhook' })
})
