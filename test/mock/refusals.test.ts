import { expect, test } from 'vitest'
import { createClock, createMemoryStore, createSeededRandom, resolveDialect } from '@event-delivery/mock'
import { readWebhook } from '../../mock/operations/read-webhook'
import { settingsOf } from '../../mock/settings/settings-of'
import { validateError } from '../../generated/response-validators'
import { examples } from '../../generated/examples'
import { operations } from '../../generated/operations'
import { createHarness } from '../support/backend'
import { messageOf, refusedBodies, type RefusedRequest } from './refused-bodies'

type Details = Partial<Pick<RefusedRequest, 'param' | 'message' | 'method'>>

const refused =
  (status: number, code: string) =>
  (name: string, path: string, details: Details = {}): RefusedRequest => ({
    ...{ name, method: 'GET', path, status, code, ...details },
  })

const invalid = refused(400, 'invalid_request')
const notFound = refused(404, 'not_found')
const limit = { param: 'limit' }
const cursor = { param: 'cursor' }

const refusedAddresses: readonly RefusedRequest[] = [
  ...['1e2', '%2B5', '5.0', '0x10', '%D9%A5', '', '5&limit=5', '0', '-1', '2&limit=2'].map((written) =>
    invalid(`limit ${written}`, `/v1/events?limit=${written}`, limit),
  ),
  invalid('limit 101', '/v1/events?limit=101', { ...limit, message: messageOf('limitTooLarge') }),
  invalid('limit 1.5', '/v1/webhooks?limit=1.5', limit),
  invalid('cursor none', '/v1/events?cursor=cur_x', { ...cursor, message: messageOf('unknownCursor') }),
  invalid('cursor twice', '/v1/webhooks?cursor=a&limit=1&cursor=a', cursor),
  invalid('cursor empty', '/v1/events?cursor=', cursor),
  invalid('cursor broken', '/v1/webhooks?cursor=%00%ff', cursor),
  invalid('cursor of the other mode', `/v1/events?cursor=cur_${btoa('events.test.1')}`, cursor),
  invalid('cursor of another list', `/v1/webhooks?cursor=cur_${btoa('events.live.1')}`, cursor),
  notFound('no event', '/v1/events/evt_no', { message: messageOf('unknownEvent') }),
  notFound('broken id', '/v1/events/%E0%A4%A'),
  notFound('no webhook', '/v1/webhooks/wh_no', { method: 'DELETE', message: messageOf('unknownWebhook') }),
  notFound('no path', '/v1/nothing'),
  notFound('no version', '/v2/events'),
  notFound('trailing slash', '/v1/events/'),
  refused(405, 'method_not_allowed')('no method', '/v1/events', { method: 'PATCH' }),
]

test.each([...refusedBodies, ...refusedAddresses])(
  '$name is refused with $status',
  async ({ method, path, request, status, code, param, message }) => {
    const { call } = createHarness()
    const reply = await call(method, path, request)
    expect(reply).toMatchObject({ status, json: { error: { code } } })
    expect(validateError(reply.json)).toBe(true)
    expect(reply.json.error.param).toBe(param)
    if (message) expect(reply.json.error.message).toMatch(message)
    expect(reply.headers.get('content-type')).toBe('application/json')
  },
)

const requests = Object.values(operations).map(
  ({ method, path }) => [method, path.replace('{id}', 'evt_1')] as const,
)

test.each(requests)('%s %s wants a valid key before it looks at anything else', async (method, path) => {
  const { call } = createHarness()
  const bad = method === 'POST' ? { text: '{' } : {}
  const missing = await call(method, path, { ...bad, key: null })
  expect(missing).toMatchObject({ status: 401, json: examples.missingKey })
  expect(missing.headers.get('www-authenticate')).toBe('Bearer')
  for (const key of ['sk_live_no', 'sk_live_mock x', '']) {
    const invalid = await call(method, path, { ...bad, key })
    expect(invalid).toMatchObject({ status: 401, json: examples.invalidKey })
    expect(invalid.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
  const basic = await call(method, path, { ...bad, key: null, headers: { authorization: 'Basic abc' } })
  expect(basic.status).toBe(401)
  const expired = await call(method, path, { ...bad, key: 'sk_live_expired_mock' })
  expect(expired).toMatchObject({ status: 401, json: examples.expiredKey })
})

test('another scheme than Bearer is refused as a missing key', async () => {
  const { call } = createHarness()
  const reply = await call('GET', '/v1/events', { headers: { authorization: 'Basic c2s6' } })
  expect(reply).toMatchObject({ status: 401, json: examples.missingKey })
})

test('the scheme of the Authorization header has no letter case', async () => {
  const { call } = createHarness()
  const reply = await call('GET', '/v1/events', {
    key: null,
    headers: { authorization: 'bEARER sk_live_mock' },
  })
  expect(reply.status).toBe(200)
})

test('405 names the methods that the path has', async () => {
  const { call } = createHarness()
  const reply = await call('DELETE', '/v1/events')
  expect(reply.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
})

test('an internal failure is logged, and its 500 reveals nothing', async () => {
  const logged: unknown[] = []
  const broken = createHarness({
    logger: { error: (_line, cause) => logged.push(cause) },
    ids: (kind) => {
      if (kind === 'evt') throw new Error('out of ids')
      return `${kind}_1`
    },
  })
  const reply = await broken.createEvent()
  expect(reply).toMatchObject({ status: 500, json: examples.internalError })
  expect(logged).toEqual([new Error('out of ids')])
})

test('a URL with letters beyond ASCII is taken, however many were judged before it', async () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const random = createSeededRandom(1)
  const settings = settingsOf({}, { dialect: resolveDialect(), clock: createClock(), random })
  const state = { store: createMemoryStore() }
  const judge = (url: string) => {
    const read = () => Promise.resolve(Buffer.from(JSON.stringify({ url, events: ['*'] })))
    return readWebhook({ headers, read, mode: 'live' }, settings, state)
  }
  // The engine compiles what is called often, and has compiled a URL parser that lost such letters.
  for (let count = 0; count < 8_000; count += 1) await judge('https://nowhere.invalid/hooks')
  expect(await judge('https://größe.example/hooks')).toMatchObject({ events: ['*'] })
})

test('a refusal repeats no more of a name of 200 kB than its beginning', async () => {
  const { call, control } = createHarness({
    dialect: { unknownFields: 'reject', unknownParameters: 'reject' },
  })
  const name = 'z'.repeat(200_000)
  const replies = [
    await call('POST', '/v1/events', { body: { type: 'order.paid', data: {}, [name]: 1 } }),
    await call('GET', `/v1/events?${name}=1`),
    await call('GET', '/v1/events', { headers: { prefer: `example=${name}` } }),
    await control(`GET /journal?${name}=1`),
    await control('POST /faults', { [name]: 1 }),
    await control('PUT /dialect', { [name]: 1 }),
  ]
  for (const { status, json } of replies) {
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { message: expect.stringMatching(/z{50}/) as string } })
    expect(JSON.stringify(json).length).toBeLessThan(5_000)
  }
})
