import { inspect } from 'node:util'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createFakeClock, signedRequest } from '@event-delivery/sdk/testing'
import {
  createMemoryStore,
  createReceiver,
  type DeliveryObserver,
  type KeptDelivery,
  type ObservedDelivery,
  type QueuedStore,
  type ReceiverOptions,
} from '@event-delivery/sdk/webhooks'
import * as undici from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { like } from './client'
import { deliver, otherSecret, secret, receiver } from './deliveries'

afterEach(() => void vi.restoreAllMocks())

const otherwise = () => {}

test('options that are undefined are as good as absent', async () => {
  const names = ['scheme', 'tolerance', 'now', 'catalog', 'on', 'store', 'scope', 'lease', 'onError', 'clock']
  const absent = Object.fromEntries(names.map((name) => [name, undefined]))
  const receive = createReceiver({ secret, otherwise, ...absent })
  expect((await receive(await deliver())).status).toBe(204)
})

test('the headers of a request of another realm are kept too, without its credentials', async () => {
  const kept: KeptDelivery[] = []
  const store: QueuedStore<object> = {
    async transact(_, handle) {
      await handle({})
      return 'handled'
    },
    keep: async (_, delivery) => void kept.push(delivery),
  }
  const delivery = await deliver()
  const headers = { ...Object.fromEntries(delivery.headers), authorization: 'Basic x', 'x-shop': '7' }
  const foreign = new undici.Request(delivery.url, { method: 'POST', headers, body: await delivery.text() })
  const receive = createReceiver({ secret, store })
  expect((await receive(foreign as unknown as Request)).status).toBe(204)
  expect(kept).toMatchObject([{ headers: { 'webhook-id': 'msg_test', 'x-shop': '7' } }])
  expect(kept[0]?.headers).not.toHaveProperty('authorization')
})

test('a secret under 24 bytes is warned of once, when the receiver is made', async () => {
  const short = `whsec_${Buffer.alloc(23, 7).toString('base64')}`
  const print = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const receive = createReceiver({ secret: short, otherwise })
  await receive(await signedRequest({ secret: short }))
  const warning = 'secret has 23 bytes. Standard Webhooks asks for 24 to 64: replace it by a longer one.'
  expect(print.mock.calls).toEqual([[`[event-delivery] ${warning}`]])
  const warnings: string[] = []
  createReceiver({ secret: [secret, short], otherwise, onWarning: (warning) => warnings.push(warning) })
  expect(warnings).toEqual([like(/^secret\[1\] has 23 bytes/)])
  expect(print).toHaveBeenCalledTimes(1)
})

test('without onError, an error of a handler goes to console.error with its stack, and without the secret', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failing = () => {
    throw Object.assign(new Error(`no such key: ${secret}\nsecond line`), { code: 'E1' })
  }
  const receive = createReceiver({ secret, otherwise: failing })
  expect((await receive(await deliver())).status).toBe(500)
  const [[line, error] = []] = print.mock.calls as [string, Error & { code: string }][]
  expect(line).toBe('[event-delivery] Delivery msg_test of order.paid was not handled:')
  expect(error).toMatchObject({ message: like(/^no such key: .*second line$/), code: 'E1' })
  expect(error?.stack).toContain('receiver-options.test.ts')
  expect(inspect(error)).not.toContain(secret)
})

test('without onError, a refused delivery is one line on console.error', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const receive = createReceiver({ secret, otherwise })
  await receive(await deliver({ secret: otherSecret }))
  await receive(await deliver({ body: 'no event' }))
  const refused = (code: string) =>
    like(new RegExp(`^\\[event-delivery\\] A delivery was not handled: WebhookVerificationError ${code}: `))
  expect(print.mock.calls).toEqual([[refused('no-match')], [refused('invalid-json')]])
})

test('onError gets what was thrown, and the delivery; nothing is printed then', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const thrown = new Error('broken')
  const told: unknown[] = []
  const receive = createReceiver({
    secret,
    otherwise: () => Promise.reject(thrown),
    onError: (error, { id, event }) => told.push(error, id, event?.type),
  })
  await receive(await deliver())
  expect(told).toEqual([thrown, 'msg_test', 'order.paid'])
  expect(print).not.toHaveBeenCalled()
})

