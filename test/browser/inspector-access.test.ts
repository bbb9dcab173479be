import { expect } from 'vitest'
import { violations } from './inspector-violations'
import { inChromium, openPage, reason, serveMock, unfold, withBrowser } from './inspector-page'

const browser = withBrowser()

for (const [width, height] of [
  [360, 740],
  [1_600, 900],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    inChromium(`every view is accessible, ${width} pixels wide and ${colorScheme}${reason}`, async () => {
      const { url, post, backend } = await serveMock({
        fetch: async (to) =>
          new Response('closed', { status: new Request(to).url.includes('warehouse') ? 503 : 200 }),
      })
      const { page } = await openPage(browser(), { viewport: { width, height }, colorScheme })
      await page.goto(url)
      await page.locator('.no-rows').waitFor()
      const found = await violations(page, 'empty')
      for (const host of ['shop', 'warehouse']) {
        await post('/v1/webhooks', { url: `https://${host}.example/hooks`, events: ['*'] })
      }
      for (let count = 0; count < 30; count++) {
        await post('/v1/events', { type: 'order.paid', data: { order: 'x'.repeat(600) } })
      }
      const { id } = await post('/v1/events', { type: 'order.paid', data: { order: 'x'.repeat(600) } })
      await post('/v1/events', { data: {} })
      await backend.waitForIdle()
      await page.locator(`[data-row="${id}"]`, { hasText: 'retrying' }).waitFor()
      found.push(...(await violations(page, 'list')))
      await page.getByRole('combobox', { name: 'Filter' }).focus()
      found.push(...(await violations(page, 'completions')))
      await page.keyboard.press('Escape')
      await page.locator(`[data-row="${id}"]`).click()
      await unfold(page)
      await page.locator('.signature').first().waitFor()
      found.push(...(await violations(page, 'event')))
      await page.goto(`${url}?q=status:refused`)
      await page.locator('.row.request').click()
      await page.locator('.explanation').waitFor()
      found.push(...(await violations(page, 'refusal')))
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      found.push(...(await violations(page, 'keys')))
      expect(found).toEqual([])
    })
  }
}
