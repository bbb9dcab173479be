// Creates events at a steady rate and prints the p95 of the milliseconds from a creation's sending to the arrival
// of its delivery. The receiver is in this process, so that one clock measures both. The first second is a warm-up.
import { Agent, request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { createCertificate } from '@event-delivery/mock/node'
import { serveListener } from '../../../support/node-server'

const [baseUrl = '', perSecond = '200', seconds = '5'] = process.argv.slice(2)
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const rate = Number(perSecond)
const count = rate * (Number(seconds) + 1)
const sentAt: number[] = []
const latencies: number[] = []
let arrived = 0

const receiver = await serveListener(
  (incoming, outgoing) => {
    const now = performance.now()
    void json(incoming).then((body) => {
      const { number } = (body as { data: { number: number } }).data
      arrived++
      if (number >= rate) latencies.push(now - (sentAt[number] ?? NaN))
      outgoing.writeHead(204).end()
    })
  },
  { tls: await createCertificate() },
)

/** Sends one request over one of a few connections. Resolves with the id in the answer. */
async function send(method: string, path: string, status: number, body?: object): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${baseUrl}${path}`, { method, headers, agent }, resolve).on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
  const answered = (await json(answer)) as { id: string }
  if (answer.statusCode === status) return answered.id
  throw new Error(`${path} was answered with ${answer.statusCode}: ${JSON.stringify(answered)}`)
}

const webhook = await send('POST', '/v1/webhooks', 201, {
  url: `${receiver.baseUrl}/hooks`,
  events: ['latency.measured'],
})
const begin = performance.now()
const creations: Promise<string>[] = []
for (let number = 0; number < count; number++) {
  const late = performance.now() - (begin + (number * 1_000) / rate)
  if (late < 0) await wait(-late)
  sentAt[number] = performance.now()
  creations.push(send('POST', '/v1/events', 201, { type: 'latency.measured', data: { number } }))
}
await Promise.all(creations)
const giveUpAt = performance.now() + 60_000
while (arrived < count && performance.now() < giveUpAt) await wait(20)
if (arrived < count) throw new Error(`Of ${count} deliveries ${arrived} arrived within a minute.`)
await send('DELETE', `/v1/webhooks/${webhook}`, 200)
agent.destroy()
latencies.sort((a, b) => a - b)
process.stdout.write(JSON.stringify(latencies[Math.floor(latencies.length * 0.95)]))
await receiver.close()