const failingCommit = { ...createMemoryStore(), commit: () => Promise.reject(new Error('away')) }

test.each<[string, number, Partial<ReceiverOptions>]>([
  ['that its handler failed for', 500, { otherwise: () => Promise.reject(new Error('broken')) }],
  ['that is not genuine', 400, { secret: otherSecret }],
  ['that is too large', 413, { maxBytes: 1 }],
  ['whose commit failed', 204, { store: failingCommit }],
])('an onError that hangs delays the answer to a delivery %s by five seconds', async (_, status, options) => {
  const clock = createFakeClock({ now: Date.now() })
  let answered: Promise<Response> | undefined
  const delivery = await deliver()
  await new Promise<void>((told) => {
    const onError = () => {
      told()
      return new Promise(() => {})
    }
    answered = receiver({ clock, onError, ...options }).receive(delivery)
  })
  await clock.advance(5000)
  expect((await answered)?.status).toBe(status)
})

test.each(['text', undefined, 7])('a handler that throws %j is reported all the same', async (thrown) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const receive = createReceiver({
    secret,
    otherwise: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- Handlers are not ours.
      throw thrown
    },
  })
  expect((await receive(await deliver())).status).toBe(500)
  expect(print.mock.calls).toEqual([[expect.stringContaining(String(thrown))]])
})

/** An observer, and what it saw of each delivery in the end. */
function watching() {
  const seen: ObservedDelivery[] = []
  const observe: DeliveryObserver = async (delivery, handle) => {
    await handle()
    seen.push(delivery)
  }
  return { seen, observe }
}

const fails = () => {
  throw new TypeError('broken')
}

test('an observer learns what became of each delivery', async () => {
  const { seen, observe } = watching()
  const { receive } = receiver({ observe })
  await receive(await deliver())
  await receive(await deliver())
  await receive(await deliver({ secret: otherSecret }))
  await receive(new Request('https://a.example'))
  await receiver({ observe, otherwise: fails }).receive(await deliver())
  await receiver({ observe, maxBytes: 10 }).receive(await deliver())
  expect(seen).toMatchObject([
    { outcome: 'handled', id: 'msg_test', event: { id: 'evt_1', type: 'order.paid' } },
    { outcome: 'duplicate', id: 'msg_test' },
    { outcome: 'refused', error: { code: 'no-match' } },
    { outcome: 'refused' },
    { outcome: 'failed', error: { message: 'broken' } },
    { outcome: 'refused' },
  ])
  expect(seen[2]).not.toHaveProperty('event')
})

test('a delivery that comes while it is being handled is answered 503, and is busy for an observer', async () => {
  const { seen, observe } = watching()
  let finish: (() => void) | undefined
  const otherwise = () => new Promise<void>((resolve) => (finish = resolve))
  const { receive } = receiver({ observe, otherwise })
  const first = receive(await deliver())
  await expect.poll(() => finish).toBeDefined()
  const second = await receive(await deliver())
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5'])
  finish?.()
  expect((await first).status).toBe(204)
  await expect.poll(() => seen).toMatchObject([{ outcome: 'busy' }, { outcome: 'handled' }])
})

test('the handlers run in the context of an observer that calls handle at once', async () => {
  const context = new AsyncLocalStorage<string>()
  let found: string | undefined
  const { receive } = receiver({
    observe: (_, handle) => context.run('observed', handle),
    otherwise: () => void (found = context.getStore()),
  })
  await receive(await deliver())
  expect(found).toBe('observed')
})

test.each<[string, ReceiverOptions['observe']]>([
  ['throws', fails],
  ['rejects', () => Promise.reject(new Error('broken'))],
  ['hangs', () => new Promise(() => {})],
  ['never handles the delivery', () => {}],
  ['handles the delivery twice', (_, handle) => Promise.all([handle(), handle()])],
  ['handles the delivery late', (_, handle) => new Promise((resolve) => setTimeout(() => resolve(handle())))],
])('an observer that %s changes nothing', async (_, observe) => {
  const { receive, seen } = receiver({ observe })
  expect((await receive(await deliver())).status).toBe(204)
  expect(seen).toEqual(['order.paid'])
})
