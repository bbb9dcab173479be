import { type Dialect, EventDelivery, UnsupportedOperationError } from '@event-delivery/sdk'
import { answer, createFakeClock, refuse, refuseConnection, scriptedFetch } from '@event-delivery/sdk/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { operations } from '../../generated/operations'
import { routes } from '../../src/resources/api'
import { clientOf, input, rejection, stored } from './client'

const apiKey = 'sk_live_c4n4ry7e1'
const baseUrl = 'https://api.events.example'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('the operations are sent where the document has them', () => {
  expect(routes).toEqual(
    Object.fromEntries(Object.values(operations).map(({ id, method, path }) => [id, `${method} ${path}`])),
  )
})

test('key and address come from the environment when they are not given', async () => {
  vi.stubEnv('EVENT_DELIVERY_API_KEY', 'sk_test_env')
  vi.stubEnv('EVENT_DELIVERY_BASE_URL', 'https://env.example/')
  const fetch = scriptedFetch(answer(201, stored))
  await new EventDelivery({ fetch }).events.create(input)
  expect(fetch.requests[0]).toMatchObject({ url: 'https://env.example/v1/events' })
  expect(fetch.requests[0]?.headers.get('authorization')).toBe('Bearer sk_test_env')
})

test.each([
  ['apiKey', { apiKey: '' }],
  ['apiKey', { apiKey: 'sk_live_abcdef\n' }],
  ['apiKey', { apiKey: 'sk_live_ab\0cdef' }],
  ['apiKey', { apiKey: 'Bearer sk_live_abcdef' }],
  ['apiKey', { apiKey: 'whsec_abcdef' }],
  ['apiKey', { apiKey: 'sk_live_ä' }],
  ['baseUrl', { baseUrl: 'events.example' }],
  ['baseUrl', { baseUrl: 'http://events.example' }],
  ['baseUrl', { baseUrl: 'http://127.0.0.1.events.example' }],
  ['baseUrl', { baseUrl: 'ftp://localhost' }],
  ['baseUrl', { baseUrl: 'https://user:pass@events.example' }],
  ['baseUrl', { baseUrl: 'https://events.example?key=1' }],
  ['timeout', { timeout: Number.NaN }],
  ['deadline', { deadline: -1 }],
  ['headers', { headers: { 'x-a': 'b\nc' } }],
  ['headers', { headers: { 'x a': 'b' } }],
])('a client with a wrong %s is refused by name', (param, options) => {
  const make = () => new EventDelivery({ apiKey, baseUrl, ...options })
  expect(make).toThrow(expect.objectContaining({ name: 'InvalidRequestError', param, status: 0 }))
})

test.each([
  'http://localhost:4010',
  'http://127.0.0.1',
  'http://[::1]:80',
  'https://events.example/gateway/',
])('%s is an address', (address) => {
  expect(new EventDelivery({ apiKey, baseUrl: address })).toBeDefined()
})

test('a key of an unknown kind passes', () => {
  expect(new EventDelivery({ apiKey: 'tok-4711', baseUrl })).toBeDefined()
})

test('a page is no place for a key, unless it is said to be', () => {
  vi.stubGlobal('window', { document: {} })
  expect(() => new EventDelivery({ apiKey, baseUrl })).toThrow(/dangerouslyAllowBrowser/)
  expect(new EventDelivery({ apiKey, baseUrl, dangerouslyAllowBrowser: true })).toBeDefined()
})

test('a key given as a function is asked for before each attempt', async () => {
  const keys = ['sk_live_old', 'sk_live_new']
  const fetch = scriptedFetch(refuse(503, 'x'), answer(201, stored))
  const { client } = clientOf(fetch, { apiKey: async () => keys.shift() ?? '' })
  await client.events.create(input)
  expect(fetch.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer sk_live_old',
    'Bearer sk_live_new',
  ])
})

test('a key function that fails, or gives what is no key, sends nothing', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const failing = clientOf(fetch, { apiKey: () => Promise.reject(new Error('vault')) }).client
  expect(await rejection(failing.events.create(input, { idempotencyKey: 'k' }))).toMatchObject({
    param: 'apiKey',
    outcome: 'not-sent',
    idempotencyKey: 'k',
    cause: { message: 'vault' },
  })
  const wrong = clientOf(fetch, { apiKey: () => 'a\nb' }).client
  expect(await rejection(wrong.events.create(input))).toMatchObject({ param: 'apiKey', outcome: 'not-sent' })
  expect(fetch.requests).toHaveLength(0)
})

