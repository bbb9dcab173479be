import {
  type ReceiverOptions,
  type VerifyOptions,
  createReceiver,
  sign,
  timestampedHex,
  unwrap,
  verify,
} from '@event-delivery/sdk/webhooks'
import type { Case } from './case'

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

const refusing = { '~standard': { version: 1, vendor: 'a', validate: () => ({ issues: [{ message: 'must be a number', path: ['order'] }] }) } } // prettier-ignore

const otherwise = () => {}
const receiver =
  (options: unknown): Case =>
  () =>
    createReceiver(options as ReceiverOptions)

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
  'a secret of another scheme': verified(
    { headers: { 'x-event-signature': 't=1700000000,v1=00' } },
    { secret: 'sk_live_1', scheme: timestampedHex() },
  ),
  'a time to sign that is no second': () => sign({ body, id: 'msg_1', timestamp: 1.5 }, { secret }),
  'a receiver without options': receiver(undefined),
  'a receiver without a secret': receiver({ otherwise }),
  'a receiver without a handler': receiver({ secret }),
  'a receiver with a key for a secret': receiver({ secret: 'sk_live_1', otherwise }),
  'a receiver with an option that is mistyped': receiver({ secret, otherwise, maxByte: 5 }),
  'a receiver with a negative tolerance': receiver({ secret, otherwise, tolerance: -1 }),
  'a receiver that is called with a body': () =>
    createReceiver({ secret, otherwise })({ type: 'order.paid' } as never),
}
