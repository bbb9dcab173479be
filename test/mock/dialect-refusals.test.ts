import { expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import { situations } from '../../generated/situations'
import { createHarness, mockKeys } from '../support/backend'

/** The answer to a request, its body as text. */
async function answerOf(
  dialect: Dialect,
  method: string,
  path: string,
  {
    key = mockKeys.test,
    body,
    type = 'application/json',
  }: {
    key?: string | null
    body?: string
    type?: string | null
  } = {},
) {
  const { backend } = createHarness({ dialect, plan: 'none' })
  const headers = new Headers()
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  if (body !== undefined && type !== null) headers.set('content-type', type)
  const sent = body === undefined ? undefined : new TextEncoder().encode(body)
  const answer = await backend.fetch(new Request(`http://localhost${path}`, { method, headers, body: sent }))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

type Sent = Parameters<typeof answerOf>[3]
const event = (type: unknown, data: unknown = {}): Sent => ({ body: JSON.stringify({ type, data }) })
const webhook = (body: object): Sent => ({ body: JSON.stringify(body) })
const url = 'https://shop.example/hooks'

/** A request in each situation that one request can bring about, and the value that it offends by. */
const requests: Partial<
  Record<
    keyof typeof situations,
    [method: string, path: string, sent: Sent, value: string, dialect?: Dialect]
  >
> = {
  missingKey: ['GET', '/v1/events', { key: null }, ''],
  invalidKey: ['GET', '/v1/events', { key: 'sk_live_nobody' }, ''],
  expiredKey: ['GET', '/v1/events', { key: mockKeys.expired }, ''],
  missingScope: ['POST', '/v1/events', { key: 'sk_live_readonly_mock', body: '{}' }, 'events:write'],
  unknownPath: ['GET', '/v1/nothing?at=all', {}, '/v1/nothing'],
  notOffered: ['GET', '/v1/events/evt_1', {}, '/v1/events/evt_1', { operations: { retrieveEvent: null } }],
  wrongMethod: ['PATCH', '/v1/events', {}, 'PATCH'],
  payloadTooLarge: ['POST', '/v1/events', { body: ' '.repeat(65) }, '64', { maxPayloadBytes: 64 }],
  contentType: ['POST', '/v1/events', { body: '{}', type: 'text/plain' }, 'text/plain'],
  malformedJson: ['POST', '/v1/events', { body: '{' }, ''],
  missingBody: ['POST', '/v1/events', { body: '' }, ''],
  invalidBody: ['POST', '/v1/events', { body: '[]' }, ''],
  unknownField: [
    'POST',
    '/v1/events',
    webhook({ type: 'a', data: {}, $1: 1 }),
    '$1',
    { unknownFields: 'reject' },
  ],
  missingType: ['POST', '/v1/events', event(undefined), ''],
  invalidType: ['POST', '/v1/events', event(42), '42'],
  emptyType: ['POST', '/v1/events', event(''), ''],
  longType: ['POST', '/v1/events', event('abcd'), 'abcd', { maxTypeLength: 3 }],
  missingData: ['POST', '/v1/events', webhook({ type: 'a' }), ''],
  invalidData: ['POST', '/v1/events', event('a', 'text'), '"text"'],
  emptyIdempotencyKey: ['POST', '/v1/events', webhook({ type: 'a', data: {}, idempotencyKey: '' }), ''],
  missingUrl: ['POST', '/v1/webhooks', webhook({ events: ['*'] }), ''],
  invalidUrl: ['POST', '/v1/webhooks', webhook({ url: 'https://a b', events: ['*'] }), 'https://a b'],
  insecureUrl: [
    'POST',
    '/v1/webhooks',
    webhook({ url: 'http://a.example', events: ['*'] }),
    'http://a.example',
  ],
  webhookHost: [
    ...(['POST', '/v1/webhooks'] as const),
    webhook({ url: 'https://10.0.0.1/', events: ['*'] }),
    ...(['https://10.0.0.1/', { webhookHosts: 'public' }] as const),
  ],
  missingEvents: ['POST', '/v1/webhooks', webhook({ url }), ''],
  invalidEvents: ['POST', '/v1/webhooks', webhook({ url, events: [7] }), '[7]'],
  emptyEvents: ['POST', '/v1/webhooks', webhook({ url, events: [] }), '[]'],
  duplicateEvents: ['POST', '/v1/webhooks', webhook({ url, events: ['a', 'a'] }), '["a","a"]'],
  mixedEvents: ['POST', '/v1/webhooks', webhook({ url, events: ['*', 'a'] }), '["*","a"]'],
  longDescription: [
    ...(['POST', '/v1/webhooks'] as const),
    webhook({ url, events: ['*'], description: 'long' }),
    ...(['long', { maxDescriptionLength: 3 }] as const),
  ],
  testWebhook: ['POST', '/v1/webhooks', webhook({ url, events: ['*'] }), '', { testWebhooks: 'reject' }],
  unknownWebhook: ['DELETE', '/v1/webhooks/wh_none', {}, 'wh_none'],
  unknownEvent: ['GET', '/v1/events/evt_none', {}, 'evt_none'],
  invalidLimit: ['GET', '/v1/events?limit=0', {}, '0'],
  nonIntegerLimit: ['GET', '/v1/events?limit=many', {}, 'many'],
  unknownParameter: ['GET', '/v1/events?page=2', {}, 'page', { unknownParameters: 'reject' }],
  overMaxLimit: ['GET', '/v1/events?limit=101', {}, '101'],
  invalidCursor: ['GET', '/v1/events?cursor=cur_x', {}, 'cur_x'],
}

for (const [situation, [method, path, sent, value, dialect = {}]] of Object.entries(requests)) {
  const { status, code, open } = situations[situation as keyof typeof situations]

  test(`${situation} is answered as the table says, unless the dialect states something`, async () => {
    const usual = await answerOf(dialect, method, path, sent)
    expect([usual.status, (JSON.parse(usual.text) as { error: { code: string } }).error.code]).toEqual([
      status,
      code,
    ])
  })

  test(`${situation} says what the dialect states`, async () => {
    // The interface names no field where a webhook is unknown.
    const param = situation === 'unknownWebhook' ? null : '<{value}>'
    const all = { status: 418, code: 'stated', message: 'https, {value}', param }
    const stated = Object.fromEntries(Object.entries(all).filter(([part]) => open.includes(part as 'code')))
    const errors = { [situation]: stated } as Dialect['errors']
    const answer = await answerOf({ ...dialect, errors }, method, path, sent)
    const { error } = JSON.parse(answer.text) as { error: Record<string, unknown> }
    expect(error.message).toBe(`https, ${value}`)
    if (open.includes('param')) expect(error.param).toBe(param && `<${value}>`)
    if (open.includes('code')) expect(error.code).toBe('stated')
    expect(answer.status).toBe(open.includes('status') ? 418 : status)
  })
}

test('every situation but those that need two requests is brought about here', () => {
  const missing = Object.keys(situations).filter((name) => !Object.hasOwn(requests, name))
  expect(missing.sort()).toEqual(['duplicateUrl', 'idempotencyMismatch', 'rateLimited'])
})

test('a param is left out, or written as null', async () => {
  const errors = { missingData: { param: false }, missingUrl: { param: null } } as const
  const without = await answerOf({ errors }, ...(['POST', '/v1/events'] as const), webhook({ type: 'a' }))
  expect(without.text).toBe('{"error":{"code":"invalid_request","message":"data is required."}}')
  const written = await answerOf(
    { errors },
    ...(['POST', '/v1/webhooks'] as const),
    webhook({ events: ['*'] }),
  )
  expect(JSON.parse(written.text)).toMatchObject({ error: { param: null } })
})

test.each([
  [{ body: 'empty' }, null, ''],
  [{ body: 'text', message: 'Unauthorized' }, 'text/plain; charset=utf-8', 'Unauthorized'],
  [{ body: 'html', message: '<p>No</p>' }, 'text/html; charset=utf-8', '<p>No</p>'],
  [
    { body: 'json', message: '{"title":"No"}', contentType: 'application/problem+json' },
    'application/problem+json',
    '{"title":"No"}',
  ],
] as const)('a refusal without the envelope is %j', async (missingKey, type, text) => {
  const answer = await answerOf({ errors: { missingKey } }, 'GET', '/v1/events', { key: null })
  expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([401, type, text])
})

test('an offending value cannot leave its place in a body of HTML or JSON', async () => {
  const path = '/v1/<b>"'
  const html = await answerOf({ errors: { unknownPath: { body: 'html', message: '{value}' } } }, 'GET', path)
  expect(html.text).not.toContain('<b>')
  const json = await answerOf(
    { errors: { invalidCursor: { body: 'json', message: '{"a":"{value}"}' } } },
    ...(['GET', '/v1/events?cursor=%22%5C'] as const),
  )
  expect(JSON.parse(json.text)).toEqual({ a: '"\\' })
})

test('what is stated of invalid limits counts for those over 100 too, unless those have their own', async () => {
  const general = { errors: { invalidLimit: { message: 'No {value}.', status: 422 } } } as const
  expect(await answerOf(general, 'GET', '/v1/events?limit=101')).toMatchObject({ status: 422 })
  const own = { errors: { ...general.errors, overMaxLimit: { message: 'Over.' } } }
  const answer = await answerOf(own, 'GET', '/v1/events?limit=101')
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Over.')])
})

test('what is stated of a general situation counts for those within it that state nothing', async () => {
  const errors = { invalidEvents: { message: 'No {value}.' }, invalidLimit: { message: 'No limit.' } }
  const mixed = webhook({ url, events: ['*', 'a'] })
  expect((await answerOf({ errors }, 'POST', '/v1/webhooks', mixed)).text).toContain('No [\\"*\\",\\"a\\"].')
  expect((await answerOf({ errors }, 'GET', '/v1/events?limit=many')).text).toContain('No limit.')
})

test('a message says the path and its methods after a wrong method, and the kind of data', async () => {
  const errors = {
    wrongMethod: { message: '{value} {path}: {methods}, {other}' },
    invalidData: { message: 'An object, and no {kind}.' },
  }
  expect((await answerOf({ errors }, 'PUT', '/v1/webhooks/wh_1')).text).toContain(
    'PUT /v1/webhooks/wh_1: DELETE, {other}',
  )
  const list = event('a', [1])
  expect((await answerOf({ errors }, 'POST', '/v1/events', list)).text).toContain('An object, and no array.')
})

test('the code of a status holds wherever the interface shows none', async () => {
  const errorCodes = { 401: 'a', 404: 'b', 405: 'c', 413: 'd', 400: 'e' }
  const codeOf = async (...[method, path, sent]: [string, string, Sent?]) =>
    (
      JSON.parse((await answerOf({ errorCodes, missingScopeStatus: 404 }, method, path, sent)).text) as {
        error: { code: string }
      }
    ).error.code
  expect(await codeOf('GET', '/v1/events', { key: null })).toBe('a')
  expect(await codeOf('POST', '/v1/events', { key: 'sk_live_readonly_mock', body: '{}' })).toBe('b')
  expect(await codeOf('PATCH', '/v1/events')).toBe('c')
  expect(await codeOf('POST', '/v1/events', { body: '{' })).toBe('e')
  // The interface shows these two.
  expect(await codeOf('POST', '/v1/events', { body: '{}' })).toBe('invalid_request')
  expect(await codeOf('DELETE', '/v1/webhooks/wh_none')).toBe('not_found')
})

test.each([
  [null, [null, null, null, null]],
  [
    'Bearer realm="events"',
    ['Bearer realm="events"', 'Bearer realm="events"', 'Bearer realm="events"', null],
  ],
  [{ missingKey: 'A', invalidKey: null, missingScope: 'S {scope}' }, ['A', null, null, 'S events:write']],
  [{ missingKey: null, invalidKey: 'B', expiredKey: 'C' }, [null, 'B', 'C', null]],
])('the challenge %j is sent', async (challenge, expected) => {
  const sent: Sent[] = [{ key: null }, { key: 'sk_live_no' }, { key: mockKeys.expired }]
  const answers = await Promise.all(sent.map((one) => answerOf({ challenge }, 'GET', '/v1/events', one)))
  answers.push(
    await answerOf({ challenge }, 'POST', '/v1/events', { key: 'sk_live_readonly_mock', body: '{}' }),
  )
  expect(answers.map(({ headers }) => headers.get('www-authenticate'))).toEqual(expected)
})

test.each([
  ['with-head', 'GET, POST, HEAD', 200],
  ['without-head', 'GET, POST', 405],
  ['absent', null, 200],
] as const)('a wrong method gets Allow %s', async (allow, expected, head) => {
  const answer = await answerOf({ allow }, 'PATCH', '/v1/events')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, expected])
  expect((await answerOf({ allow }, 'HEAD', '/v1/events')).status).toBe(head)
})

test.each([
  [{ allow: 'without-head', head: 'against-allow' }, 'HEAD', 200],
  [{ allow: 'with-head', head: 'against-allow' }, 'HEAD', 405],
  [{ options: 'refuse' }, 'OPTIONS', 405],
  [{ options: '200' }, 'OPTIONS', 200],
  [{}, 'OPTIONS', 204],
] as const)('the dialect %j answers %s by %i', async (dialect, method, status) => {
  expect((await answerOf(dialect, method, '/v1/events')).status).toBe(status)
})
