// The yardstick: node:http, a parsed body, a JSON answer. No routes, no checks, nothing stored.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let count = 0

const eventOf = (body: object) => ({ id: `evt_${++count}`, created: new Date().toISOString(), ...body })
const page = {
  data: Array.from({ length: 20 }, () => eventOf({ type: 'order.paid', data: { order: 1042 } })),
  hasMore: true,
  nextCursor: 'cur_20',
}

const server = createServer((incoming, outgoing) => {
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
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
