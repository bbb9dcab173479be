import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as validators from '../../generated/response-validators'
import { examples } from '../../generated/examples'
import { createBackend, createSeededRandom, type Backend } from '@event-delivery/mock'

// The soak runs more cases.
const numRuns = Number(process.env.SOAK_CASES ?? 2_000)

const paths = fc.oneof(
  fc.constantFrom(
    '/v1/events',
    '/v1/webhooks',
    '/v1/keys',
    '/v1/events/evt_1',
    '/v1/webhooks/wh_1',
    '/__mock/keys',
    '/__mock/faults',
    '/__mock/snapshot',
    '/__mock/clock/advance',
    '/__mock/journal?after=1',
    '/__mock/journal?after=x&session=%00',
  ),
  fc.webPath().map((path) => `/v1${path}`),
  fc
    .string({ maxLength: 50 })
    .map((text) => `/v1/events?limit=${encodeURIComponent(text)}&cursor=${encodeURIComponent(text)}`),
  fc.integer().map((limit) => `/v1/events?limit=${limit}`),
  fc.webQueryParameters().map((query) => `/v1/webhooks?${query}`),
)
const bodies = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }),
  fc
    .record(
      {
        type: fc.oneof(fc.string(), fc.jsonValue()),
        data: fc.jsonValue(),
        url: fc.oneof(fc.webUrl(), fc.string(), fc.jsonValue()),
        events: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
        description: fc.jsonValue(),
        name: fc.jsonValue(),
        scopes: fc.oneof(fc.array(fc.constantFrom('events:read', '__proto__')), fc.jsonValue()),
        expiresAt: fc.oneof(
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          fc.jsonValue(),
        ),
        idempotencyKey: fc.jsonValue(),
        mode: fc.jsonValue(),
        webhooks: fc.jsonValue(),
        keys: fc.array(fc.jsonValue()),
        deliveries: fc.array(fc.jsonValue()),
        now: fc.jsonValue(),
        operation: fc.jsonValue(),
        probability: fc.constant(0),
        kind: fc.oneof(fc.constantFrom('status', 'reset', '__proto__'), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body)),
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
const headers = fc.record(
  {
    authorization: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom(
          'Bearer sk_live_mock',
          'Bearer sk_test_mock',
          'Bearer sk_live_readonly_mock',
        ),
      },
      headerValues,
    ),
    'content-type': fc.oneof({ weight: 8, arbitrary: fc.constant('application/json') }, headerValues),
    'content-length': headerValues,
    'idempotency-key': headerValues,
    prefer: fc.oneof(
      fc.constantFrom(
        'code=404',
        'code=204',
        'code=304',
        'code=599',
        'example=toString',
        'code=200;example=x',
      ),
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

async function exchange(
  backend: Backend,
  method: string,
  path: string,
  given: Record<string, string>,
  body: BodyInit,
) {
  const withBody = method !== 'GET' && method !== 'HEAD'
  return backend.fetch(
    new Request(new URL(path, 'http://localhost'), {
      method,
      headers: given,
      body: withBody ? body : undefined,
    }),
  )
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
    fc.asyncProperty(methods, paths, headers, bodies, async (method, path, given, body) => {
      const response = await exchange(backend, method, path, given, body as BodyInit)
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
  const { status } = await exchange(
    backend,
    'GET',
    '/v1/events',
    { authorization: 'Bearer sk_live_mock' },
    '',
  )
  expect(status).toBe(200)
  await backend.close()
})

test('each page after a valid creation is valid', async () => {
  const backend = createBackend({
    random: createSeededRandom(2),
    fetch: () => Promise.resolve(new Response()),
  })
  const given = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const type = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(
      type,
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.webUrl({ validSchemes: ['https'] }),
      async (name, data, url) => {
        await exchange(backend, 'POST', '/v1/events', given, JSON.stringify({ type: name, data }))
        const hook = await exchange(
          backend,
          'POST',
          '/v1/webhooks',
          given,
          JSON.stringify({ url, events: [name] }),
        )
        expect(hook.status).toBe(201)
        expect(validators.validateWebhookWithSecret(await hook.json())).toBe(true)
        const page: unknown = await (await exchange(backend, 'GET', '/v1/events?limit=5', given, '')).json()
        expect(validators.validateEventPage(page)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
  await backend.close()
})
