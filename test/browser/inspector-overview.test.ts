import { expect } from 'vitest'
import { inChromium, openPage, reason, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()

inChromium(`an empty mock shows the way to the first event${reason}`, async () => {
  const { url, baseUrl, post } = await serveMock()
  const { page } = await openPage(browser())
  await page.goto(url)
  const overview = page.locator('.overview')
  await overview.getByText(baseUrl, { exact: true }).waitFor()
  await overview.getByText('sk_live_mock', { exact: true }).waitFor()
  await overview.getByRole('button', { name: /^Register a webhook/ }).click()
  await page.locator('.panel-pane[data-panel=webhooks]').waitFor()
  await page.keyboard.press('Escape')
  await post('/v1/events', { type: 'order.paid', data: {} })
  await overview.locator('h2', { hasText: 'Overview' }).waitFor()
})

inChromium(`the overview counts what became of events and requests, and filters by it${reason}`, async () => {
  const { url, post, backend } = await serveMock({
    fetch: async (to) => new Response('', { status: new Request(to).url.includes('warehouse') ? 503 : 200 }),
  })
  const { page, complaints } = await openPage(browser())
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['order.shipped'] })
  await post('/v1/webhooks', { url: 'https://warehouse.example/hooks', events: ['order.paid'] })
  for (const type of ['order.shipped', 'order.shipped', 'order.paid', 'order.kept']) {
    await post('/v1/events', { type, data: {} })
  }
  await post('/v1/events', { data: {} })
  await backend.waitForIdle()
  await page.goto(url)
  const figures = page.locator('.figure')
  await expect
    .poll(async () => (await figures.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()))
    .toEqual(['2 delivered', '1 retrying', '0 abandoned', '1 no attempt', '1 refused'])
  await figures.filter({ hasText: 'delivered' }).click()
  await page.locator('.list-bar .count', { hasText: /^2$/ }).waitFor()
  await figures.filter({ hasText: 'delivered' }).click()
  await page.locator('.list-bar .count', { hasText: /^5$/ }).waitFor()
  const next = page.locator('.next-attempts button')
  expect(await next.count()).toBe(1)
  await next.filter({ hasText: /warehouse.*attempt 2 in [45] s/s }).click()
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
  expect(complaints).toEqual([])
})
