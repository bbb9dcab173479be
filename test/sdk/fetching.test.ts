import { type Fetch, EventDelivery, InvalidRequestError } from '@event-delivery/sdk'
import { refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { createCertificate } from '@event-delivery/mock/node'
import { expect, onTestFinished, test, vi, afterEach } from 'vitest'
import * as undici from 'undici'
import { createReceiver, sign, unwrap } from '@event-delivery/sdk/webhooks'
import { serveListener } from '../support/node-server'
import { apiKey, baseUrl, clientOf, created, input, like, rejection, stored } from './client'
import { secret } from './deliveries'
import { version } from '../../src/package.json'

const json = { 'content-type': 'application/json' }

/** An https service of this machine that creates every event, and the certificate of its own that no system trusts. */
async function serveTls() {
  const { cert, key, ca } = await createCertificate()
  const service = await serveListener(
    (_, response) => response.writeHead(201, json).end(JSON.stringify(stored)),
    { tls: { cert, key }, until: onTestFinished },
  )
  const dispatcher = new undici.Agent({ connect: { ca } })
  onTestFinished(() => dispatcher.close())
  return { address: service.baseUrl, dispatcher }
}

test('fetchOptions reach fetch: a dispatcher makes a certificate of a private CA trusted', async () => {
  const { address, dispatcher } = await serveTls()
  const client = new EventDelivery({ apiKey, baseUrl: address, maxRetries: 0 })
  expect(await rejection(client.events.create(input))).toMatchObject({ name: 'ConnectionError' })
  expect(await client.withOptions({ fetchOptions: { dispatcher } }).events.create(input)).toEqual(stored)
})

test('the fetch of undici carries calls', async () => {
  const { address, dispatcher } = await serveTls()
  const { fetch } = undici
  const client = new EventDelivery({ apiKey, baseUrl: address, fetch, fetchOptions: { dispatcher } })
  expect(await client.events.create(input)).toEqual(stored)
  expect((await client.http.GET('/v1/events')).response.status).toBe(201)
})

test('what the client gives to fetch is not replaced by fetchOptions', async () => {
  const seen: unknown[] = []
  const fetch: Fetch = async (_url, init) => {
    seen.push({ ...init, signal: undefined })
    return new Response(JSON.stringify(stored), { status: 201 })
  }
  const kept = { cache: 'no-store', credentials: 'omit' }
  const replaced = { method: 'PUT', headers: { authorization: 'none' }, body: 'x', redirect: 'follow' }
  const fetchOptions = { ...kept, ...replaced, signal: AbortSignal.abort() }
  const client = new EventDelivery({ apiKey, baseUrl, fetch, fetchOptions, maxRetries: 0 })
  await client.events.list().catch(() => {})
  const headers = { authorization: `Bearer ${apiKey}` }
  expect(seen[0]).toMatchObject({ ...kept, method: 'GET', redirect: 'manual', body: undefined, headers })
})

test('a fetch that spreads the headers it was given loses none', async () => {
  const inner = scriptedFetch(created)
  const fetch: Fetch = (url, init) => inner(url, { ...init, headers: { ...init.headers, 'x-added': '1' } })
  await new EventDelivery({ apiKey, baseUrl, fetch, headers: { 'x-own': '1' } }).events.create(input)
  const sent = Object.fromEntries(inner.requests[0]?.headers ?? [])
  expect(sent).toMatchObject({ authorization: `Bearer ${apiKey}`, 'x-own': '1', 'x-added': '1' })
})

/**
 * The `User-Agent` that a client sends which was made where `globals` are the globals of the runtime. They are in place while
 * the client is made alone: Node and the runner need the process that is theirs as soon as the test waits.
 */
async function agentOf(
  globals: Record<string, unknown> = {},
  headers?: Record<string, string | undefined>,
): Promise<string | null | undefined> {
  const fetch = scriptedFetch(created)
  const makeClient = () => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    try {
      return new EventDelivery({ apiKey, baseUrl, fetch, headers, dangerouslyAllowBrowser: true })
    } finally {
      vi.unstubAllGlobals()
    }
  }
  await makeClient().events.create(input)
  return fetch.requests[0]?.headers.get('user-agent')
}

test('each request names the SDK, its version and the runtime', async () => {
  expect(await agentOf()).toBe(`event-delivery-sdk/${version} (node/${process.versions.node})`)
})

test.each([
  ['bun/1.3.1', { process: { versions: { bun: '1.3.1', node: '24.0.0' } } }],
  ['deno/2.5.0', { process: { versions: { deno: '2.5.0', node: '24.0.0' } } }],
  ['workerd', { navigator: { userAgent: 'Cloudflare-Workers' } }],
])('the runtime %s is told from Node, whose version it has too', async (runtime, globals) => {
  expect(await agentOf(globals)).toBe(`event-delivery-sdk/${version} (${runtime})`)
})