test('openapi-fetch lets a path parameter walk up: ids that are none are refused before anything is sent', async () => {
  const fetch = scriptedFetch(answer(200, {}))
  const { client } = clientOf(fetch)
  const ids = [
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    '%2e%2e',
    'a b',
    'a\n',
    undefined as unknown as string,
  ]
  for (const id of ids) {
    expect(await rejection(client.webhooks.delete(id))).toMatchObject({ param: 'id', outcome: 'not-sent' })
    expect(await rejection(client.events.retrieve(id))).toMatchObject({ param: 'id' })
    const params = { path: { id } }
    expect(await rejection(client.http.DELETE('/v1/webhooks/{id}', { params }))).toMatchObject({
      param: 'id',
    })
  }
  const withoutParams = {} as { params: { path: { id: string } } }
  expect(await rejection(client.http.GET('/v1/events/{id}', withoutParams))).toMatchObject({ param: 'id' })
  expect(fetch.requests).toHaveLength(0)
})

test('openapi-fetch strips the key for `authorization: null`: here no header replaces or removes it', async () => {
  const fetch = scriptedFetch(answer(200, { data: [], hasMore: false }))
  const { client } = clientOf(fetch)
  await client.http.GET('/v1/events', { headers: { authorization: null } })
  await client.events.list({}, { headers: { Authorization: 'Bearer sk_live_other' } })
  for (const { headers } of fetch.requests) expect(headers.get('authorization')).toBe(`Bearer ${apiKey}`)
})

test('openapi-fetch captures the global fetch: one that is put in place later is used', async () => {
  const client = new EventDelivery({ apiKey, baseUrl })
  const later = scriptedFetch(answer(201, stored))
  vi.stubGlobal('fetch', later)
  await client.events.create(input)
  await client.http.GET('/v1/events')
  expect(later.requests).toHaveLength(2)
})

test('the typed client repeats GET and DELETE, and nothing else', async () => {
  const count = async (call: (http: EventDelivery['http']) => Promise<unknown>) => {
    const fetch = scriptedFetch(
      refuse(503, 'x'),
      refuse(503, 'x'),
      answer(200, { id: 'wh_1', deleted: true }),
    )
    await call(clientOf(fetch).client.http)
    return fetch.requests.length
  }
  expect(await count((http) => http.GET('/v1/events'))).toBe(3)
  expect(await count((http) => http.DELETE('/v1/webhooks/{id}', { params: { path: { id: 'wh_1' } } }))).toBe(
    3,
  )
  expect(
    await count((http) => http.POST('/v1/webhooks', { body: { url: 'https://a.example', events: ['*'] } })),
  ).toBe(1)
})

test('the typed client gives the answer of an error, and of a redirect', async () => {
  const { client } = clientOf(scriptedFetch(refuse(404, 'not_found'), answer(302, ''), answer(502, '')), {
    maxRetries: 0,
  })
  const missing = await client.http.GET('/v1/events/{id}', { params: { path: { id: 'evt_1' } } })
  expect(missing.error).toEqual({ error: { code: 'not_found', message: 'not_found' } })
  expect((await client.http.GET('/v1/events')).response.status).toBe(302)
  expect((await client.http.GET('/v1/events')).response.ok).toBe(false)
})

test('the typed client has the timeout, over the body too', async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  const { client } = clientOf(scriptedFetch(endless), { maxRetries: 0 })
  expect(await rejection(client.http.GET('/v1/events'))).toMatchObject({ name: 'TimeoutError' })
})

test('openapi-fetch throws a SyntaxError for a page with status 200: here the error has the status', async () => {
  const page = scriptedFetch(answer(200, '<html>Sign in</html>', { 'content-type': 'text/html' }))
  const error = await rejection(clientOf(page).client.http.GET('/v1/events'))
  expect(error).toMatchObject({ name: 'ServerError', status: 200, outcome: 'unknown' })
  expect(page.requests).toHaveLength(3)
  const empty = await clientOf(scriptedFetch(answer(200, ''))).client.http.GET('/v1/events')
  expect(empty.response.status).toBe(200)
})

