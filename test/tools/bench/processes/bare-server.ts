// The yardstick of the servers: node:http that reads the body and answers bytes which were made before, as long as those of the mock.
// What a server costs beyond that is its own work: routes, checks, JSON, a store, a journal.
import { serveListener } from '../../../support/node-server'

const event = (index: number) => ({
  id: `evt_${String(index).padStart(26, '0')}`,
  type: 'order.paid',
  created: '2026-11-21T03:00:00.000Z',
  data: { order: 1042 },
})
const made = Buffer.from(JSON.stringify(event(0)))
const cursor = { hasMore: true, nextCursor: 'cur_00000000000abc1' }
const page = Buffer.from(
  JSON.stringify({ data: Array.from({ length: 20 }, (_, index) => event(index)), ...cursor }),
)

const { baseUrl } = await serveListener((incoming, outgoing) => {
  const answer = (status: number, body: Buffer) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    outgoing.writeHead(status, headers).end(body)
  }
  if (incoming.method === 'GET') return answer(200, page)
  incoming.on('data', () => {})
  incoming.on('end', () => answer(201, made))
})
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`)
