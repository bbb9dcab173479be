// A receiver of deliveries on loopback, over TLS because webhooks are.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificate } from '@event-delivery/mock/node'

let received = 0
const server = createServer(await createCertificate(), (incoming, outgoing) => {
  incoming.resume()
  incoming.on('end', () => {
    if (incoming.method === 'POST') received++
    outgoing.end(JSON.stringify({ received }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ baseUrl: `https://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
