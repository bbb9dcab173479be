import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Says why this machine cannot run a test in Chromium, and what to install. `undefined` where it can. */
export function missingChromium(): string | undefined {
  return existsSync(executablePath)
    ? undefined
    : `no Chromium at ${executablePath}: apt-get install chromium, or set CHROMIUM`
}

/** How a Chromium of this machine is started. */
export const chromiumOptions = {
  executablePath,
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ],
}

/** Starts the Chromium of this machine. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(chromiumOptions)
}
