import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createCertificate } from '@event-delivery/mock/node'
import { unwrap, WebhookVerificationError, type Event } from '@event-delivery/sdk/webhooks'

/** An HTTPS webhook endpoint that keeps what it could verify. */
export interface DemoReceiver {
  url: string
  /** The secret that the registration returned. */
  secret: string
  received: Event[]
  /** Resolves once `count` deliveries have been verified, within 10 s. */
  waitFor(count: number): Promise<void>
  close(): void
}

/** Listens on a free loopback port with a certificate of its own. */
export async function startReceiver(): Promise<DemoReceiver> {
  const { key, cert } = await createCertificate()
  let arrived = () => {}
  const receiver: DemoReceiver = {
    url: '',
    secret: '',
    received: [],
    async waitFor(count) {
      const signal = AbortSignal.timeout(10_000)
      while (receiver.received.length < count) {
        await new Promise<void>((resolve, reject) => {
          arrived = resolve
          signal.onabort = () =>
            reject(new Error(`Only ${receiver.received.length} of ${count} deliveries came.`))
        })
      }
    },
    close: () => server.close(),
  }
  const server: Server = createServer({ key, cert }, (request, response) => {
    const answer = async () => {
      const body = await buffer(request)
      receiver.received.push(await unwrap({ body, headers: request.headers }, { secret: receiver.secret }))
      return 204
    }
    answer()
      .catch((error: unknown) => (error instanceof WebhookVerificationError ? 401 : 500))
      .then((status) => {
        response.writeHead(status).end()
        arrived()
      }, console.error)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/orders`
  return receiver
}
