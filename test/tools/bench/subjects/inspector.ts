import { missingChromium } from '../../../support/chromium'
import type { Benchmark, Samples } from '../benchmark'
import { mockCommand, runScript, script, subscribe, withServers } from '../children'

const [rows, rate] = [10_000, 100]

async function run(): Promise<Samples> {
  const missing = missingChromium()
  if (missing !== undefined) throw new Error(`The frames of the inspector cannot be counted: ${missing}.`)
  const servers = { receiver: script('receiver'), mock: mockCommand('--quiet') }
  return withServers(servers, async ({ receiver, mock }) => {
    // Each event comes with an attempt to deliver it.
    await subscribe(mock, receiver.baseUrl, '*')
    return runScript<Samples>(script('inspector-frames', mock.baseUrl, String(rows), String(rate)))
  })
}

/** The frames of the inspector beside those of an idle page of the same browser. */
export const inspectorFrames: Benchmark = {
  name: 'inspector-frames',
  title: `Frames of the inspector: ${rows} rows, ${rate} events a second, scrolling beside an open entry`,
  unit: 'a second',
  targets: [
    { of: 'inspector', atLeast: 58 },
    { of: 'inspector', beside: 'idle page', atLeast: 0.97 },
  ],
  run,
}
