import { expect, test } from 'vitest'
import { validateError } from '../../generated/response-validators'
import { examples } from '../../generated/examples'
import { createHarness } from '../support/backend'
import { invalid, refusedBodies, said, type Refusal } from './refused-bodies'

const list = { method: 'GET', ...invalid }

const refusedAddresses: readonly Refusal[] = [
  ...['1e2', '%2B5', '5.0', '0x10', '%D9%A5', '', '5&limit=5'].map((limit) => ({
    name: `limit ${limit}`,
    ...list,
    path: `/v1/events?limit=${limit}`,
    param: 'limit',
  })),
  {
    name: 'limit 101',
    ...list,
    path: '/v1/events?limit=101',
    param: 'limit',
    message: said('limitTooLarge'),
  },
  { name: 'limit twice', ...list, path: '/v1/events?limit=2&limit=2', param: 'limit' },
  { name: 'cursor twice', ...list, path: '/v1/webhooks?cursor=a&limit=1&cursor=a', param: 'cursor' },
  { name: 'limit 0', ...list, path: '/v1/events?limit=0', param: 'limit' },
  { name: 'limit -1', ...list, path: '/v1/events?limit=-1', param: 'limit' },
  { name: 'limit 1.5', ...list, path: '/v1/webhooks?limit=1.5', param: 'limit' },
  { name: 'limit empty', ...list, path: '/v1/events?limit=', param: 'limit' },
  {
    name: 'cursor none',
    ...list,
    path: '/v1/events?cursor=cur_x',
    param: 'cursor',
    message: said('unknownCursor'),
  },
  { name: 'cursor empty', ...list, path: '/v1/events?cursor=', param: 'cursor' },
  { name: 'cursor broken', ...list, path: '/v1/webhooks?cursor=%00%ff', param: 'cursor' },
  {
    name: 'cursor of the other mode',
    ...list,
    path: `/v1/events?cursor=cur_${btoa('events.test.1')}`,
    param: 'cursor',
  },
  {
    name: 'cursor of another list',
    ...list,
    path: `/v1/webhooks?cursor=cur_${btoa('events.live.1')}`,
    param: 'cursor',
  },
  {
    name: 'no event',
    method: 'GET',
    path: '/v1/events/evt_no',
    status: 404,
    code: 'not_found',
    message: said('unknownEvent'),
  },
  { name: 'broken id', method: 'GET', path: '/v1/events/%E0%A4%A', status: 404, code: 'not_found' },
  {
    name: 'no webhook',
    method: 'DELETE',
    path: '/v1/webhooks/wh_no',
    status: 404,
    code: 'not_found',
    message: said('unknownWebhook'),
  },
  { name: 'no path', method: 'GET', path: '/v1/nothing', status: 404, code: 'not_found' },
  { name: 'no version', method: 'GET', path: '/v2/events', status: 404, code: 'not_found' },
  { name: 'trailing slash', method: 'GET', path: '/v1/events/', status: 404, code: 'not_found' },
  { name: 'no method', method: 'PATCH', path: '/v1/events', status: 405, code: 'method_not_allowed' },
]

test.each([...refusedBodies, ...refusedAddresses])(
  '$name is refused with $status',
  async ({ method, path, request, status, code, param, message }) => {
    const { call } = createHarness()
    const told = await call(method, path, request)
    expect(told).toMatchObject({ status, json: { error: { code } } })
    expect(validateError(told.json)).toBe(true)
    expect(told.json.error.param).toBe(param)
    if (message) expect(told.json.error.message).toMatch(message)
    expect(told.headers.get('content-type')).toBe('application/json')
  },
)

const operations = [
  ['POST', '/v1/events'],
  ['GET', '/v1/events'],
  ['GET', '/v1/events/evt_1'],
  ['POST', '/v1/webhooks'],
  ['GET', '/v1/webhooks'],
  ['DELETE', '/v1/webhooks/wh_1'],
  ['POST', '/v1/keys'],
] as const

test.each(operations)('%s %s wants a valid key before it looks at anything else', async (method, path) => {
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

test('another scheme than Bearer is told which one is wanted', async () => {
  const { call } = createHarness()
  const told = await call('GET', '/v1/events', { headers: { authorization: 'Basic c2s6' } })
  expect(told).toMatchObject({ status: 401, json: examples.missingKey })
})

test('the scheme of the Authorization header has no letter case', async () => {
  const { call } = createHarness()
  const told = await call('GET', '/v1/events', {
    key: null,
    headers: { authorization: 'bEARER sk_live_mock' },
  })
  expect(told.status).toBe(200)
})

test('405 names the methods that the path has', async () => {
  const { call } = createHarness()
  const told = await call('DELETE', '/v1/events')
  expect(told.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
})

test('a failure within is a 500 that tells nothing of it, and is logged', async () => {
  const logged: unknown[] = []
  const broken = createHarness({
    logger: { error: (_line, cause) => logged.push(cause) },
    ids: (kind) => {
      if (kind === 'evt') throw new Error('out of ids')
      return `${kind}_1`
    },
  })
  const told = await broken.createEvent()
  expect(told).toMatchObject({ status: 500, json: examples.internalError })
  expect(logged).toEqual([new Error('out of ids')])
})
