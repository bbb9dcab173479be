import type { Benchmark, Samples } from '../benchmark'
import { runScript, script, startMeasured } from '../children'

/** Calls by the SDK and by other clients, against one server. */
export const sdkCall: Benchmark = {
  name: 'sdk-call',
  title: 'Creating an event by a client, 16 at a time',
  unit: 'calls/s',
  targets: [
    { of: 'SDK', beside: 'bare fetch', atLeast: 0.8 },
    { of: 'SDK', beside: 'openapi-fetch', atLeast: 1 },
  ],
  async run() {
    const server = await startMeasured(script('bare-server'))
    try {
      return await runScript<Samples>(script('calls', server.baseUrl))
    } finally {
      await server.stop()
    }
  },
}

const verification = (name: string, size: number, shown: string, atMost: number): Benchmark => ({
  name,
  title: `Verifying a delivery of ${shown}`,
  unit: 'µs',
  targets: [{ of: 'SDK', beside: 'bare WebCrypto', atMost }],
  run: () => runScript<Samples>(script('verify', String(size))),
})

export const verifySmall = verification('verify-1k', 1_024, '1 kB', 1.25)
export const verifyLarge = verification('verify-256k', 262_144, '256 kB', 1.15)
