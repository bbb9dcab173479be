import { launchChromium } from '../support/chromium'
import { startNode } from '../support/processes'

/** Opens the page of a server in Chromium, whose script then creates an event at the mock of the same origin. Throws where it cannot. */
export async function judgePage(origin: string): Promise<void> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(origin)
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    const status = await page.evaluate(async () => {
      const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
      const body = '{"type":"order.paid","data":{}}'
      return (await fetch('/v1/events', { method: 'POST', headers, body })).status
    })
    if (status !== 201) throw new Error(`The page got ${status} for the event that it created.`)
    await page.goto(`${origin}/__mock`)
    await page.getByRole('option', { name: 'order.paid' }).first().waitFor()
  } finally {
    await browser.close()
  }
}

/** Starts a server by arguments of Node, in `cwd`, and opens its page at an origin. Throws where the server ends, too. */
export async function judgeServer(args: readonly string[], origin: string, cwd?: string): Promise<void> {
  const { ended, stop } = startNode(args, { cwd })
  const early = ended.then(({ err }) => Promise.reject(new Error(`The server ended. ${err}`)))
  try {
    await Promise.race([untilAnswering(origin).then(judgePage), early])
  } finally {
    await stop()
  }
}

/** Resolves with an origin once its server answers. */
export async function untilAnswering(origin: string): Promise<string> {
  for (;;) {
    try {
      await fetch(origin)
      return origin
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
