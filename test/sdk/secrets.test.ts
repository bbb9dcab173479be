import { inspect } from 'node:util'
import { EventDelivery } from '@event-delivery/sdk'
import { answer, createFakeClock, refuse, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import { sign, verify } from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { clientOf, input, rejection } from './client'

const canary = 'c4n4ry7e1'
const keys = [`sk_live_${canary}`, `sk_test_${canary}`, `tok-${canary}`]
const webhook = {
  id: 'wh_1',
  url: 'https://a.example',
  events: ['*'],
  status: 'active',
  created: '2026-11-21T03:00:00Z',
  secret: `whsec_${canary}`,
}

/** Every way in which a value ends up in a log. */
const outputs = (value: unknown): string[] => [
  inspect(value, { depth: Infinity, showHidden: true, getters: false }),
  inspect(value),
  JSON.stringify(value) ?? '',
  String(value instanceof Error ? `${value.stack}` : value),
]

function expectNoCanary(values: unknown[]) {
  for (const text of values.flatMap(outputs)) expect(text).not.toContain(canary)
}

const echoes: [string, (key: string) => Step][] = [
  ['an error that quotes the key', (key) => refuse(401, key, `No such key: ${key}`, key)],
  [
    'a header that quotes the key',
    (key) => answer(500, '', { 'x-debug': `Bearer ${key}`, 'x-request-id': 'r1' }),
  ],
  ['a body that quotes the key', (key) => answer(500, `<p>${key}</p>`)],
  ['a success that is none and quotes the key', (key) => answer(200, { key })],
  [
    'a fetch that throws all it was given',
    (key) => (request) => {
      const cause = Object.assign(new Error(`tls: ${key}`), { code: 'EPROTO', headers: request.headers })
      throw Object.assign(new TypeError(`Bearer ${key} failed`, { cause }), {
        config: { headers: { authorization: key } },
      })
    },
  ],
  [
    'a fetch that throws a text',
    (key) => () => {
      const text: unknown = `failed with ${key}`
      throw text
    },
  ],
  ['a timeout', () => () => new Promise(() => {})],
]

test.each(echoes)('after %s, no key is in an error, a log line, a hook or the client', async (_, step) => {
  for (const key of keys) {
    const seen: unknown[] = []
    const keep = (...values: unknown[]) => void seen.push(...values)
    const { client } = clientOf(scriptedFetch(step(key)), {
      apiKey: () => key,
      logger: { level: 'debug', debug: keep, info: keep, warn: keep, error: keep },
      hooks: { request: keep, response: keep, retry: keep },
    })
    seen.push(await rejection(client.events.create(input)), client)
    const bulk = client.events.createAll([input], { maxRetries: 0 }).summary()
    seen.push(await bulk.catch((error: unknown) => error))
    expect(seen.length).toBeGreaterThan(5)
    expectNoCanary(seen)
  }
})

test('a key with a line break leaks from four SDKs: here it is refused without being quoted', async () => {
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
  const { secret, ...rest } = created
  expect(secret).toBe(webhook.secret)
  expect(rest).toEqual({ ...webhook, secret: undefined })
  expect({ ...created }.secret).toBe(webhook.secret)
  expectNoCanary([created, { created }, [created]])
  expect(inspect(created)).toContain('shown once, read .secret')
  expect(JSON.parse(JSON.stringify(created))).toEqual({
    ...webhook,
    secret: '[shown once, read .secret]',
  })
})

test('so is a new key', async () => {
  const record = { id: 'key_1', name: 'a', scopes: [], expiresAt: '', created: '', key: keys[0] }
  const { client } = clientOf(scriptedFetch(answer(201, record)))
  const created = await client.keys.create({
    name: 'a',
    scopes: ['events:read'],
    expiresAt: '2030-01-01T00:00:00Z',
  })
  expect(created.key).toBe(keys[0])
  expectNoCanary([created])
})

test('errors of verification quote neither secret nor signature', async () => {
  const secret = `whsec_${Buffer.from(canary.repeat(4)).toString('base64')}`
  const headers = await sign({ body: '{}', id: 'msg_1', timestamp: 1700000000 }, { secret })
  const error = await rejection(verify({ body: '{} ', headers }, { secret, now: () => 1700000000_000 }))
  const wrong = await rejection(
    verify({ body: '{}', headers }, { secret: `sk_live_${canary}`, tolerance: Infinity }),
  )
  expectNoCanary([error, wrong])
  for (const text of outputs(error)) {
    expect(text).not.toContain(secret.slice(6))
    expect(text).not.toContain(headers['webhook-signature']?.slice(3))
  }
})

test('a body that quotes a rotated key is redacted too', async () => {
  const order = [`tok-${canary}-a`, `tok-${canary}-b`]
  const { client } = clientOf(scriptedFetch(refuse(503, 'x', `tok-${canary}-a`)), {
    apiKey: () => order.shift() ?? `tok-${canary}-c`,
    clock: createFakeClock({ auto: true }),
  })
  expectNoCanary([await rejection(client.events.create(input))])
})
