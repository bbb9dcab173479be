import type { RequestListener } from 'node:http'
import { type SignedRequestOptions, signedRequest } from '@event-delivery/sdk/testing'
import { createReceiver, type ReceiverOptions } from '@event-delivery/sdk/webhooks'
import { onTestFinished } from 'vitest'
import { serveListener } from '../support/node-server'

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** A signed delivery of an event. */
export const deliver = (options: Partial<SignedRequestOptions> = {}): Promise<Request> =>
  signedRequest({ secret, event: { id: 'evt_1', type: 'order.paid', data: { order: 1042 } }, ...options })

/** A receiver, the types of the events that it has handled, and its errors. */
export function receiver(options: Partial<ReceiverOptions> = {}) {
  const seen: string[] = []
  const errors: unknown[] = []
  const receive = createReceiver({
    secret,
    otherwise: (event) => void seen.push(event.type),
    onError: (error) => void errors.push(error),
    ...options,
  })
  const listener: RequestListener = (request, answer) => void receive.node(request, answer)
  return { receive, listener, seen, errors }
}

/** Sends a delivery to a server of `node:http`. */
export async function send(
  delivery: Request,
  listener: RequestListener,
  headers: [string, string][] = [],
): Promise<Response> {
  const { baseUrl } = await serveListener(listener, { until: onTestFinished })
  return fetch(baseUrl, {
    method: 'POST',
    headers: [...delivery.headers, ...headers],
    body: await delivery.arrayBuffer(),
  })
}
