import { expect, test } from 'vitest'
import { validateError } from '../../generated/response-validators'
import { examples } from '../../generated/examples'
import type { ExampleName } from '../../generated/operations'
import { createHarness, type CallOptions } from './harness'

interface Case {
  name: string
  method: string
  path: string
  request?: CallOptions
  status: number
  code: string
  param?: string
  message?: RegExp | string
}

const invalid = { status: 400, code: 'invalid_request' }
const event = { method: 'POST', path: '/v1/events', ...invalid }
const webhook = { method: 'POST', path: '/v1/webhooks', ...invalid }
const key = { method: 'POST', path: '/v1/keys', ...invalid }
const list = { method: 'GET', ...invalid }
const hook = { url: 'https://a.example', events: ['*'] }
const scoped = { name: 'a', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }
const json = { 'content-type': 'application/json' }
const said = (name: ExampleName) => (examples[name] as { error: { message: string } }).error.message

const cases: Case[] = [
  {
    name: 'type missing',
    ...event,
    request: { body: { data: {} } },
    param: 'type',
    message: said('missingType'),
  },
  { name: 'type and data missing', ...event, request: { body: {} }, param: 'type' },
  {
    name: 'data missing',
    ...event,
    request: { body: { type: 'a' } },
    param: 'data',
    message: said('missingData'),
  },
  { name: 'type a number', ...event, request: { body: { type: 5, data: {} } }, param: 'type' },
  { name: 'type null', ...event, request: { body: { type: null, data: {} } }, param: 'type' },
  { name: 'type empty', ...event, request: { body: { type: '', data: {} } }, param: 'type' },
  { name: 'type of 257', ...event, request: { body: { type: 'a'.repeat(257), data: {} } }, param: 'type' },
  { name: 'data an array', ...event, request: { body: { type: 'a', data: [] } }, param: 'data' },
  { name: 'data null', ...event, request: { body: { type: 'a', data: null } }, param: 'data' },
  { name: 'body an array', ...event, request: { body: [] } },
  { name: 'body null', ...event, request: { text: 'null' } },
  { name: 'body no JSON', ...event, request: { text: '{"type":' }, message: said('malformedJson') },
  { name: 'body empty', ...event, request: { headers: json } },
  { name: 'body no UTF-8', ...event, request: { text: new Uint8Array([0x22, 0xff, 0x22]) } },
  {
    name: 'body too deep',
    ...event,
    request: { text: `{"type":"a","data":{"a":${'['.repeat(500)}${']'.repeat(500)}}}` },
  },
  {
    name: 'body compressed',
    ...event,
    request: { body: {}, headers: { 'content-encoding': 'gzip' } },
    message: /encoded.*gzip/,
  },
  {
    name: 'events no array',
    ...webhook,
    request: { body: { ...hook, events: '*' } },
    param: 'events',
    message: 'events must be an array.',
  },
  ...['https://a.example\n', 'https://a.example/a b', 'https://a.exam\u0000ple'].map((url) => ({
    name: `url ${JSON.stringify(url)}`,
    ...webhook,
    request: { body: { ...hook, url } },
    param: 'url',
  })),
  ...['1e2', '%2B5', '5.0', '0x10', '%D9%A5', '', '5&limit=5'].map((limit) => ({
    name: `limit ${limit}`,
    ...list,
    path: `/v1/events?limit=${limit}`,
    param: 'limit',
  })),
  { name: 'body not declared', ...event, request: { body: {}, headers: { 'content-type': 'text/plain' } } },
  {
    name: 'keys differ',
    ...event,
    request: { body: { type: 'a', data: {}, idempotencyKey: 'a' }, headers: { 'idempotency-key': 'b' } },
    param: 'idempotencyKey',
    message: said('conflictingIdempotencyKeys'),
  },
  {
    name: 'key empty',
    ...event,
    request: { body: { type: 'a', data: {}, idempotencyKey: '' } },
    param: 'idempotencyKey',
  },
  {
    name: 'key no string',
    ...event,
    request: { body: { type: 'a', data: {}, idempotencyKey: 7 } },
    param: 'idempotencyKey',
  },
  {
    name: 'key header too long',
    ...event,
    request: { body: { type: 'a', data: {} }, headers: { 'idempotency-key': 'k'.repeat(256) } },
    param: 'Idempotency-Key',
  },
  {
    name: 'body too large',
    ...event,
    request: { body: { type: 'a', data: { a: 'a'.repeat(262_144) } } },
    status: 413,
    code: 'payload_too_large',
    message: said('payloadTooLarge'),
  },
  {
    name: 'body declared too large',
    ...event,
    request: { body: {}, headers: { 'content-length': '262145' } },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'url plain',
    ...webhook,
    request: { body: { ...hook, url: 'http://a.example' } },
    param: 'url',
    message: said('insecureUrl'),
  },
  {
    name: 'url relative',
    ...webhook,
    request: { body: { ...hook, url: '/a' } },
    param: 'url',
    message: /HTTPS/,
  },
  {
    name: 'url hostless',
    ...webhook,
    request: { body: { ...hook, url: 'https://' } },
    param: 'url',
    message: /HTTPS/,
  },
  {
    name: 'url broken',
    ...webhook,
    request: { body: { ...hook, url: 'https://a:b:c' } },
    param: 'url',
    message: /HTTPS/,
  },
  { name: 'url no string', ...webhook, request: { body: { ...hook, url: {} } }, param: 'url' },
  {
    name: 'url missing',
    ...webhook,
    request: { body: { events: ['*'] } },
    param: 'url',
    message: said('missingUrl'),
  },
  {
    name: 'events missing',
    ...webhook,
    request: { body: { url: hook.url } },
    param: 'events',
    message: said('missingEvents'),
  },
  { name: 'events a string', ...webhook, request: { body: { ...hook, events: '*' } }, param: 'events' },
  { name: 'events empty', ...webhook, request: { body: { ...hook, events: [] } }, param: 'events' },
  { name: 'events twice', ...webhook, request: { body: { ...hook, events: ['a', 'a'] } }, param: 'events' },
  { name: 'events mixed', ...webhook, request: { body: { ...hook, events: ['a', '*'] } }, param: 'events' },
  {
    name: 'events of numbers',
    ...webhook,
    request: { body: { ...hook, events: [1] } },
    param: 'events',
    message: /events\[0\]/,
  },
  {
    name: 'description null',
    ...webhook,
    request: { body: { ...hook, description: null } },
    param: 'description',
  },
  {
    name: 'events deep and twice',
    ...webhook,
    request: { text: `{"url":"https://a.example","events":[${'['.repeat(9_000)}${']'.repeat(9_000)}]}` },
  },
  { name: 'name missing', ...key, request: { body: { ...scoped, name: undefined } }, param: 'name' },
  { name: 'scopes empty', ...key, request: { body: { ...scoped, scopes: [] } }, param: 'scopes' },
  {
    name: 'scope unknown',
    ...key,
    request: { body: { ...scoped, scopes: ['events:delete'] } },
    param: 'scopes',
    message: said('unknownScope'),
  },
  {
    name: 'expiresAt no time',
    ...key,
    request: { body: { ...scoped, expiresAt: 'soon' } },
    param: 'expiresAt',
  },
  {
    name: 'expiresAt no day',
    ...key,
    request: { body: { ...scoped, expiresAt: '2030-02-30T00:00:00Z' } },
    param: 'expiresAt',
  },
  {
    name: 'expiresAt past',
    ...key,
    request: { body: { ...scoped, expiresAt: '2025-01-01T00:00:00Z' } },
    param: 'expiresAt',
  },
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

test.each(cases)(
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
