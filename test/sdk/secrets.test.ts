import { inspect } from 'node:util'
import { EventDelivery, type ClientOptions, type OneTime, type WebhookWithSecret } from '@event-delivery/sdk'
import { answer, refuse, type Step, scriptedFetch, truncate } from '@event-delivery/sdk/testing'
import { sign, verify } from '@event-delivery/sdk/webhooks'
import { expect, test, afterEach, expectTypeOf, vi } from 'vitest'
import { operations } from '../../generated/operations'
import { canary } from '../support/canary'
import { clientOf, input, rejection, webhook, callOf } from './client'

const keys = [`sk_live_${canary}`, `sk_test_${canary}`, `tok-${canary}`]

/** The texts that a value leaves in a log. */
const outputs = (value: unknown): string[] => [
  inspect(value, { depth: Infinity, showHidden: true, getters: false }),
  inspect(value),
  JSON.stringify(value) ?? '',
  String(value instanceof Error ? `${value.stack}` : value),
]

function expectNoCanary(values: unknown[]) {
  for (const text of values.flatMap(outputs)) expect(text).not.toContain(canary)
}

const ways: Record<string, (key: string) => Step> = {
  'an error that quotes the key': (key) => refuse(401, key, `No such key: ${key}`, key),
  'headers that quote the key': (key) =>
    answer(500, '', { 'x-debug': `Bearer ${key}`, 'x-request-id': key, deprecation: key }),
  'a redirect to the key': (key) => answer(302, '', { location: `https://a.example/${key}` }),
  'a limit that quotes the key': (key) => answer(429, `<p>${key}</p>`, { 'retry-after': '900' }),
  'a success that is none and quotes the key': (key) => answer(200, { key }),
  'a success that is cut off': (key) => truncate(answer(200, { key: key.repeat(9) })),
  'a fetch that throws all it was given': (key) => (request) => {
    const cause = Object.assign(new Error(`tls: ${key}`), { code: key, headers: request.headers })
    throw Object.assign(new TypeError(`Bearer ${key} failed`, { cause }), {
      name: key,
      config: { headers: { authorization: key } },
    })
  },
  'a fetch that throws a text': (key) => () => {
    const text: unknown = `failed with ${key}`
    throw text
  },
  'a timeout': () => () => new Promise(() => {}),
  'nobody who listens': (key) => () => {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error(`connect ECONNREFUSED ${key}`), { code: 'ECONNREFUSED' }),
    })
  },
}

const uses: Record<string, (client: EventDelivery) => unknown> = {
  'events.createAll': ({ events }) => events.createAll([input], { maxRetries: 0 }).summary(),
  'http.GET': ({ http }) => http.GET('/v1/events'),
  ...Object.fromEntries(
    Object.values(operations).map((one) => [one.id, (client: EventDelivery) => callOf(client, one)]),
  ),
}

// Each kind of key meets each way, and each operation.
const cases = Object.keys(ways).flatMap((way, row) =>
  Object.keys(uses).map((operation, column) => [operation, way, keys[(row + column) % 3]!] as const),
)

test.each(cases)(
  'after %s met %s, no key is in an error, a log line, a hook or the client',
  async (operation, way, key) => {
    const seen: unknown[] = []
    const keep = (...values: unknown[]) => void seen.push(...values)
    const { client } = clientOf(scriptedFetch(ways[way]!(key)), {
      apiKey: () => key,
      logger: { level: 'debug', debug: keep, info: keep, warn: keep, error: keep },
      hooks: { request: keep, response: keep, retry: keep },
    })
    seen.push(client)
    let cause = await (uses[operation]!(client) as PromiseLike<unknown>).then(
      // The answer of the typed client is the answer of the service, and not redacted.
      () => undefined,
      (error: unknown) => error,
    )
    for (; cause; cause = (cause as Error).cause) seen.push(cause)
    expect(seen.length).toBeGreaterThan(4)
    expectNoCanary(seen)
  },
)

test('a key that no header can carry is refused without being quoted', async () => {
  for (const key of keys) {
    for (const apiKey of [`${key}\n`, `${key}\r\nx: y`, `${key}\0`, ` ${key}`, `whsec_${key}`]) {
      const make = async () => new EventDelivery({ apiKey, baseUrl: 'https://a.example' })
      expectNoCanary([await rejection(make())])
      const { client } = clientOf(scriptedFetch(answer(200)), { apiKey: () => apiKey })
      expectNoCanary([await rejection(client.events.create(input))])
    }
  }
})

test('a header that cannot be sent is not quoted', async () => {
  const { client } = clientOf(scriptedFetch(answer(200)))
  expectNoCanary([await rejection(client.events.create(input, { headers: { 'x-secret': `${canary}\n` } }))])
})

test('credentials in the address are not quoted', async () => {
  const make = async () =>
    new EventDelivery({ apiKey: 'sk_live_1', baseUrl: `https://user:${canary}@a.example` })
  expectNoCanary([await rejection(make())])
})

