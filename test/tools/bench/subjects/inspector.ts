import { missingChromium } from '../../../support/chromium'
import type { Benchmark, Samples } from '../benchmark'
import { mockCommand, runScript, script, startMeasured } from '../children'

const [rows, rate] = [10_000, 100]

/** Registers a webhook for all events, so that each one comes with an attempt to deliver it. */
async function subscribe(baseUrl: string, url: string): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['*'] }),
  })
  await response.text()
  if (response.status !== 201) throw new Error(`The webhook was answered with ${response.status}.`)
}

async function run(): Promise<Samples> {
  const missing = missingChromium()
  if (missing !== undefined) throw new Error(`The frames of the inspector cannot be counted: ${missing}.`)
  const receiver = await startMeasured(script('receiver'))
  const mock = await startMeasured(mockCommand('--quiet'))
  try {
    await subscribe(mock.baseUrl, receiver.baseUrl)
    return await runScript<Samples>(script('inspector-frames', mock.baseUrl, String(rows), String(rate)))
  } finally {
    await mock.stop()
    await receiver.stop()
  }
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
