import { type ClientOptions, EventDelivery, type Hooks } from '@event-delivery/sdk'
import { answer, createFakeClock, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { apiKey, baseUrl, clientOf, created, input, like, recordingLogger, rejection, stored } from './client'

afterEach(() => void vi.unstubAllEnvs())

test('a client with other options has those of the first one besides', async () => {
  const fetch = scriptedFetch(refuse(503, 'x'), created)
  const { client } = clientOf(fetch, { maxRetries: 0 })
  const patient = client.withOptions({ maxRetries: 1 })
  expect(await patient.events.create(input)).toEqual(stored)
  expect(fetch.requests.map(({ url }) => url)).toEqual(Array(2).fill(`${baseUrl}/v1/events`))
  expect(fetch.requests[1]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
})

test.each([undefined, null, 'x'])('options that are none are refused by name: %j', (none) => {
  const { client } = clientOf(scriptedFetch(created))
  expect(() => client.withOptions(none as never)).toThrow(
    expect.objectContaining({ name: 'InvalidRequestError', param: 'options' }),
  )
})

test('the first client keeps its own options', async () => {
  const fetch = scriptedFetch(refuse(503, 'x'))
  const { client } = clientOf(fetch, { maxRetries: 0 })
  client.withOptions({ maxRetries: 5, headers: { 'x-tenant': 'b' } })
  await rejection(client.events.create(input))
  expect(fetch.requests).toHaveLength(1)
  expect(fetch.requests[0]?.headers.get('x-tenant')).toBeNull()
})

test('an option that is undefined stays as it was', async () => {
  const fetch = scriptedFetch(refuse(503, 'x'))
  const { client } = clientOf(fetch, { maxRetries: 0 })
  const same = client.withOptions({ maxRetries: undefined, baseUrl: undefined, apiKey: undefined })
  await rejection(same.events.create(input))
  expect(fetch.requests).toMatchObject([{ url: `${baseUrl}/v1/events` }])
})

test('headers are added to those of the first client, replace them, and take them away', async () => {
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { headers: { 'x-a': '1', 'x-b': '1', 'x-c': '1' } })
  await client.withOptions({ headers: { 'X-B': '2', 'x-c': undefined, 'x-d': '2' } }).events.create(input)
  const sent = fetch.requests[0]?.headers
  expect(['x-a', 'x-b', 'x-c', 'x-d'].map((name) => sent?.get(name))).toEqual(['1', '2', null, '2'])
})

test('a User-Agent that was taken away stays away', async () => {
  const fetch = scriptedFetch(created)
  const none = { headers: { 'user-agent': undefined } }
  const { client } = clientOf(fetch)
  const clients = [
    client,
    client.withOptions(none),
    clientOf(fetch, none).client.withOptions({ timeout: 1000 }),
  ]
  for (const { events } of clients) await events.create(input)
  const agents = fetch.requests.map(({ headers }) => headers.get('user-agent'))
  expect(agents).toEqual([like('event-delivery-sdk/'), null, null])
})

test('a call adds headers to those of its client, replaces them, and takes them away', async () => {
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { headers: { 'x-a': '1', 'x-b': '1', 'x-c': '1' } })
  await client.events.create(input, { headers: { 'X-B': '2', 'X-C': undefined, 'x-d': '2' } })
  await client.events.create(input, { headers: new Headers({ 'x-d': '3' }) })
  const sent = fetch.requests.map(({ headers }) =>
    ['x-a', 'x-b', 'x-c', 'x-d'].map((name) => headers.get(name)),
  )
  expect(sent).toEqual([
    ['1', '2', null, '2'],
    ['1', '1', '1', '3'],
  ])
})

test('key and address come from the environment where they are not given, and stay those that the first client began with', async () => {
  vi.stubEnv('EVENT_DELIVERY_API_KEY', 'sk_test_first')
  vi.stubEnv('EVENT_DELIVERY_BASE_URL', 'https://first.example/')
  const fetch = scriptedFetch(created)
  const client = new EventDelivery({ fetch })
  vi.stubEnv('EVENT_DELIVERY_API_KEY', 'sk_test_second')
  vi.stubEnv('EVENT_DELIVERY_BASE_URL', 'https://second.example')
  await client.withOptions({ timeout: 1000 }).events.create(input)
  expect(fetch.requests[0]?.url).toBe('https://first.example/v1/events')
  expect(fetch.requests[0]?.headers.get('authorization')).toBe('Bearer sk_test_first')
})

