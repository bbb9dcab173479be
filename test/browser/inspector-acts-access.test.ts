import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './inspector-violations'
import { openPanel } from './inspector-acts'
import { inChromium, reason, withBrowser } from './inspector-page'
import { panels } from '../../mock/inspector/acts/panels'

const browser = withBrowser()

/** The parts of the page that reach beyond its width. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const width of [360, 1_600]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    inChromium(`every panel is accessible, ${width} pixels wide and ${colorScheme}${reason}`, async () => {
      const { page, post, control, url } = await openPanel(browser(), 'send', {
        colorScheme,
        seed: 'examples',
      })
      await page.setViewportSize({ width, height: 800 })
      await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
      await post('/v1/events', { type: 'order.paid', data: {} })
      await control('POST', '/faults', { kind: 'status', times: 2 })
      const found: string[] = []
      for (const { id } of panels) {
        await page.goto(`${url}?panel=${id}`)
        await page.locator(`.panel-pane[data-panel=${id}]`).waitFor()
        await page.locator('.link.live').waitFor({ state: 'attached' })
        if (id === 'send') await page.getByLabel('Body').fill('{"type": }')
        const danger = page.locator('.panel-pane .button.danger').first()
        if ((await danger.count()) > 0) await danger.click()
        found.push(...(await violations(page, id)))
        if ((await tooWide(page)) > 0) found.push(`${id}: wider than the page`)
      }
      expect(found).toEqual([])
    })
  }
}

inChromium(`each panel opens by its key, takes the focus, and closes by Escape${reason}`, async () => {
  const { page } = await openPanel(browser(), 'send')
  await page.locator('#panel-title').press('Escape')
  await page.locator('.panel-pane').waitFor({ state: 'detached' })
  for (const { id, shortcut } of panels) {
    await page.keyboard.press(shortcut)
    await page.locator(`.panel-pane[data-panel=${id}]`).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('panel-title')
    await page.keyboard.press('Escape')
    await page.locator('.panel-pane').waitFor({ state: 'detached' })
  }
})
