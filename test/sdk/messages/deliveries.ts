import {
  type ReceiverOptions,
  type VerifyOptions,
  createReceiver,
  sign,
  timestampedHex,
  unwrap,
  verify,
} from '@event-delivery/sdk/webhooks'
import { type Case, refusing } from './case'

const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtMDEyMzQ1Njc4OQ=='
const now = () => 1_700_000_000_000
const body = '{"type":"order.paid","data":{}}'

const signed = (timestamp = 1_700_000_000, text = body) =>
  sign({ body: text, id: 'msg_1', timestamp }, { secret })

/** A delivery that is verified with something changed. */
const verified =
  (
    changes: { headers?: object; body?: unknown; timestamp?: number },
    options: Partial<VerifyOptions> = {},
  ): Case =>
  async () => {
    const headers = { ...(await signed(changes.timestamp)), ...changes.headers }
    return verify(
      { headers, body: ('body' in changes ? changes.body : body) as string },
      { secret, now, ...options },
    )
  }

const otherwise = () => {}

const receiver =
  (options: unknown): Case =>
  () =>
    createReceiver(options as ReceiverOptions)

/** A receiver that is called as code without types may do. */
const called =
  (...args: unknown[]): Case =>
  () =>
    (createReceiver({ secret, otherwise }) as unknown as (...args: unknown[]) => unknown)(...args)

const nodeRequest = { method: 'POST', headers: {}, url: '/hooks' }
const fetchRequest = new Request('https://receiver.example', { method: 'POST', body: '{}' })

