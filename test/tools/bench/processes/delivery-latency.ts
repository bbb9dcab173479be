// Creates events at a steady rate and prints the p50 and the p95 of the milliseconds from a creation's sending to the arrival
// of its delivery. The receiver is in this process, so that one clock measures both. The first second is a warm-up.
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { createCertificate } from '@event-delivery/mock/node'
import { serveListener } from '../../../support/node-server'

const [baseUrl = '', perSecond = '200', seconds = '5'] = process.argv.slice(2)
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
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

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${path} was answered with ${response.status}: ${text}`)
  return (JSON.parse(text) as { id: string }).id
}

const webhook = await post('/v1/webhooks', { url: `${receiver.baseUrl}/hooks`, events: ['latency.measured'] })
const begin = performance.now()
const creations: Promise<string>[] = []
for (let number = 0; number < count; number++) {
  const late = performance.now() - (begin + (number * 1_000) / rate)
  if (late < 0) await wait(-late)
  sentAt[number] = performance.now()
  creations.push(post('/v1/events', { type: 'latency.measured', data: { number } }))
}
await Promise.all(creations)
const giveUpAt = performance.now() + 60_000
while (arrived < count && performance.now() < giveUpAt) await wait(20)
if (arrived < count) throw new Error(`Of ${count} deliveries ${arrived} arrived within a minute.`)
await fetch(`${baseUrl}/v1/webhooks/${webhook}`, { method: 'DELETE', headers })
latencies.sort((a, b) => a - b)
const at = (share: number) => latencies[Math.floor(latencies.length * share)]
process.stdout.write(JSON.stringify({ p50: at(0.5), p95: at(0.95) }))
await receiver.close()
