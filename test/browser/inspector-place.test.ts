import { expect } from 'vitest'
import { createClock } from '@event-delivery/mock'
import { inChromium, openPage, reason, serveMock, start, withBrowser } from './inspector-page'

const browser = withBrowser()

inChromium(`a reload keeps filter, open entry, panel and session${reason}`, async () => {
  const { url, post } = await serveMock()
  const { page, complaints } = await openPage(browser(), { viewport: { width: 1600, height: 900 } })
  const session = { 'x-mock-session': 'checkout-7' }
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} }, session)
  await post('/v1/events', { type: 'invoice.paid', data: {} }, session)
  await page.goto(url)
  await page.getByRole('combobox', { name: 'Filter' }).fill('type:order.* session:checkout-7')
  await page.keyboard.press('Enter')
  await page.locator(`[data-row="${id}"]`).click()
  await page.locator('.menu [data-panel=clock]').click()
  await page.locator('.panel-pane').waitFor()
  const address = page.url()
  await page.reload()
  await page.locator(`[data-row="${id}"][aria-selected=true]`).waitFor()
  expect(await page.locator('.row').count()).toBe(1)
  expect(page.url()).toBe(address)
  expect(await page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('type:order.*')
  expect(await page.locator('.top-bar .session').textContent()).toContain('checkout-7')
  await page.locator('.panel-pane[data-panel=clock]').waitFor()
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
  expect(complaints).toEqual([])
})

inChromium(`the back button leads from an entry to the list, and forth again${reason}`, async () => {
  const { url, post } = await serveMock()
  const { page } = await openPage(browser(), { viewport: { width: 360, height: 740 } })
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await page.goto(url)
  await page.locator(`[data-row="${id}"]`).click()
  await page.locator('.detail h2').waitFor()
  expect(await page.locator('.list').isVisible()).toBe(false)
  await page.goBack()
  await page.locator(`[data-row="${id}"]`).waitFor()
  expect(await page.locator('.detail').isVisible()).toBe(false)
  await page.goForward()
  await page.locator('.detail h2').waitFor()
})

inChromium(`a token is wanted, and it stands in no address and no text of the page${reason}`, async () => {
  const token = 'a-token-of-sixteen-letters'
  const { url, baseUrl, post } = await serveMock({ controlToken: token })
  const { page } = await openPage(browser())
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await page.goto(url)
  const field = page.getByLabel('Token')
  await field.fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await page.locator('.row').count()).toBe(0)
  await field.fill(token)
  await page.keyboard.press('Enter')
  await page.locator(`[data-row="${id}"]`).waitFor()
  await page.reload()
  await page.locator(`[data-row="${id}"]`).click()
  await page.locator('.detail h2').waitFor()
  expect([...addresses, page.url()].join('\n')).not.toContain(token)
  expect(await page.locator('body').innerText()).not.toContain(token)
  expect(addresses.every((address) => address.startsWith(baseUrl))).toBe(true)
})

inChromium(`a mock that was started anew is followed from its begin${reason}`, async () => {
  const first = await serveMock()
  const { page } = await openPage(browser())
  await first.post('/v1/events', { type: 'order.old', data: {} })
  const port = Number(new URL(first.baseUrl).port)
  await page.goto(first.url)
  await page.locator('.row', { hasText: 'order.old' }).waitFor()
  await first.close()
  const second = await serveMock({ clock: createClock({ now: start }) }, { port })
  // Connections to the first mock may still be in the pool of this process, so no socket is used.
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  for (const type of ['order.one', 'order.two', 'order.three']) {
    const body = JSON.stringify({ type, data: {} })
    await second.backend.fetch(new Request(`${second.baseUrl}/v1/events`, { method: 'POST', headers, body }))
  }
  await page.locator('.row', { hasText: 'order.one' }).waitFor()
  expect(await page.locator('.row').count()).toBe(3)
})