test('a middleware of the typed client sees its calls, and may change their headers', async () => {
  const fetch = scriptedFetch(answer(200, { data: [], hasMore: false }))
  const { http } = clientOf(fetch).client
  http.use({
    onRequest({ request }) {
      request.headers.set('x-trace', '1')
    },
  })
  expect((await http.GET('/v1/events')).data).toEqual({ data: [], hasMore: false })
  expect(fetch.requests[0]?.headers.get('x-trace')).toBe('1')
})

test('the typed client sends the same body on each attempt that is repeated', async () => {
  const fetch = scriptedFetch(refuse(429, 'x'), refuse(429, 'x'), answer(201, stored))
  const { http } = clientOf(fetch).client
  await http.POST('/v1/webhooks', { body: { url: 'https://a.example', events: ['*'] } })
  expect(fetch.requests.map(({ body }) => body)).toEqual(['{"url":"https://a.example","events":["*"]}'])
})

test('an id with a brace is refused for what it is, and not as missing', async () => {
  const { client } = clientOf(scriptedFetch(answer(200, {})))
  const params = { path: { id: '{id}' } }
  for (const call of [client.events.retrieve('{id}'), client.http.GET('/v1/events/{id}', { params })]) {
    expect(await rejection(call)).toMatchObject({ param: 'id', message: 'id must be an id.' })
  }
})

test('a header that cannot be sent is named, and its value is not', async () => {
  const { client } = clientOf(scriptedFetch(answer(201, stored)))
  const headers = { 'x-fine': '1', 'X-Wrong': 'va\nlue', 'x-other': undefined }
  const error = (await rejection(client.events.create(input, { headers }))) as Error
  expect(error).toMatchObject({ param: 'headers', message: 'headers cannot be sent: X-Wrong.' })
  const swapped = { 'Bearer sk_live_1': 'authorization' }
  const wrong = (await rejection(client.events.create(input, { headers: swapped }))) as Error
  expect(wrong.message).toBe('headers cannot be sent: Bearer.')
})

test('headers that are undefined or null are left out, and pairs are as good as a record', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const { client } = clientOf(fetch)
  const headers = { 'x-a': null, 'x-b': undefined, 'x-c': 'c' } as unknown as Record<string, string>
  await client.events.create(input, { headers })
  await client.events.create(input, { headers: [['x-c', 'c']] as unknown as Record<string, string> })
  for (const { headers: sent } of fetch.requests) {
    expect([sent.get('x-a'), sent.get('x-b'), sent.get('x-c')]).toEqual([null, null, 'c'])
  }
})

test('headers of the client and of the call are sent, the call’s winning', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const { client } = clientOf(fetch, { headers: { 'x-a': '1', 'x-b': '1' } })
  await client.events.create(input, { headers: { 'X-B': '2', 'x-c': undefined } })
  await client.events.create(input, { headers: new Headers({ 'x-b': '3' }) })
  expect(fetch.requests.map(({ headers: h }) => [h.get('x-a'), h.get('x-b'), h.get('x-c')])).toEqual([
    ['1', '2', null],
    ['1', '3', null],
  ])
  expect(await rejection(client.events.create(input, { headers: { 'x-a': 'b\r\nc' } }))).toMatchObject({
    param: 'headers',
  })
})

test.each([
  ['data', { type: 'a', data: undefined as unknown as object }],
  ['data', { type: 'a', data: () => {} }],
  ['data', { type: 'a', data: { n: 1n } }],
  [
    'data',
    {
      type: 'a',
      data: Object.assign({} as { self?: object }, {
        get self(): object {
          return this
        },
      }),
    },
  ],
])('an event without %s that JSON can carry is refused before it is sent', async (param, wrong) => {
  const fetch = scriptedFetch(answer(201, stored))
  const error = await rejection(clientOf(fetch).client.events.create(wrong, { idempotencyKey: 'k' }))
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    param,
    outcome: 'not-sent',
    idempotencyKey: 'k',
  })
  expect(fetch.requests).toHaveLength(0)
})

