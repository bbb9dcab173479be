import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verify } from '@event-delivery/sdk/webhooks'
import { createBackend, createForwards, type BackendOptions } from '../../mock/index'
import {
  forwardTo,
  localWebhooks,
  registeredUrl,
  webhookOf,
  withWebhooks,
  type LocalWebhook,
} from '../../mock/command/local-webhooks'

const read = (...texts: string[]) =>
  texts.reduce<readonly LocalWebhook[]>((before, text) => localWebhooks(text, before), [])

test.each([
  ['http://localhost:3000/hooks', 'http://localhost:3000/hooks', ['*']],
  ['http://localhost:3000', 'http://localhost:3000/', ['*']],
  ['http://localhost:3000/hooks=order.paid', 'http://localhost:3000/hooks', ['order.paid']],
  ['http://localhost:3000/hooks=a, b,a', 'http://localhost:3000/hooks', ['a', 'b']],
  ['http://localhost:3000/hooks=a,*', 'http://localhost:3000/hooks', ['*']],
  ['http://localhost:3000/hooks?x=1', 'http://localhost:3000/hooks?x=1', ['*']],
  ['http://localhost:3000/hooks?x=1&y=2=a', 'http://localhost:3000/hooks?x=1&y=2', ['a']],
  ['http://localhost:3000/a=b?c', 'http://localhost:3000/a=b?c', ['*']],
])('%s is the receiver %s of %j', (text, target, events) => {
  expect(read(text)).toEqual([{ target, events }])
})

test.each([
  ['localhost:3000/hooks', /written URL or URL=TYPE/],
  ['ftp://localhost/hooks', /written URL or URL=TYPE/],
  ['hooks', /written URL or URL=TYPE/],
  ['http://me:pass@localhost/hooks', /^(?!.*pass@)The URL of a webhook holds no user name/],
  ['http://localhost/hooks#here', /ends before its #/],
  ['http://localhost/hooks=', /type is missing/],
  ['http://localhost/hooks=a,,b', /type is missing/],
])('%s is refused', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('the types of a receiver that is named twice are joined', () => {
  const target = 'http://localhost:3000/hooks'
  expect(read(`${target}=a`, `${target}=b`)).toEqual([{ target, events: ['a', 'b'] }])
  expect(read(`${target}=a`, target)).toEqual([{ target, events: ['*'] }])
})

const targets = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.constantFrom(...'localhost 127.0.0.1 [::1] app my-app app-3000 10.0.0.7 tls x.y'.split(' ')),
    port: fc.constantFrom('', ':3000', ':80', ':443'),
    path: fc.constantFrom('/', '/hooks', '/hooks/', '/hooks/orders', '/hooks?x=1', '/hooks?x=2'),
  })
  .map(({ scheme, host, port, path }) => new URL(`${scheme}://${host}${port}${path}`).href)

test('each receiver is registered with a URL of its own, which the service would accept and which leads to it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(targets, { minLength: 2, maxLength: 6 }), (urls) => {
      const receivers = read(...urls)
      const forwards = createForwards(receivers.flatMap((one) => forwardTo(one) ?? []))
      const registered = receivers.map(({ target }) => registeredUrl(target))
      expect(new Set(registered).size).toBe(urls.length)
      for (const [index, url] of registered.entries()) {
        expect(url).toMatch(/^https:\/\//)
        expect(forwards.target(url)).toBe(urls[index])
      }
      createBackend({ dialect: { webhookHosts: 'public' }, seed: withWebhooks({}, receivers) })
    }),
  )
})

test('a public https receiver is registered as it is', () => {
  expect(registeredUrl('https://shop.example/hooks')).toBe('https://shop.example/hooks')
  expect(forwardTo({ target: 'https://shop.example/hooks', events: ['*'] })).toBeUndefined()
})

test('id and secret depend on the URL alone', () => {
  const { id, secret } = webhookOf({ target: 'http://localhost:3000/hooks', events: ['a'] })
  expect(webhookOf({ target: 'http://localhost:3000/hooks', events: ['*'] })).toMatchObject({ id, secret })
  const other = webhookOf({ target: 'http://localhost:3001/hooks', events: ['a'] })
  expect(other.id).not.toBe(id)
  expect(other.secret).not.toBe(secret)
})

test('a seed that holds the webhook of an earlier start gets it once', () => {
  const receivers = read('http://localhost:3000/hooks')
  const before = withWebhooks({ webhooks: [{ url: 'https://a.example', events: ['*'] }] }, receivers)
  expect(withWebhooks(before, receivers)).toEqual(before)
  expect(before.webhooks).toHaveLength(2)
})

/** A backend with the receiver `http://localhost:3000/hooks`, and the requests that it was sent. */
function withReceiver(options: BackendOptions = {}) {
  const requests: Request[] = []
  const receivers = read('http://localhost:3000/hooks=order.paid')
  const forwards = createForwards(receivers.flatMap((one) => forwardTo(one) ?? []))
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(new Request(forwards.target(input as string), init))
    return new Response(null, { status: 204 })
  }
  const backend = createBackend({ ...options, forwards, fetch, seed: withWebhooks({}, receivers) })
  const create = async (key: string, type: string, session?: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ type, data: {} })
    const init = {
      method: 'POST',
      headers: { ...headers, ...(session && { 'x-mock-session': session }) },
      body,
    }
    await backend.fetch(new Request('http://localhost/v1/events', init))
    await backend.waitForIdle()
  }
  return { backend, requests, create, secret: webhookOf(receivers[0]!).secret }
}

test('the receiver gets signed events of live keys and of its types, and those of test keys never', async () => {
  const { backend, requests, create, secret } = withReceiver()
  await create('sk_test_mock', 'order.paid')
  await create('sk_live_mock', 'order.sent')
  expect(requests).toEqual([])
  await create('sk_live_mock', 'order.paid')
  expect(requests.map(({ url }) => url)).toEqual(['http://localhost:3000/hooks'])
  await verify(requests[0]!, { secret })
  await backend.close()
})

test('the receiver is there after a reset, and in every session', async () => {
  const { backend, requests, create } = withReceiver()
  await backend.fetch(new Request('http://localhost/__mock/reset', { method: 'POST' }))
  await create('sk_live_mock', 'order.paid')
  await create('sk_live_mock', 'order.paid', 'worker-1')
  expect(requests).toHaveLength(2)
  await backend.close()
})

test('lists show the receiver with its public https URL', async () => {
  const { backend } = withReceiver()
  const headers = { authorization: 'Bearer sk_live_mock' }
  const answer = await backend.fetch(new Request('http://localhost/v1/webhooks', { headers }))
  expect(await answer.json()).toMatchObject({
    data: [{ url: 'https://localhost-3000.example/hooks', events: ['order.paid'], status: 'active' }],
  })
  await backend.close()
})