/** Deliveries that are not accepted, and receivers that cannot be made. */
export const deliveries: Record<string, Case> = {
  'a delivery without its id': verified({ headers: { 'webhook-id': undefined } }),
  'a delivery with headers of another scheme': async () => {
    const own = await signed()
    const headers = Object.fromEntries(Object.entries(own).map(([name, value]) => [name.replace('webhook', 'svix'), value])) // prettier-ignore
    return verify({ body, headers }, { secret, now })
  },
  'a delivery whose signature has another form': verified({ headers: { 'webhook-signature': 'sha256=00' } }),
  'a delivery that was signed long ago': verified({ timestamp: 1_699_990_000 }),
  'a delivery that was signed in the future': verified({ timestamp: 1_700_009_000 }),
  'a delivery whose body was changed': verified({ body: `${body}\n` }),
  'a delivery whose body was parsed': verified({ body: JSON.parse(body) }),
  'a delivery that is no event': async () =>
    unwrap({ body: 'hello', headers: await signed(undefined, 'hello') }, { secret, now }),
  'a delivery that the catalog refuses': async () =>
    unwrap({ body, headers: await signed() }, { secret, now, catalog: { 'order.paid': refusing } }),
  'no secret': verified({}, { secret: undefined as unknown as string }),
  'a key in place of the secret': verified({}, { secret: 'sk_live_1' }),
  'no options': async () =>
    verify({ body, headers: await signed(Math.floor(Date.now() / 1000)) }, undefined as unknown as VerifyOptions), // prettier-ignore
  'the name of a scheme': verified({}, { scheme: 'svix' as never }),
  'a scheme that was not made': verified({}, { scheme: timestampedHex as never }),
  'a scheme that is null': verified({}, { scheme: null as never }),
  'a time that is a date': verified({}, { now: new Date() as never }),
  'a time that is a number': verified({}, { now: 1_700_000_000_000 as never }),
  'a tolerance that is text': verified({}, { tolerance: '5 minutes' as never }),
  'a secret that is a number': verified({}, { secret: 7 as never }),
  'a secret of another scheme': verified(
    { headers: { 'x-event-signature': 't=1700000000,v1=00' } },
    { secret: 'sk_live_1', scheme: timestampedHex() },
  ),
  'the name of a scheme to sign by': () =>
    sign({ body, id: 'msg_1', timestamp: 1 }, { secret, scheme: 'svix' as never }),
  'a time to sign that is no second': () => sign({ body, id: 'msg_1', timestamp: 1.5 }, { secret }),
  'a receiver without options': receiver(undefined),
  'a receiver without a secret': receiver({ otherwise }),
  'a receiver without a handler': receiver({ secret }),
  'a receiver with a key for a secret': receiver({ secret: 'sk_live_1', otherwise }),
  'a receiver with an option that is mistyped': receiver({ secret, otherwise, maxByte: 5 }),
  'a receiver with a negative tolerance': receiver({ secret, otherwise, tolerance: -1 }),
  'a receiver whose tolerance is NaN': receiver({ secret, otherwise, tolerance: NaN }),
  'a receiver whose tolerance is text': receiver({ secret, otherwise, tolerance: '300' }),
  'a receiver whose options are null': receiver(null),
  'a receiver whose handler is text': receiver({ secret, otherwise: 'log' }),
  'a receiver with text among its handlers': receiver({ secret, otherwise, on: { 'order.paid': 'ship' } }),
  'a receiver with undefined among its handlers': receiver({ secret, otherwise, on: { 'order.paid': () => {}, 'order.sent': undefined } }), // prettier-ignore
  'a receiver whose handlers are a function': receiver({ secret, otherwise, on: () => {} }),
  'a receiver without a lease': receiver({ secret, otherwise, lease: 0 }),
  'a receiver whose time for handlers is text': receiver({ secret, otherwise, handlerTimeout: '25s' }),
  'a receiver that takes no bytes': receiver({ secret, otherwise, maxBytes: 0 }),
  'a receiver with an empty scope': receiver({ secret, otherwise, scope: '' }),
  'a receiver with the name of a scheme': receiver({ secret, otherwise, scheme: 'svix' }),
  'a receiver with a scheme that was not made': receiver({ secret, otherwise, scheme: timestampedHex }),
  'a receiver whose store is a Map': receiver({ secret, otherwise, store: new Map() }),
  'a receiver whose store is true': receiver({ secret, otherwise, store: true }),
  'a receiver with a word too many': receiver({ secret, otherwise, onErrors: () => {} }),
  'a receiver with another number of secrets': receiver({ secret, otherwise, secrets: [] }),
  'a receiver with a member of every object': receiver({ secret, otherwise, toString: 1 }),
  'a receiver with an empty list of secrets': receiver({ secret: [], otherwise }),
  'a receiver with a key among its secrets': receiver({
    secret: [secret, 'sk_test_0123456789abcdef'],
    otherwise,
  }),
  'a receiver whose secret is null': receiver({ secret: null, otherwise }),
  'a receiver whose secret is empty': receiver({ secret: '', otherwise }),
  'a receiver with a list of no secret': receiver({ secret: [undefined], otherwise }),
  'a receiver whose secret is a number': receiver({ secret: 7, otherwise }),
  'a receiver whose secret is a prefix alone': receiver({ secret: 'whsec_', otherwise }),
  'a receiver whose secret is short': receiver({ secret: 'whsec_c2hvcnQ=', otherwise }),
  'a receiver whose secret is no base64': receiver({ secret: 'whsec_***', otherwise }),
  'a receiver that is called with a type': called({ type: 'order.paid' }),
  'a receiver that is called with a request of node:http alone': called(nodeRequest),
  'a receiver that is called with a request of Express and next': called(nodeRequest, () => {}),
  'a receiver that is called with a request of Fastify alone': called({ raw: nodeRequest, body: {} }),
  'a receiver that is called with the request of a Hono context': called({
    raw: fetchRequest,
    bodyCache: {},
  }),
  'a receiver that is called with the request of a Koa context': called({ req: nodeRequest, ctx: {} }),
  'a receiver that is called with nothing': called(),
  'a receiver that is called with null': called(null),
  'a receiver that is called with a parsed event': called({ id: 'evt_1', type: 'order.paid', data: {} }),
  'a receiver that is called with a body and headers': called('{}', new Headers()),
  'a receiver that is called with an event of a queue': called({ Records: [] }),
  'a receiver that is called with an object without a prototype': called(Object.create(null)),
  'a receiver that is called with values it may not show': called({ secret: 'c4n4ry7e1' }, 'c4n4ry7e1'),
}
