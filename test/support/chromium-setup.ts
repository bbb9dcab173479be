import { startBroker } from './broker'

/**
 * Lets all files of a test run share one Chromium: the start of a browser costs more than most tests that need one. A run without such a
 * file does not even load what drives it.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { url, end } = await startBroker(async () => {
    const [{ chromium }, { chromiumOptions }] = await Promise.all([
      import('playwright-core'),
      import('./chromium'),
    ])
    const server = await chromium.launchServer(chromiumOptions)
    return { address: server.wsEndpoint(), end: () => server.close() }
  })
  // Workers inherit the environment.
  process.env.TEST_CHROMIUM_BROKER = url
  return end
}
