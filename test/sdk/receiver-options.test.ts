import { inspect } from 'node:util'
import { signedRequest } from '@event-delivery/sdk/testing'
import { createReceiver, type ReceiverOptions, timestampedHex } from '@event-delivery/sdk/webhooks'
import { afterEach, expect, test, vi } from 'vitest'
import { deliver, otherSecret, secret } from './deliveries'

afterEach(() => {
  vi.restoreAllMocks()
})

const otherwise = () => {}
const made = (options: unknown) => () => createReceiver(options as ReceiverOptions)

test.each<[unknown, string]>([
  [undefined, 'options must be an object'],
  [null, 'options must be an object'],
  [{}, 'otherwise is missing'],
  [{ secret }, 'otherwise is missing. It must be a function'],
  [{ secret, otherwise: 'log' }, 'otherwise must be a function'],
  [{ secret, otherwise, on: { 'order.paid': 'ship' } }, 'on must be an object of handlers'],
  [{ secret, otherwise, tolerance: -1 }, 'tolerance must be a number of seconds, 0 or more. It is -1.'],
  [{ secret, otherwise, tolerance: NaN }, 'tolerance must be a number of seconds, 0 or more. It is NaN.'],
  [
    { secret, otherwise, tolerance: '300' },
    'tolerance must be a number of seconds, 0 or more. It is string.',
  ],
  [{ secret, otherwise, lease: 0 }, 'lease must be a number of milliseconds above 0. It is 0.'],
  [{ secret, otherwise, handlerTimeout: '25s' }, 'handlerTimeout must be a number of milliseconds'],
  [{ secret, otherwise, maxBytes: 0 }, 'maxBytes must be a number of bytes above 0. It is 0.'],
  [{ secret, otherwise, scope: '' }, 'scope must be text that names the endpoint'],
  [{ secret, otherwise, scheme: 'svix' }, 'scheme must be a scheme, such as svix or timestampedHex()'],
  [{ secret, otherwise, scheme: timestampedHex }, 'scheme must be a scheme'],
  [{ secret, otherwise, store: new Map() }, 'store must be a store with claim, renew, commit and release'],
  [{ secret, otherwise, store: true }, 'store must be a store'],
  [
    { secret, otherwise, onErrors: () => {} },
    'onErrors is no option of createReceiver. The nearest one is onError.',
  ],
  [{ secret, otherwise, secrets: [] }, 'secrets is no option of createReceiver. The nearest one is secret.'],
  [{ secret, otherwise, toString: 1 }, 'toString is no option of createReceiver.'],
  [{ secret: [], otherwise }, 'secret is an empty list'],
  [{ secret: 'sk_live_0123456789abcdef', otherwise }, 'secret is an API key'],
  [{ secret: [secret, 'sk_test_0123456789abcdef'], otherwise }, 'secret[1] is an API key'],
])('a receiver made with %j is refused at once', (options, message) => {
  expect(made(options)).toThrow(
    expect.objectContaining({
      name: 'InvalidRequestError',
      message: expect.stringContaining(message) as string,
    }),
  )
})

test.each<[unknown]>([
  [undefined],
  [null],
  [''],
  [[undefined]],
  [7],
  ['whsec_'],
  ['whsec_c2hvcnQ='],
  ['whsec_***'],
])('a receiver with the secret %j is refused at once, and told of the variable', (given) => {
  expect(made({ secret: given, otherwise })).toThrow(
    expect.objectContaining({
      name: 'WebhookVerificationError',
      code: 'wrong-secret',
      message: expect.stringContaining('WEBHOOK_SECRET') as string,
    }),
  )
})

test('options that are undefined are as good as absent', async () => {
  const names = ['scheme', 'tolerance', 'now', 'catalog', 'on', 'store', 'scope', 'lease', 'onError', 'clock']
  const absent = Object.fromEntries(names.map((name) => [name, undefined]))
  const receive = createReceiver({ secret, otherwise, ...absent })
  expect((await receive(await deliver())).status).toBe(204)
})

test('a secret under 24 bytes is warned of once, when the receiver is made', async () => {
  const short = `whsec_${Buffer.alloc(23, 7).toString('base64')}`
  const print = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const receive = createReceiver({ secret: short, otherwise })
  await receive(await signedRequest({ secret: short }))
  expect(print.mock.calls).toEqual([
    [
      '[event-delivery] secret has 23 bytes. Standard Webhooks asks for 24 to 64: replace it by a longer one.',
    ],
  ])
  const warnings: string[] = []
  createReceiver({ secret: [secret, short], otherwise, onWarning: (warning) => warnings.push(warning) })
  expect(warnings).toEqual([expect.stringMatching(/^secret\[1\] has 23 bytes/)])
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
  expect(error).toMatchObject({
    message: expect.stringMatching(/^no such key: .*second line$/) as string,
    code: 'E1',
  })
  expect(error?.stack).toContain('receiver-options.test.ts')
  expect(inspect(error)).not.toContain(secret)
})

test('without onError, a refused delivery is one line on console.error', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const receive = createReceiver({ secret, otherwise })
  await receive(await deliver({ secret: otherSecret }))
  await receive(await deliver({ body: 'no event' }))
  expect(print.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^\[event-delivery\] A delivery was not handled: WebhookVerificationError no-match: /,
      ),
    ],
    [
      expect.stringMatching(
        /^\[event-delivery\] A delivery was not handled: WebhookVerificationError invalid-json: /,
      ),
    ],
  ])
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
