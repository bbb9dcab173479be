import type { Benchmark } from '../benchmark'
import { mockCommand, runScript, script, withServers } from '../children'

const rate = 100
const seconds = 30

/** The share of a plan's rate that `createAll` uses. */
export const bulk: Benchmark = {
  name: 'bulk',
  title: `Events in bulk for ${seconds} s at ${rate} a second, the rate of the plan`,
  unit: '',
  targets: [
    { of: 'share of the rate', atLeast: 0.95 },
    { of: 'refused by 429', atMost: 0 },
  ],
  run: () =>
    withServers({ mock: mockCommand('--plan', 'pro') }, async ({ mock }) => {
      const args = [mock.baseUrl, String(rate), String(seconds)]
      const { share, refused } = await runScript<{ share: number; refused: number }>(script('bulk', ...args))
      return { 'share of the rate': [share], 'refused by 429': [refused] }
    }),
}
