import { interleave, type Benchmark } from '../benchmark'
import { mockCommand, runScript, script, startMeasured } from '../children'

const subscribers = 1_000
const calm = 'events without subscribers'
const busy = `events to ${subscribers} webhooks`
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

async function run() {
  const receiver = await startMeasured(script('receiver'))
  const mock = await startMeasured(mockCommand('--quiet'))
  try {
    for (let index = 0; index < subscribers; index++) {
      const url = `${receiver.baseUrl}/${index}`
      const body = JSON.stringify({ url, events: ['fan.out'] })
      const created = await fetch(`${mock.baseUrl}/v1/webhooks`, { method: 'POST', headers, body })
      await created.text()
      if (created.status !== 201) throw new Error(`A webhook was answered with ${created.status}.`)
    }
    const p99 = async (type: string, deliveries: number) =>
      (
        await runScript<{ p99: number }>(
          script('latency', mock.baseUrl, type, receiver.baseUrl, String(deliveries)),
        )
      ).p99
    return await interleave(
      { [calm]: () => p99('nobody.listens', 0), [busy]: () => p99('fan.out', subscribers) },
      5,
    )
  } finally {
    await mock.stop()
    await receiver.stop()
  }
}

/** The latency of other requests while events go to many webhooks, from their creation to their last delivery. */
export const fanOut: Benchmark = {
  name: 'fan-out',
  title: `p99 of other requests, a page of 20 each, while events go to ${subscribers} webhooks`,
  unit: 'ms',
  targets: [{ of: busy, atMost: 10 }],
  run,
}