test.each(['', ' a', 'a ', 'ä', 'a\n', 'a'.repeat(256)])(
  'the idempotency key %j is refused',
  async (idempotencyKey) => {
    const error = await rejection(
      clientOf(scriptedFetch(answer(201, stored))).client.events.create(input, { idempotencyKey }),
    )
    expect(error).toMatchObject({ param: 'idempotencyKey' })
  },
)

test.each([
  ['url', { url: 'http://a.example', events: ['a'] }],
  ['url', { url: 'https://', events: ['a'] }],
  ['url', { url: undefined as unknown as string, events: ['a'] }],
  ['events', { url: 'https://a.example', events: [] }],
  ['events', { url: 'https://a.example', events: 'a' as unknown as string[] }],
])('a webhook with a wrong %s is refused before it is sent', async (param, wrong) => {
  const fetch = scriptedFetch(answer(201, {}))
  expect(await rejection(clientOf(fetch).client.webhooks.create(wrong))).toMatchObject({
    param,
    outcome: 'not-sent',
  })
  expect(fetch.requests).toHaveLength(0)
})

test.each<[Dialect['idempotency'], string | null, unknown]>([
  [undefined, 'k', { ...input, idempotencyKey: 'k' }],
  [{ in: 'both' }, 'k', { ...input, idempotencyKey: 'k' }],
  [{ in: 'header', name: 'Idempotency-Key' }, 'k', input],
  [{ in: 'body', name: 'dedupe_key' }, null, { ...input, dedupe_key: 'k' }],
])('with the key in %j, header and body have it there', async (idempotency, header, body) => {
  const fetch = scriptedFetch(answer(201, stored))
  await clientOf(fetch, { dialect: { idempotency } }).client.events.create(input, { idempotencyKey: 'k' })
  expect(fetch.requests[0]?.headers.get('idempotency-key')).toBe(header)
  expect(JSON.parse(fetch.requests[0]?.body ?? '')).toEqual(body)
})

test('a refusal of the key says which option tells the client where it belongs', async () => {
  const refusal = refuse(400, 'invalid_request', 'unknown field', 'idempotencyKey')
  const error = await rejection(clientOf(scriptedFetch(refusal)).client.events.create(input))
  expect(String(error)).toContain('dialect.idempotency')
})

test('an operation that the deployment does not offer is not sent', async () => {
  const fetch = scriptedFetch(answer(200, {}))
  const operations = { retrieveEvent: null, listWebhooks: null, createKey: null }
  const { client } = clientOf(fetch, { dialect: { operations } })
  const key = { name: 'a', scopes: ['events:read' as const], expiresAt: '2030-01-01T00:00:00Z' }
  for (const call of [client.events.retrieve('evt_1'), client.webhooks.list(), client.keys.create(key)]) {
    expect(await rejection(call)).toMatchObject({ name: 'UnsupportedOperationError', outcome: 'not-sent' })
  }
  expect(fetch.requests).toHaveLength(0)
})

test('an operation that turns out not to be offered says so, with the answer as cause', async () => {
  const error = await rejection(clientOf(scriptedFetch(refuse(404, 'not_found'))).client.webhooks.list())
  expect(error).toBeInstanceOf(UnsupportedOperationError)
  expect(error).toMatchObject({
    operation: 'listWebhooks',
    cause: { status: 404 },
    attempts: [{ status: 404 }],
  })
  const missing = await rejection(
    clientOf(scriptedFetch(refuse(404, 'not_found'))).client.events.retrieve('evt_1'),
  )
  expect(missing).toMatchObject({ name: 'NotFoundError' })
})

test('an operation is sent where the dialect has it', async () => {
  const fetch = scriptedFetch(answer(200, stored))
  const operations = { retrieveEvent: 'GET /v1/other/{id}', createKey: 'PUT /v1/api-keys' }
  const { client } = clientOf(fetch, { dialect: { operations } })
  await client.events.retrieve('evt_1')
  await rejection(client.keys.create({ name: 'a', scopes: [], expiresAt: '' }))
  expect(fetch.requests[0]).toMatchObject({ method: 'GET', url: `${baseUrl}/v1/other/evt_1` })
  expect(fetch.requests[1]).toMatchObject({ method: 'PUT', url: `${baseUrl}/v1/api-keys` })
})

