import { EventDelivery } from '@event-delivery/sdk'
import { answer, createFakeClock, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { operations } from '../../generated/operations'
import { apiKey, baseUrl, callOf, clientOf, input, rejection, stored } from './client'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test.each(Object.values(operations))(
  '$id is a method of the SDK, sent where the document has it',
  async (operation) => {
    const fetch = scriptedFetch(refuse(401, 'unauthorized'))
    await rejection(callOf(clientOf(fetch).client, operation) as PromiseLike<unknown>)
    const { method, path } = operation
    expect(fetch.requests).toMatchObject([{ method, url: baseUrl + path.replace('{id}', 'id-1') }])
  },
)

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
])('a client with a wrong %s is refused by the name of the option', (param, options) => {
  const make = () => new EventDelivery({ apiKey, baseUrl, ...options })
  expect(make).toThrow(expect.objectContaining({ name: 'InvalidRequestError', param, status: 0 }))
})

test.each([
  'http://localhost:4010',
  'http://127.0.0.1',
  'http://[::1]:80',
  'https://events.example/gateway/',
])('%s is a base URL', (address) => {
  expect(new EventDelivery({ apiKey, baseUrl: address })).toBeDefined()
})

test('a key of an unknown kind passes', () => {
  expect(new EventDelivery({ apiKey: 'tok-4711', baseUrl })).toBeDefined()
})

test('a client in a web page is refused unless the option for it is set', () => {
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

test('a key function that fails, or returns no key, sends nothing', async () => {
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

test('a key that cannot be had does not make an operation count as not offered', async () => {
  const vaultIsDown = () => Promise.reject(new Error('the vault is sealed'))
  const { events, webhooks, keys } = clientOf(scriptedFetch(answer(200)), { apiKey: vaultIsDown }).client
  const key = { name: 'a', scopes: ['events:read' as const], expiresAt: '2030-01-01T00:00:00Z' }
  for (const call of [events.retrieve('evt_1'), webhooks.list(), keys.create(key)]) {
    const error = await rejection(call)
    expect(error).toMatchObject({ name: 'InvalidRequestError', param: 'apiKey', outcome: 'not-sent' })
    expect(String(error)).toContain('the function apiKey failed: the vault is sealed')
  }
})

test('a key function that hangs ends the call as not sent, and the call may be repeated', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const never = () => new Promise<string>(() => {})
  const { client } = clientOf(fetch, { apiKey: never, timeout: 1000 })
  expect(await rejection(client.events.create(input))).toMatchObject({
    name: 'TimeoutError',
    outcome: 'not-sent',
    retryable: true,
    message: expect.stringContaining('apiKey') as string,
  })
  expect(fetch.requests).toHaveLength(0)
})

test('a call is sent whether or not somebody awaits it', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const clock = createFakeClock()
  void clientOf(fetch, { clock }).client.events.create(input)
  await clock.advance(0)
  expect(fetch.requests).toHaveLength(1)
})