test('the User-Agent of the caller wins, and one that is undefined is left out', async () => {
  expect(await agentOf({}, { 'User-Agent': 'shop/7' })).toBe('shop/7')
  expect(await agentOf({}, { 'user-agent': undefined })).toBeNull()
})

test('no User-Agent is sent from a browser, neither from a page nor from a worker', async () => {
  expect(await agentOf({ window: { document: {} } })).toBeNull()
  expect(await agentOf({ process: undefined, navigator: { userAgent: 'Mozilla/5.0' } })).toBeNull()
})

test.each([
  ['http://mock:4010', ['mock']],
  ['http://mock:4010', ['other', 'MOCK:4010']],
  ['http://mock', ['mock:80']],
  ['http://[fd00::1]:4010', ['[fd00::1]']],
  ['http://mock/gateway/', ['mock']],
])('%s is a base URL where allowHttp is %j', (address, allowHttp) => {
  expect(new EventDelivery({ apiKey, baseUrl: address, allowHttp })).toBeDefined()
})

test.each([
  ['http://mock:4010', []],
  ['http://mock:4010', ['mock:4011']],
  ['http://mock:4010', ['moc', 'ock', '*', 'mock.example', '']],
  ['http://mock.example', ['mock']],
  ['http://a.mock', ['mock']],
  ['http://user@mock', ['mock']],
  ['http://mock?a=1', ['mock']],
  ['ftp://mock', ['mock']],
])('%s is refused where allowHttp is %j', (address, allowHttp) => {
  const make = () => new EventDelivery({ apiKey, baseUrl: address, allowHttp })
  expect(make).toThrow(expect.objectContaining({ param: 'baseUrl', status: 0 }))
})

test('an answer of the typed client has its address', async () => {
  const service = await serveListener(
    ({ url }, response) =>
      url?.includes('refused')
        ? response.writeHead(404, json).end('{}')
        : response.writeHead(200, json).end('{"data":[],"hasMore":false}'),
    { until: onTestFinished },
  )
  const client = new EventDelivery({ apiKey, baseUrl: service.baseUrl })
  const { response } = await client.http.GET('/v1/events', { params: { query: { limit: 5 } } })
  expect(response.url).toBe(`${service.baseUrl}/v1/events?limit=5`)
  const params = { path: { id: 'refused' } }
  const refused = await client.http.GET('/v1/events/{id}', { params })
  expect(refused.response.url).toBe(`${service.baseUrl}/v1/events/refused`)
  let seen: string | undefined
  client.http.use({ onResponse: ({ response: { url } }) => void (seen = url) })
  const listed = await client.events.list().withResponse()
  expect([seen, listed.response.url]).toEqual(Array(2).fill(`${service.baseUrl}/v1/events`))
})

test('an answer of a middleware needs no address', async () => {
  const { client } = clientOf(scriptedFetch(refuse(503, 'x')))
  client.http.use({ onRequest: () => new Response(JSON.stringify({ data: [], hasMore: false })) })
  expect((await client.events.list()).data).toEqual([])
})

afterEach(() => vi.unstubAllGlobals())

test('without crypto.randomUUID the keys of events are UUIDs all the same, and differ', async () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch)
  const calls = Array.from({ length: 200 }, () => client.events.create(input).withResponse())
  const keys = (await Promise.all(calls)).map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(keys.map((key) => key[35])).size).toBe(16)
  expect(fetch.requests.map(({ headers }) => headers.get('idempotency-key')).sort()).toEqual(keys.sort())
})

test('without any crypto a call without a key is refused by the name of the polyfill, and nothing is sent', async () => {
  vi.stubGlobal('crypto', undefined)
  const fetch = scriptedFetch(created)
  const error = await rejection(clientOf(fetch).client.events.create(input))
  expect(error).toBeInstanceOf(InvalidRequestError)
  const message = like(/crypto\.getRandomValues.*react-native-get-random-values/)
  expect(error).toMatchObject({ param: 'idempotencyKey', outcome: 'not-sent', message })
  expect(fetch.requests).toHaveLength(0)
})

test('without any crypto a call with a key is sent', async () => {
  vi.stubGlobal('crypto', undefined)
  const call = clientOf(scriptedFetch(created)).client.events.create(input, { idempotencyKey: 'a' })
  await expect(call).resolves.toEqual(stored)
})

test('without crypto.subtle nothing that signs or verifies begins, and the polyfill is named', async () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const delivery = { body: '{}', id: 'msg_1', timestamp: 1_700_000_000 }
  const cure = /^crypto\.subtle is missing.*https.*react-native-quick-crypto/
  expect(() => createReceiver({ secret, otherwise: () => {} })).toThrow(cure)
  await expect(sign(delivery, { secret })).rejects.toThrow(cure)
  await expect(unwrap({ body: '{}', headers: {} }, { secret })).rejects.toThrow(cure)
})
