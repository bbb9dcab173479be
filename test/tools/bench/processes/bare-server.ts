// The yardstick of the servers: node:http with a parsed body and a JSON answer. It has no routes, checks or store.
import { serveListener } from '../../../support/node-server'

let count = 0

const eventOf = (body: object) => ({ id: `evt_${++count}`, created: new Date().toISOString(), ...body })
const page = {
  data: Array.from({ length: 20 }, () => eventOf({ type: 'order.paid', data: { order: 1042 } })),
  hasMore: true,
  nextCursor: 'cur_20',
}

const { baseUrl } = await serveListener((incoming, outgoing) => {
  const answer = (status: number, value: object) => {
    const body = JSON.stringify(value)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    outgoing.writeHead(status, headers).end(body)
  }
  if (incoming.method === 'GET') return answer(200, page)
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => answer(201, eventOf(JSON.parse(Buffer.concat(chunks).toString()) as object)))
})
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`)
process.on('SIGTERM', () => process.exit(0))
