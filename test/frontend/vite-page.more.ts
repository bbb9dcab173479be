import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { inChromium, openPage } from '../browser/inspector-page'
import { frontEnd, startDev } from './dev-server'

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

inChromium('a hot update of the page and its reload keep the data of the mock', async () => {
  const { config } = await frontEnd()
  const root = config.root!
  await writeFile(join(root, 'index.html'), page)
  await writeFile(join(root, 'listing.js'), listing('Orders'))
  const { origin } = await startDev(config)
  const { page: tab } = await openPage({ mayComplain: /status of 404/ })
  const shown = (text: string) => tab.locator('main', { hasText: text }).waitFor()

  // Vite sends hot updates once its socket is open.
  const connected = tab.waitForEvent('console', (message) => message.text().includes('connected'))
  await tab.goto(origin)
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
