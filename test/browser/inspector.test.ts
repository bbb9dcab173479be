import { expect } from 'vitest'
import { inChromium, openPage, reason, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()

inChromium(`an event, its request and its deliveries are one entry${reason}`, async () => {
  const { url, post, backend } = await serveMock()
  const { page, complaints } = await openPage(browser())
  await page.goto(url)
  await page.locator('.link.live').waitFor()
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const { id } = await post('/v1/events', { type: 'order.paid', data: { order: 1042 } })
  await backend.waitForIdle()
  await page.locator(`[data-row="${id}"]`, { hasText: 'delivered' }).click()
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
  expect(await page.locator('.row').count()).toBe(1)
  expect(complaints).toEqual([])
})
