import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as validators from '../../generated/response-validators'
import { examples } from '../../generated/examples'
import { createBackend, createSeededRandom, type Backend } from '@event-delivery/mock'
import { anyLetter, urlPath, urlQuery, urlWith } from '../support/any-letter'
import { sized } from '../support/tier'

const numRuns = sized({ test: 200, more: 2_000, soak: 100_000 })

const v1 = '/v1/events /v1/webhooks /v1/keys /v1/events/evt_1 /v1/webhooks/wh_1'
const control = '/keys /faults /snapshot /clock/advance /journal?after=1 /journal?after=x&session=%00'
const known = [...v1.split(' '), ...control.split(' ').map((path) => `/__mock${path}`)]
const paths = fc.oneof(
  fc.constantFrom(...known),
  urlPath.map((path) => `/v1${path}`),
  fc
    .string({ maxLength: 50 })
    .map(encodeURIComponent)
    .map((text) => `/v1/events?limit=${text}&cursor=${text}`),
  fc.integer().map((limit) => `/v1/events?limit=${limit}`),
  urlQuery.map((query) => `/v1/webhooks?${query}`),
)
const ofJson = 'data url events description name expiresAt idempotencyKey mode webhooks now operation'.split(
  ' ',
)
const members = fc.record(
  {
    ...Object.fromEntries(ofJson.map((name) => [name, fc.jsonValue()])),
    type: fc.oneof(fc.string(), fc.jsonValue()),
    url: fc.oneof(urlWith('http', 'https'), fc.string(), fc.jsonValue()),
    events: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    scopes: fc.oneof(fc.array(fc.constantFrom('events:read', '__proto__')), fc.jsonValue()),
    expiresAt: fc.oneof(fc.date({ noInvalidDate: true }), fc.jsonValue()),
    keys: fc.array(fc.jsonValue()),
    deliveries: fc.array(fc.jsonValue()),
    probability: fc.constant(0),
    kind: fc.oneof(fc.constantFrom('status', 'reset', '__proto__'), fc.jsonValue()),
  },
  { requiredKeys: [] },
)
const bodies = fc.oneof(
  fc.json(),
  fc.string({ unit: anyLetter }),
  fc.uint8Array({ maxLength: 200 }),
  members.map((body) => JSON.stringify(body)),
  fc.constantFrom(
    '{"__proto__":{"type":"a","data":{}}}',
    '{"type":"a","data":{"n":1e999999}}',
    `{"type":"a","data":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
    `{"type":"a","data":{"a":${'[{"a":'.repeat(249)}1${'}]'.repeat(249)}}}`,
    `{"url":"https://a.example","events":[${'[1],'.repeat(2_000)}[1]]}`,
    ...Object.values(examples).map((example) => JSON.stringify(example)),
  ),
)
const headerValues = fc.string({ unit: 'grapheme-ascii', maxLength: 300 })
const mostly = (...values: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...values) }, headerValues)
const bearers = ['sk_live_mock', 'sk_test_mock', 'sk_live_readonly_mock'].map((key) => `Bearer ${key}`)
const preferences = ['code=404', 'code=204', 'code=304', 'code=599', 'example=toString', 'code=200;example=x']
const headers = fc.record(
  {
    authorization: mostly(...bearers),
    'content-type': mostly('application/json'),
    'content-length': headerValues,
    'idempotency-key': headerValues,
    prefer: fc.oneof(
      fc.constantFrom(...preferences),
      headerValues.filter((value) => !/delay/i.test(value)),
    ),
    'x-mock-session': fc.oneof(fc.constantFrom('a', 'b', 'c'), headerValues),
    'last-event-id': headerValues,
    accept: fc.constantFrom('*/*', 'application/json'),
    origin: headerValues,
    host: headerValues,
  },
  { requiredKeys: ['authorization', 'content-type'] },
)

const given = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

function exchange(
  backend: Backend,
  method: string,
  path: string,
  body: BodyInit = '',
  headers: object = given,
) {
  const sent = method === 'GET' || method === 'HEAD' ? undefined : body
  const init = { method, headers: headers as Record<string, string>, body: sent }
  return backend.fetch(new Request(new URL(path, 'http://localhost'), init))
}

test('no request, however hostile, gets a server error or an answer outside the document', async () => {
  const failures: unknown[] = []
  const backend = createBackend({
    random: createSeededRandom(1),
    fetch: () => Promise.resolve(new Response()),
    logger: { error: (_line, cause) => failures.push(cause) },
  })
  const methods = fc.constantFrom('GET', 'POST', 'POST', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD')
  await fc.assert(
    fc.asyncProperty(methods, paths, headers, bodies, async (method, path, headers, body) => {
      const response = await exchange(backend, method, path, body as BodyInit, headers)
      const answered = await response.text()
      expect(failures).toEqual([])
      if (response.headers.has('preference-applied')) expect(response.status).toBeLessThan(600)
      else expect(response.status).toBeLessThan(500)
      if (answered === '') {
        expect(method === 'HEAD' || [204, 205, 304].includes(response.status)).toBe(true)
        return
      }
      const json: unknown = JSON.parse(answered)
      if (response.status >= 400) expect(validators.validateError(json)).toBe(true)
    }),
    { numRuns },
  )
  expect((await exchange(backend, 'GET', '/v1/events')).status).toBe(200)
  await backend.close()
})

test('each page after a valid creation is valid', async () => {
  const backend = createBackend({
    random: createSeededRandom(2),
    fetch: () => Promise.resolve(new Response()),
  })
  const type = fc.string({ unit: anyLetter, minLength: 1, maxLength: 100 })
  const secure = urlWith('https')
  await fc.assert(
    fc.asyncProperty(type, fc.dictionary(fc.string(), fc.jsonValue()), secure, async (name, data, url) => {
      await exchange(backend, 'POST', '/v1/events', JSON.stringify({ type: name, data }))
      const hook = await exchange(backend, 'POST', '/v1/webhooks', JSON.stringify({ url, events: [name] }))
      expect(hook.status).toBe(201)
      expect(validators.validateWebhookWithSecret(await hook.json())).toBe(true)
      const page: unknown = await (await exchange(backend, 'GET', '/v1/events?limit=5')).json()
      expect(validators.validateEventPage(page)).toBe(true)
    }),
    { numRuns: sized({ test: 100, more: 300, soak: 3_000 }) },
  )
  await backend.close()
})