test('hooks see each attempt of a call, may add headers, and never the key', async () => {
  const seen: string[] = []
  const calls = new Set<object>()
  const fetch = scriptedFetch(
    refuse(503, 'x'),
    refuseConnection(),
    answer(201, stored, { 'x-request-id': 'r3' }),
  )
  const { client } = clientOf(fetch, {
    hooks: {
      request({ call, attempt, headers }) {
        calls.add(call)
        expect([...headers.keys()]).not.toContain('authorization')
        headers.set('traceparent', `00-${attempt}`)
        seen.push(`request ${attempt} ${call.operation} ${call.method}`)
      },
      response({ call, attempt, status, error, requestId }) {
        calls.add(call)
        seen.push(`response ${attempt} ${status} ${error} ${requestId}`)
      },
      retry({ call, attempt, delayMs }) {
        calls.add(call)
        seen.push(`retry ${attempt} ${delayMs}`)
      },
    },
  })
  await client.events.create(input)
  expect(seen).toEqual([
    'request 1 createEvent POST',
    'response 1 503 x undefined',
    'retry 1 500',
    'request 2 createEvent POST',
    'response 2 undefined No answer from https://api.events.example: connect ECONNREFUSED undefined',
    'retry 2 1000',
    'request 3 createEvent POST',
    'response 3 201 undefined r3',
  ])
  expect(calls.size).toBe(1)
  expect(fetch.requests.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-2', '00-3'])
})

function recordingLogger(level?: string) {
  const lines: string[] = []
  const line = (name: string) => (message: string, fields?: object) =>
    void lines.push(`${name} ${message} ${JSON.stringify(fields)}`)
  return { lines, level, debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}

test('a hook that throws is logged and changes nothing', async () => {
  const logger = recordingLogger()
  const { client } = clientOf(scriptedFetch(answer(201, stored)), {
    logger,
    hooks: { request: () => Promise.reject(new Error(`broke on ${apiKey}`)) },
  })
  expect(await client.events.create(input)).toEqual(stored)
  expect(logger.lines).toEqual([
    'warn [event-delivery] The request hook failed. {"error":"Error: broke on [redacted]"}',
  ])
})

test('a deprecated operation is warned of once', async () => {
  const logger = recordingLogger()
  const old = answer(
    200,
    { data: [], hasMore: false },
    { deprecation: '@1735689600', sunset: 'Wed, 01 Jan 2031 00:00:00 GMT' },
  )
  const { client } = clientOf(scriptedFetch(old), { logger })
  await client.events.list()
  await client.events.list()
  expect(logger.lines).toHaveLength(1)
  expect(logger.lines[0]).toContain('listEvents is deprecated')
})

test.each([
  [undefined, undefined, 0],
  ['info', undefined, 1],
  ['debug', undefined, 3],
  ['silent', undefined, 0],
  ['silent', 'info', 1],
  ['debug', 'off', 0],
])(
  'a logger of level %s under EVENT_DELIVERY_LOG=%s gets %i lines of a retried call',
  async (level, wanted, count) => {
    vi.stubEnv('EVENT_DELIVERY_LOG', wanted)
    const logger = recordingLogger(level)
    await clientOf(scriptedFetch(refuse(503, 'x'), answer(201, stored)), { logger }).client.events.create(
      input,
    )
    expect(logger.lines).toHaveLength(count)
  },
)

test('nothing is printed unless it is asked for', async () => {
  const spy = vi.spyOn(console, 'debug').mockImplementation(() => {})
  await clientOf(scriptedFetch(answer(201, stored))).client.events.create(input)
  expect(spy).toHaveBeenCalledTimes(0)
  vi.stubEnv('EVENT_DELIVERY_LOG', 'debug')
  await clientOf(scriptedFetch(answer(201, stored))).client.events.create(input)
  expect(spy).toHaveBeenCalledTimes(1)
  spy.mockRestore()
})

test('a call that nobody waits for is sent all the same', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const clock = createFakeClock()
  void clientOf(fetch, { clock }).client.events.create(input)
  await clock.advance(0)
  expect(fetch.requests).toHaveLength(1)
})
