import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { eventDelivery } from '@event-delivery/mock/vite'
import { launchChromium, missingChromium } from '../support/chromium'
import { makeFolder } from '../support/folder'

const missing = missingChromium()
const inChromium = test.skipIf(missing)
const reason = missing ? ` (${missing})` : ''

/** The part of a page that Vite replaces without loading the page again. It shows the events of the mock. */
const listing = (title: string) => `
const headers = { authorization: 'Bearer sk_live_mock' }
export async function show() {
  const { data } = await (await fetch('/v1/events', { headers })).json()
  document.querySelector('main').textContent = '${title}: ' + data.map(({ type }) => type).join()
}
import.meta.hot.accept((next) => next.show())
`

const page = `<!doctype html><title>Orders</title><button>Pay</button><main></main>
<script type="module">
  import { show } from '/listing.js'
  document.querySelector('button').onclick = async () => {
    const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
    await fetch('/v1/events', { method: 'POST', headers, body: '{"type":"order.paid","data":{}}' })
    await show()
  }
</script>`

inChromium(`a hot update of the page and its reload keep the data of the mock${reason}`, async () => {
  const root = await makeFolder(onTestFinished)
  await writeFile(join(root, 'index.html'), page)
  await writeFile(join(root, 'listing.js'), listing('Orders'))
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [eventDelivery()],
    server: { host: '127.0.0.1', port: 0 },
  })
  onTestFinished(() => server.close())
  await server.listen()
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const tab = await browser.newPage()
  tab.setDefaultTimeout(0)
  const shown = (text: string) => tab.locator('main', { hasText: text }).waitFor()

  // Vite sends hot updates once its socket is open.
  const connected = tab.waitForEvent('console', (message) => message.text().includes('connected'))
  await tab.goto(server.resolvedUrls!.local[0]!)
  await connected
  await tab.click('button')
  await shown('Orders: order.paid')
  await tab.evaluate('window.kept = true')
  // The file is written again and again, because a watcher that has just begun may miss a change.
  const change = async () => {
    await writeFile(join(root, 'listing.js'), listing('Paid orders'))
    return tab.locator('main').textContent()
  }
  await expect.poll(change, { interval: 500 }).toBe('Paid orders: order.paid')
  expect(await tab.evaluate('window.kept')).toBe(true)
  await tab.reload()
  await tab.click('button')
  await shown('Paid orders: order.paid,order.paid')

  await tab.goto(new URL('/__mock', tab.url()).href)
  await tab.getByRole('option', { name: 'order.paid' }).first().waitFor()
})
