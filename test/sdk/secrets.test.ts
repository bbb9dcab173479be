import { inspect } from 'node:util'
import { EventDelivery } from '@event-delivery/sdk'
import {
  answer,
  createFakeClock,
  refuse,
  type Step,
  scriptedFetch,
  truncate,
} from '@event-delivery/sdk/testing'
import { sign, verify } from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { canary } from '../support/canary'
import { clientOf, input, rejection, webhook } from './client'

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

const operations: Record<string, (client: EventDelivery) => PromiseLike<unknown>> = {
  'events.create': ({ events }) => events.create(input),
  'events.createAll': ({ events }) => events.createAll([input], { maxRetries: 0 }).summary(),
  'events.list': ({ events }) => events.list(),
  'events.retrieve': ({ events }) => events.retrieve('evt_1'),
  'webhooks.create': ({ webhooks }) => webhooks.create({ url: 'https://a.example', events: ['*'] }),
  'webhooks.list': ({ webhooks }) => webhooks.list(),
  'webhooks.delete': ({ webhooks }) => webhooks.delete('wh_1'),
  'keys.create': ({ keys }) =>
    keys.create({ name: 'a', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }),
  'http.GET': ({ http }) => http.GET('/v1/events'),
}

const cases = Object.keys(ways).flatMap((way) =>
  Object.keys(operations).map((operation) => [operation, way] as const),
)

test.each(cases)(
  'after %s met %s, no key is in an error, a log line, a hook or the client',
  async (operation, way) => {
    for (const key of keys) {
      const seen: unknown[] = []
      const keep = (...values: unknown[]) => void seen.push(...values)
      const { client } = clientOf(scriptedFetch(ways[way]!(key)), {
        apiKey: () => key,
        logger: { level: 'debug', debug: keep, info: keep, warn: keep, error: keep },
        hooks: { request: keep, response: keep, retry: keep },
      })
      seen.push(client)
      let cause = await operations[operation]!(client).then(
        // The answer of the typed client is the answer of the service, and not redacted.
        () => undefined,
        (error: unknown) => error,
      )
      for (; cause; cause = (cause as Error).cause) seen.push(cause)
      expect(seen.length).toBeGreaterThan(4)
      expectNoCanary(seen)
    }
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
  const { secret, ...rest } = created
  expect(secret).toBe(webhook.secret)
  expect(rest).toEqual({ ...webhook, secret: undefined })
  expect({ ...created }.secret).toBe(webhook.secret)
  expectNoCanary([created, { created }, [created]])
  expect(inspect(created)).toContain('shown once: webhook.reveal() has it')
  expect(JSON.parse(JSON.stringify(created))).toEqual({
    ...webhook,
    secret: '[shown once: webhook.reveal() has it]',
  })
})

test('a new key is a plain string when it is read, and a hint when it is printed', async () => {
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