test('the secret of a new webhook is a plain string when it is read, and a hint when it is printed', async () => {
  const { client } = clientOf(scriptedFetch(answer(201, webhook)))
  const created = await client.webhooks.create({ url: 'https://a.example', events: ['*'] })
  expect(created.secret).toBe(webhook.secret)
  expectNoCanary([created, { created }, [created]])
  expect(inspect(created)).toContain('shown once: webhook.reveal() has it')
  const { key } = await create()
  expectNoCanary([key, [key]])
})

test('errors of verification quote neither secret nor signature', async () => {
  const secret = `whsec_${Buffer.from(canary.repeat(4)).toString('base64')}`
  const headers = await sign({ body: '{}', id: 'msg_1', timestamp: 1700000000 }, { secret })
  const error = await rejection(verify({ body: '{} ', headers }, { secret, now: () => 1700000000_000 }))
  const apiKey = { secret: `sk_live_${canary}`, tolerance: Infinity }
  const wrong = await rejection(verify({ body: '{}', headers }, apiKey))
  expectNoCanary([error, wrong])
  for (const text of outputs(error)) {
    expect(text).not.toContain(secret.slice(6))
    expect(text).not.toContain(headers['webhook-signature']?.slice(3))
  }
})

afterEach(() => void vi.restoreAllMocks())

const webhookInput = { url: 'https://a.example', events: ['*'] }
const key = { id: 'key_1', name: 'a', scopes: [], expiresAt: '', created: '', key: `sk_live_${canary}` }
const keyInput = { name: 'a', scopes: ['events:read' as const], expiresAt: '2030-01-01T00:00:00Z' }

/** Creates a webhook and a key by a client whose warnings are kept. */
async function create(options: ClientOptions = {}) {
  const warnings: string[] = []
  const logger = { debug() {}, info() {}, warn: (text: string) => void warnings.push(text), error() {} }
  const fetch = scriptedFetch(answer(201, webhook), answer(201, key))
  const { client } = clientOf(fetch, { logger, ...options })
  return {
    warnings,
    webhook: await client.webhooks.create(webhookInput),
    key: await client.keys.create(keyInput),
  }
}

test('JSON of a new webhook says that it lacks the secret, and which call has it, and warns once', async () => {
  const { webhook: created, warnings } = await create()
  const column = JSON.stringify({ webhook: created })
  expect(column).toContain('[shown once: webhook.reveal() has it]')
  expect(column).not.toContain(canary)
  JSON.stringify(created)
  const lacks = 'JSON of a new webhook lacks its secret, which is shown once: webhook.reveal() has it.'
  expect(warnings).toEqual([`[event-delivery] ${lacks}`])
})

test('reveal gives the plain record, whose JSON holds the secret', async () => {
  const { webhook: created, key: createdKey, warnings } = await create()
  expect(JSON.parse(JSON.stringify(created.reveal()))).toEqual(webhook)
  expect(JSON.parse(JSON.stringify(createdKey.reveal()))).toEqual(key)
  expect(Object.getPrototypeOf(created.reveal())).toBe(Object.prototype)
  expect(warnings).toEqual([])
})

test('a new key is told of as a webhook is', async () => {
  const { key: created, warnings } = await create()
  expect(JSON.parse(JSON.stringify(created))).toEqual({ ...key, key: '[shown once: key.reveal() has it]' })
  const lacks = 'JSON of a new key lacks its key, which is shown once: key.reveal() has it.'
  expect(warnings).toEqual([`[event-delivery] ${lacks}`])
})

test('each record warns for itself, since each loses a secret of its own', async () => {
  const { webhook: first, key: second, warnings } = await create()
  JSON.stringify([first, second, first, second])
  expect(warnings).toHaveLength(2)
})

test('without a logger nothing is printed, and the JSON alone says what it lacks', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { webhook: created } = await create({ logger: undefined })
  expect(JSON.stringify(created)).toContain('webhook.reveal() has it')
  expect(printed).not.toHaveBeenCalled()
})

test('a copy by spread or structuredClone is plain data, and holds the secret', async () => {
  const { webhook: created } = await create()
  for (const copy of [{ ...created }, structuredClone(created), Object.assign({}, created)]) {
    expect(JSON.parse(JSON.stringify(copy))).toEqual(webhook)
    expect(Object.keys(copy)).toEqual(Object.keys(webhook))
  }
})

test('the secret leaves by destructuring, and the rest has neither it nor reveal', async () => {
  const { webhook: created } = await create()
  const { secret, ...rest } = created
  expect(secret).toBe(webhook.secret)
  expect(rest).toEqual({ ...webhook, secret: undefined })
  expectTypeOf(created).toEqualTypeOf<OneTime<WebhookWithSecret>>()
  expectTypeOf(created.reveal()).toEqualTypeOf<WebhookWithSecret>()
  expectTypeOf(rest).not.toHaveProperty('reveal')
  expectTypeOf(rest).not.toHaveProperty('secret')
  expectTypeOf({ ...created }).not.toHaveProperty('reveal')
})
