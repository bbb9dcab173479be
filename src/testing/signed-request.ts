import type { Event } from '../catalog/event'
import type { RawBody } from '../receiving/hmac'
import type { SignatureScheme } from '../receiving/scheme'
import { sign } from '../receiving/sign'

/** Options of `signedRequest`. */
export interface SignedRequestOptions {
  /** The `whsec_` secret of the webhook. */
  secret: string
  /** The event to deliver. Unless given, its id is `evt_test`, its type `test`, its `created` the time of signing and its `data` empty. */
  event?: Partial<Event> | undefined
  /** The raw body to deliver in place of an event. */
  body?: RawBody | undefined
  /** The URL of the request. `https://receiver.example/` unless given. */
  url?: string | undefined
  /** Identifies the delivery. `msg_test` unless given. */
  id?: string | undefined
  /** The time of signing, in Unix seconds. Now unless given. */
  timestamp?: number | undefined
  /** The scheme. `standardWebhooks` unless given. */
  scheme?: SignatureScheme | undefined
}

/**
 * Makes a delivery as the service would send it, to test a receiver with.
 *
 * @example
 * const response = await receive(await signedRequest({ secret, event: { type: 'order.paid', data: { order: 1042 } } }))
 * expect(response.status).toBe(204)
 */
export async function signedRequest(options: SignedRequestOptions): Promise<Request> {
  const { secret, event, url = 'https://receiver.example/', id = 'msg_test', scheme } = options
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000)
  const created = new Date(timestamp * 1000).toISOString()
  const body = options.body ?? JSON.stringify({ id: 'evt_test', type: 'test', created, data: {}, ...event })
  const signature = await sign({ body, id, timestamp }, { secret, scheme })
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body: body as BodyInit,
  })
}
