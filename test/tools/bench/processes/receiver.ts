// A receiver of deliveries on loopback, over TLS because webhooks are.
import { createCertificate } from '@event-delivery/mock/node'
import { serveListener } from '../../../support/node-server'

let received = 0
const { baseUrl } = await serveListener(
  (incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => {
      if (incoming.method === 'POST') received++
      outgoing.end(JSON.stringify({ received }))
    })
  },
  { tls: await createCertificate() },
)
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`)
