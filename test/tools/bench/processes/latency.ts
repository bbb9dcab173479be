// Sends requests one after the other for some seconds and prints the p99 of their latencies. Meanwhile it creates events of
// the given type, the next one when all deliveries of the last one have reached their receiver.
import { get } from 'node:https'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const [baseUrl = '', type = '', receiver = '', deliveries = '0', seconds = '3'] = process.argv.slice(2)
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

/** How many deliveries the receiver has got. Its certificate is one of its own. */
async function received(): Promise<number> {
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    get(receiver, { rejectUnauthorized: false }, resolve).on('error', reject)
  })
  return ((await json(answer)) as { received: number }).received
}

async function createOneByOne() {
  while (performance.now() < end) {
    const before = await received()
    await create()
    do await wait(20)
    while (performance.now() < end && (await received()) < before + Number(deliveries))
  }
}

const created = createOneByOne()
while (performance.now() < end) {
  const begun = performance.now()
  await (await fetch(`${baseUrl}/v1/events?limit=20`, { headers })).text()
  latencies.push(performance.now() - begun)
  await wait(2)
}
await created
latencies.sort((a, b) => a - b)
process.stdout.write(JSON.stringify(latencies[Math.floor(latencies.length * 0.99)]))
