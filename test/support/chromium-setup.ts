import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserServer } from 'playwright-core'

async function launch(): Promise<BrowserServer> {
  const [{ chromium }, { chromiumOptions }] = await Promise.all([
    import('playwright-core'),
    import('./chromium'),
  ])
  return chromium.launchServer(chromiumOptions)
}

/**
 * Lets all files of a test run share one Chromium, which is started when the first of them asks for it. The main process of the run
 * owns it: the start of a browser costs more than most tests that need one. A run without such a file does not even load what drives it.
 */
export async function setup(): Promise<() => Promise<void>> {
  let server: Promise<BrowserServer> | undefined
  const broker = createServer((_request, response) => {
    server ??= launch()
    server.then(
      (started) => response.end(started.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  broker.unref()
  // Workers inherit the environment.
  process.env.TEST_CHROMIUM_BROKER = `http://127.0.0.1:${(broker.address() as AddressInfo).port}`
  return async () => {
    broker.close()
    await (await server)?.close()
  }
}
