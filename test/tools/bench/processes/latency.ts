// Sends requests one after the other for some seconds and prints the p99 of their latencies. Early on it creates an event
// of the given type, which may have many subscribers.
import { setTimeout as wait } from 'node:timers/promises'

const [baseUrl = '', type = '', seconds = '3'] = process.argv.slice(2)
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
const end = performance.now() + Number(seconds) * 1_000
const latencies: number[] = []

async function create() {
  const response = await fetch(`${baseUrl}/v1/events`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ type, data: { order: 1042 } }),
  })
  await response.text()
  if (response.status !== 201) throw new Error(`The event was answered with ${response.status}.`)
}

const sent = wait(100).then(create)
while (performance.now() < end) {
  const begun = performance.now()
  await (await fetch(`${baseUrl}/v1/events?limit=20`, { headers })).text()
  latencies.push(performance.now() - begun)
  await wait(2)
}
await sent
latencies.sort((a, b) => a - b)
process.stdout.write(JSON.stringify({ p99: latencies[Math.floor(latencies.length * 0.99)] }))
