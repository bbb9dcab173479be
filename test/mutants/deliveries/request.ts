import { alterRequest, changeDeliveries, usesTestKey, type Fetch } from '../../support/breakage'
import { creates, jsonOf, mistakeKey, registers, setFields } from '../changes'
import { deliverToTestWebhooks, divertCrowded, divertDeliveries, isForAll } from '../diversions'
import { mutantTable } from '../table'

/** Changes the URL, method or headers of deliveries. */
const changeDelivery = (change: Parameters<typeof alterRequest>[1]) =>
  changeDeliveries((request) => alterRequest(request, change))

/** Writes the body of deliveries anew after it was signed. */
const rewriteBody = (change: (text: string) => string) =>
  changeDeliveries(async (request) => {
    const { url, headers } = request
    return new Request(url, { method: 'POST', headers, body: change(await request.text()) })
  })

/** Sends a delivery twice. */
const sendTwice = async (request: Request, send: Fetch) => {
  await send(request.clone())
  return send(request)
}

/** Mutants of the request that a delivery is: its method, URL and signature, and how often it is made. */
export const deliveryRequestMutants = mutantTable({
  'DL-4': {
    'delivery-by-put': changeDelivery({ method: 'PUT' }),
    'delivery-without-query': changeDelivery({ url: (url) => (url.search = '') }),
    'delivery-to-the-path-in-lower-case': changeDelivery({
      url: (url) => (url.pathname = url.pathname.toLowerCase()),
    }),
  },
  'DL-5': {
    'no-signature': changeDelivery({
      headers: (headers) =>
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].forEach((name) => headers.delete(name)),
    }),
    'wrong-signature': setFields('createWebhook', {
      secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhbi10aGUtcmlnaHQ=',
    }),
    'signature-of-other-bytes': rewriteBody((text) => JSON.stringify(JSON.parse(text), undefined, 1)),
    'signature-fails-on-unicode': changeDeliveries(async (request) => {
      const isAscii = !/[^\x20-\x7e]/.test(await request.clone().text())
      const wrong = 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
      return isAscii
        ? request
        : alterRequest(request, { headers: (headers) => headers.set('webhook-signature', wrong) })
    }),
    'slashes-are-escaped-after-signing': rewriteBody((text) => text.replaceAll('/', '\\/')),
    'deliveries-to-star-are-unsigned': divertDeliveries(isForAll, async (request, isForAllEvents, send) => {
      const unsigned = { headers: (headers: Headers) => headers.delete('webhook-signature') }
      return send(isForAllEvents ? await alterRequest(request, unsigned) : request)
    }),
  },
  'DL-6': {
    'test-events-are-delivered': mistakeKey(
      'sk_live_mock',
      (request) => creates(request) && usesTestKey(request),
    ),
  },
  'DL-8': { 'test-webhooks-get-test-events': deliverToTestWebhooks(usesTestKey) },
  'DL-7': {
    'deliveries-come-twice': () => ({ deliver: (send) => (request) => sendTwice(request, send) }),
    'replay-is-delivered-again-to-star': () => {
      const urls = new Set<string>()
      const kept = new Map<unknown, Request[]>()
      let deliver: Fetch | undefined
      return {
        fetch: (send) => async (request) => {
          const webhook = registers(request) ? await jsonOf(request) : {}
          if (isForAll(webhook)) urls.add(String(webhook.url))
          const response = await send(request)
          if (!response.headers.has('idempotency-replayed')) return response
          const { id } = await jsonOf(response)
          for (const delivery of kept.get(id) ?? []) await deliver?.(delivery.clone())
          return response
        },
        deliver: (send) => async (request) => {
          deliver = send
          const { id } = await jsonOf(request)
          if (urls.has(request.url)) kept.set(id, [...(kept.get(id) ?? []), request.clone()])
          return send(request)
        },
      }
    },
    'deliveries-at-once-come-twice': divertCrowded(4, sendTwice),
  },
})
