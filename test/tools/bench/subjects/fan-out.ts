import { interleave, type Benchmark } from '../benchmark'
import { mockCommand, runScript, script, subscribe, withServers } from '../children'

const subscribers = 1_000
const calm = 'events without subscribers'
const busy = `events to ${subscribers} webhooks`
const run = () =>
  withServers({ receiver: script('receiver'), mock: mockCommand('--quiet') }, async ({ receiver, mock }) => {
    for (let index = 0; index < subscribers; index++)
      await subscribe(mock, `${receiver.baseUrl}/${index}`, 'fan.out')
    const p99 = (type: string, deliveries: number) =>
      runScript<number>(script('latency', mock.baseUrl, type, receiver.baseUrl, String(deliveries)))
    return interleave(
      { [calm]: () => p99('nobody.listens', 0), [busy]: () => p99('fan.out', subscribers) },
      5,
    )
  })

/** The latency of other requests while events go to many webhooks, from their creation to their last delivery. */
export const fanOut: Benchmark = {
  name: 'fan-out',
  title: `p99 of other requests, a page of 20 each, while events go to ${subscribers} webhooks`,
  unit: 'ms',
  targets: [{ of: busy, atMost: 10 }],
  run,
}
