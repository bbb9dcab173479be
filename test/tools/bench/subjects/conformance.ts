import { interleave, type Benchmark } from '../benchmark'
import { runConformance, startBackend } from '../../../support/processes'
import { runScript, script } from '../children'

async function secondsOverHttps(): Promise<number> {
  const backend = await startBackend()
  try {
    const begun = performance.now()
    const keys = ['--live-key', 'sk_live_mock', '--test-key', 'sk_test_mock']
    const { status, out, err } = await runConformance([
      ...['--base-url', backend.baseUrl, '--ca', backend.ca, '--mode', 'full'],
      ...keys,
    ])
    if (status !== 0) throw new Error(out + err)
    return (performance.now() - begun) / 1_000
  } finally {
    await backend.stop()
  }
}

/** A whole run of the suite in mode `full`. */
export const conformance: Benchmark = {
  name: 'conformance',
  title: 'A run of the conformance suite in mode full',
  unit: 's',
  targets: [
    { of: 'in process', atMost: 5 },
    { of: 'command over HTTPS', atMost: 15 },
  ],
  run: () =>
    interleave(
      {
        'in process': () => runScript<number>(script('conformance')),
        'command over HTTPS': secondsOverHttps,
      },
      3,
    ),
}
