import { alterRequest, changeDeliveries, usesTestKey } from '../../support/breakage'
import { breakWebhooks, foreign, unsigned } from '../../support/breakage-webhooks'
import { creates, jsonOf, mistakeKey, setFields } from '../changes'
import { deliverToTestWebhooks, isForAll } from '../diversions'
import { mutantTable } from '../table'
import { breakDeliveries, sendTwice } from '../traps/attempts'

/** Changes the URL, method or headers of deliveries. */
const changeDelivery = (change: Parameters<typeof alterRequest>[1]) =>
  changeDeliveries((request) => alterRequest(request, change))

/** Writes the body of deliveries anew after it was signed. */
const rewriteBody = (change: (text: string) => string) =>
  changeDeliveries(async (request) => {
    const { url, headers } = request
    return new Request(url, { method: 'POST', headers, body: change(await request.text()) })
  })

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
    'no-signature': changeDeliveries(unsigned),
    'wrong-signature': setFields('createWebhook', foreign),
    'signature-of-other-bytes': rewriteBody((text) => JSON.stringify(JSON.parse(text), undefined, 1)),
    'signature-fails-on-unicode': changeDeliveries(async (request) => {
      const isAscii = !/[^\x20-\x7e]/.test(await request.clone().text())
      const wrong = 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
      return isAscii
        ? request
        : alterRequest(request, { headers: (headers) => headers.set('webhook-signature', wrong) })
    }),
    'slashes-are-escaped-after-signing': rewriteBody((text) => text.replaceAll('/', '\\/')),
    'deliveries-to-star-are-unsigned': breakDeliveries(
      ({ webhook }) => isForAll(webhook),
      async (delivery, _attempt, send) =>
        send(await alterRequest(delivery, { headers: (headers) => headers.delete('webhook-signature') })),
    ),
  },
  'DL-6': {
    'test-events-are-delivered': mistakeKey(
      'sk_live_mock',
      (request) => creates(request) && usesTestKey(request),
    ),
  },
  'DL-8': { 'test-webhooks-get-test-events': deliverToTestWebhooks(usesTestKey) },
  'DL-7': {
    'deliveries-come-twice': breakDeliveries(() => true, sendTwice),
    'replay-is-delivered-again-to-star': breakWebhooks(() => {
      const kept = new Map<unknown, Request[]>()
      return {
        async fetch(request, answer, deliver) {
          const response = await answer(request)
          if (!response.headers.has('idempotency-replayed')) return response
          const { id } = await jsonOf(response)
          for (const delivery of kept.get(id) ?? []) await deliver(delivery.clone())
          return response
        },
        async deliver(delivery, webhook, send) {
          const { id } = await jsonOf(delivery)
          if (isForAll(webhook)) kept.set(id, [...(kept.get(id) ?? []), delivery.clone()])
          return send(delivery)
        },
      }
    }),
    'deliveries-at-once-come-twice': breakDeliveries(({ underway }) => underway > 4, sendTwice),
  },
})
