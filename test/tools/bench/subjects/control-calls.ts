import type { Benchmark, Samples } from '../benchmark'
import { runScript, script } from '../children'

const events = 100_000
const calls = [
  'GET /__mock/snapshot',
  'PUT /__mock/snapshot',
  'GET /__mock/journal',
  'GET /__mock/deliveries',
  'GET /__mock/webhooks',
  'GET /__mock/openapi.json',
  'POST /__mock/clock/advance',
  'POST /__mock/reset',
]

/** The longest time for which a control call keeps all other requests waiting. */
export const controlCalls: Benchmark = {
  name: 'control-calls',
  title: `The event loop of a mock with ${events} events, held at the longest by a control call`,
  unit: 'ms',
  targets: calls.map((of) => ({ of, atMost: 50 })),
  run: () => runScript<Samples>(script('control-calls', String(events), ...calls)),
}
