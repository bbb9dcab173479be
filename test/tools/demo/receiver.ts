import { setTimeout as pause } from 'node:timers/promises'
import { createCertificate } from '@event-delivery/mock/node'
import { unwrap, WebhookVerificationError, type Event } from '@event-delivery/sdk/webhooks'
import { serveFetch } from '../../support/node-server'

/** An HTTPS webhook endpoint that keeps the events whose signature it could verify. */
export interface DemoReceiver {
  url: string
  /** The secret that the registration returned. */
  secret: string
  received: Event[]
  /** Resolves once `count` deliveries have been verified. Rejects after 10 s. */
  waitFor(count: number): Promise<void>
  close(): Promise<void>
}

/** Starts a receiver on a free loopback port with a certificate of its own. */
export async function startReceiver(): Promise<DemoReceiver> {
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
  const receiver: DemoReceiver = {
    url: `${baseUrl}/hooks/orders`,
    secret: '',
    received: [],
    async waitFor(count) {
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
