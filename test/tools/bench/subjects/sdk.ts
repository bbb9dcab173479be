import type { Benchmark, Samples } from '../benchmark'
import { runScript, script, withServers } from '../children'

/** Calls by the SDK and by other clients, against one server. */
export const sdkCall: Benchmark = {
  name: 'sdk-call',
  title: 'Creating an event by a client, 16 at a time',
  unit: 'calls/s',
  targets: [
    { of: 'SDK', beside: 'bare fetch', atLeast: 0.8 },
    { of: 'SDK', beside: 'openapi-fetch', atLeast: 1 },
  ],
  run: () =>
    withServers({ bare: script('bare-server') }, ({ bare }) =>
      runScript<Samples>(script('calls', bare.baseUrl)),
    ),
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
