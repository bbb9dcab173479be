import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { askBroker } from './broker'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Says why this machine cannot run a test in Chromium, and what to install. `undefined` where it can. */
export function missingChromium(): string | undefined {
  return existsSync(executablePath)
    ? undefined
    : `no Chromium at ${executablePath}: apt-get install chromium, or set CHROMIUM`
}

/** How a Chromium of this machine is started. */
export const chromiumOptions = {
  // A busy machine takes long to start one.
  timeout: 180_000,
  executablePath,
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    // Pages of one site share a process: each that starts costs more than most tests.
    '--process-per-site',
  ],
}

/** Connects with the Chromium of the test run. Outside of a run, such as in the tools, it starts one. */
export async function launchChromium(): Promise<Browser> {
  const broker = process.env['TEST_CHROMIUM_BROKER']
  if (broker === undefined) return chromium.launch(chromiumOptions)
  return chromium.connect(await askBroker(broker, 'Chromium did not start.'))
}
