// Calls the control routes of a mock with many events from another thread, as its arguments name them, and prints for how many milliseconds each call
// held the event loop of the mock at the longest.
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createBackend, type Seed } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'

const [count = '', ...calls] = process.argv.slice(2)
const rounds = 3

const seed: Seed = {
  webhooks: [{ id: 'wh_1', url: 'https://shop.example/hooks', events: ['later'] }],
  events: Array.from({ length: Number(count) }, (_item, order) => ({
    id: `evt_${String(order).padStart(26, '0')}`,
    type: 'order.paid',
    created: '2026-01-01T00:00:00.000Z',
    data: { order, customer: 'a customer with a name', lines: [1, 2, 3] },
  })),
}
const backend = createBackend({ seed, fetch: async () => new Response() })
const server = await serve(backend, { port: 0 })

/** The other thread asks, so that neither its work nor the bytes that it reads hold the loop of the mock. */
const client = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads')
   let snapshot = ''
   parentPort.on('message', async (call) => {
     const [method, path] = call.split(' ')
     const body = method === 'PUT' ? snapshot : path === '/__mock/clock/advance' ? '{"seconds":1}' : undefined
     const headers = { 'content-type': 'application/json' }
     const response = await fetch(workerData + path, { method, headers, body })
     const text = await response.text()
     if (!response.ok) throw new Error(call + ' was answered with ' + response.status + '. ' + text.slice(0, 200))
     if (call === 'GET /__mock/snapshot') snapshot = text
     parentPort.postMessage(text.length)
   })`,
  { eval: true, workerData: server.baseUrl },
)

async function longestHold(call: string): Promise<number> {
  // The timer of the histogram has to have begun when the call comes.
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await wait(20)
  delay.reset()
  client.postMessage(call)
  await once(client, 'message')
  await wait(20)
  delay.disable()
  return delay.max / 1e6
}

// A journal that is full has entries to list.
const headers = { authorization: 'Bearer sk_live_mock' }
for (let sent = 0; sent < 1_000; sent++) {
  await (await fetch(`${server.baseUrl}/v1/events?limit=20`, { headers })).text()
}
const samples: Record<string, number[]> = Object.fromEntries(calls.map((call) => [call, []]))
for (let round = 0; round < rounds; round++) {
  for (const call of calls) samples[call]?.push(await longestHold(call))
}
process.stdout.write(JSON.stringify(samples))
await client.terminate()
await server.close()
await backend.close()
