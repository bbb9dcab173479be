import { interleave, type Benchmark } from '../benchmark'
import { mockCommand, runScript, script, startMeasured } from '../children'

const subscribers = 1_000
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

async function run() {
  const receiver = await startMeasured(script('receiver'))
  const mock = await startMeasured(mockCommand())
  try {
    for (let index = 0; index < subscribers; index++) {
      const url = `${receiver.baseUrl}/${index}`
      const body = JSON.stringify({ url, events: ['fan.out'] })
      const created = await fetch(`${mock.baseUrl}/v1/webhooks`, { method: 'POST', headers, body })
      await created.text()
      if (created.status !== 201) throw new Error(`A webhook was answered with ${created.status}.`)
    }
    const p99 = async (type: string) =>
      (await runScript<{ p99: number }>(script('latency', mock.baseUrl, type))).p99
    const { calm, fanOut } = await interleave(
      { calm: () => p99('nobody.listens'), fanOut: () => p99('fan.out') },
      5,
    )
    const delay = (fanOut ?? []).map((value, round) => value - (calm?.[round] ?? NaN))
    return {
      'event without subscribers': calm ?? [],
      [`event to ${subscribers} subscribers`]: fanOut ?? [],
      delay,
    }
  } finally {
    await mock.stop()
    await receiver.stop()
  }
}

/** The delay of other requests while one event goes to many webhooks. */
export const fanOut: Benchmark = {
  name: 'fan-out',
  title: `p99 of other requests while one event goes to ${subscribers} webhooks`,
  unit: 'ms',
  targets: [{ of: 'delay', atMost: 50 }],
  run,
}