test('another key and another address take the place of the first', async () => {
  const fetch = scriptedFetch(created)
  const other = clientOf(fetch).client.withOptions({ apiKey: 'sk_test_2', baseUrl: 'https://eu.example' })
  await other.events.create(input)
  expect(fetch.requests[0]?.url).toBe('https://eu.example/v1/events')
  expect(fetch.requests[0]?.headers.get('authorization')).toBe('Bearer sk_test_2')
})

test('a wrong option is refused by its name', () => {
  const { client } = clientOf(scriptedFetch(created))
  for (const [param, options] of [
    ['timeout', { timeout: 0 }],
    ['baseUrl', { baseUrl: 'http://events.example' }],
    ['apiKey', { apiKey: 'a\nb' }],
    ['headers', { headers: { 'x a': '1' } }],
  ] as const) {
    expect(() => client.withOptions(options)).toThrow(expect.objectContaining({ param }))
  }
})

test('a deprecation is warned of once by all clients of an account, and again for another address', async () => {
  const { lines, logger } = recordingLogger()
  const { client } = clientOf(scriptedFetch(answer(201, stored, { deprecation: 'soon' })), { logger })
  await client.events.create(input)
  await client.withOptions({ maxRetries: 0 }).events.create(input)
  expect(lines).toMatchObject([['warn', like('createEvent is deprecated'), {}]])
  await client.withOptions({ baseUrl: 'https://eu.example' }).events.create(input)
  expect(lines).toHaveLength(2)
})

test('the new client begins with the middleware of the first, less what was ejected', async () => {
  const seen: string[] = []
  const watching = (name: string) => ({ onRequest: () => void seen.push(name) })
  const [kept, ejected] = [watching('kept'), watching('ejected')]
  const { client } = clientOf(scriptedFetch(created))
  client.http.use(kept, ejected)
  client.http.eject(ejected)
  const other = client.withOptions({ maxRetries: 0 })
  other.http.use(watching('other'))
  await other.events.create(input)
  expect(seen).toEqual(['kept', 'other'])
  await client.events.create(input)
  expect(seen).toEqual(['kept', 'other', 'kept'])
})

test('hooks are those that were given, and can be wrapped for another client', async () => {
  const hooks: Hooks = { request: vi.fn<NonNullable<Hooks['request']>>() }
  const { client } = clientOf(scriptedFetch(created), { hooks })
  expect(client.hooks).toBe(hooks)
  const wrapped: Hooks = { request: vi.fn(client.hooks.request) }
  const other = client.withOptions({ hooks: wrapped })
  expect(other.hooks).toBe(wrapped)
  await other.events.create(input)
  expect(hooks.request).toHaveBeenCalledOnce()
})

test('the catalog stays, or is replaced', () => {
  interface Shop {
    'order.paid': { order: number }
  }
  const client = new EventDelivery<Shop>({ apiKey, baseUrl, clock: createFakeClock() })
  expectTypeOf(client.withOptions({ timeout: 1 })).toEqualTypeOf<EventDelivery<Shop>>()
  interface Depot {
    'parcel.lost': { parcel: string }
  }
  expectTypeOf(client.withOptions<Depot>({})).toEqualTypeOf<EventDelivery<Depot>>()
})

test('the retry budget is shared by the clients of an account, and by no other', async () => {
  const retriesOf = async (options: ClientOptions) => {
    const fetch = scriptedFetch(refuse(503, 'x'))
    const { client } = clientOf(fetch, { retryBudget: { minimum: 3, share: 0, windowMs: 1e9 } })
    const other = client.withOptions(options)
    for (const one of [client, other, client, other]) await rejection(one.events.create(input))
    return fetch.requests.length - 4
  }
  expect(await retriesOf({ timeout: 500 })).toBe(3)
  expect(await retriesOf({ apiKey })).toBe(3)
  expect(await retriesOf({ apiKey: 'sk_test_2' })).toBe(6)
  expect(await retriesOf({ baseUrl: 'https://eu.example' })).toBe(6)
  expect(await retriesOf({ retryBudget: false })).toBe(3 + 4)
})

test('the pace is shared by the clients of an account, and not by one of another rate', async () => {
  const lengthOf = async (options: ClientOptions) => {
    const { client, clock } = clientOf(scriptedFetch(created), { rate: 1 })
    const other = client.withOptions(options)
    const began = clock.now()
    await Promise.all([client, other, client, other].map(({ events }) => events.create(input)))
    return clock.now() - began
  }
  const shared = await lengthOf({ timeout: 120_000 })
  expect(shared).toBeGreaterThan(2900)
  for (const apart of [{ apiKey: 'sk_test_2' }, { baseUrl: 'https://eu.example' }, { rate: 2 }])
    expect(await lengthOf(apart)).toBeLessThan(shared / 2)
})
