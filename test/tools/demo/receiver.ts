import { setTimeout as pause } from 'node:timers/promises'
import { createCertificate } from '@event-delivery/mock/node'
import { unwrap, WebhookVerificationError, type Event } from '@event-delivery/sdk/webhooks'
import { serveFetch } from '../../support/node-server'

/** Starts an HTTPS webhook endpoint on a free loopback port, which keeps the events whose signature it could verify. */
export async function startReceiver() {
  const { baseUrl, close } = await serveFetch(
    async (request) => {
      try {
        receiver.received.push(await unwrap(request, { secret: receiver.secret }))
        return new Response(null, { status: 204 })
      } catch (error) {
        return new Response(null, { status: error instanceof WebhookVerificationError ? 401 : 500 })
      }
    },
    { tls: await createCertificate() },
  )
  const receiver = {
    url: `${baseUrl}/hooks/orders`,
    /** The secret that the registration returned. */
    secret: '',
    received: [] as Event[],
    /** Resolves once `count` deliveries have been verified. Rejects after 10 s. */
    async waitFor(count: number) {
      const signal = AbortSignal.timeout(10_000)
      while (receiver.received.length < count) {
        if (signal.aborted) throw new Error(`Only ${receiver.received.length} of ${count} deliveries came.`)
        await pause(10)
      }
    },
    close,
  }
  return receiver
}
