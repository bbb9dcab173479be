import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { panels } from '../../mock/inspector/acts/panels'
import { violations } from './inspector-violations'
import { inChromium, inspect, openPanel, unfold, withoutWarehouse } from './inspector-page'

/** The looks of a page: each width and each scheme of colours. */
const looks = [
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 1_600, height: 900, colorScheme: 'light' },
] as const

for (const look of looks) {
  inChromium(`every view is accessible, ${look.width} pixels wide and ${look.colorScheme}`, async () => {
    const { page, show, post, backend } = await inspect({ fetch: withoutWarehouse, ...look })
    await show()
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
    await show('?q=status:refused')
    await page.locator('.row.request').click()
    await page.locator('.explanation').waitFor()
    found.push(...(await violations(page, 'refusal')))
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    found.push(...(await violations(page, 'keys')))
    expect(found).toEqual([])
  })
}

/** The parts of the page that reach beyond its width. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const look of looks) {
  inChromium(`every panel is accessible, ${look.width} pixels wide and ${look.colorScheme}`, async () => {
    const { page, show, post, control } = await inspect({ seed: 'examples', ...look })
    await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
    await post('/v1/events', { type: 'order.paid', data: {} })
    await control('POST', '/faults', { kind: 'status', times: 2 })
    const found: string[] = []
    for (const { id } of panels) {
      await show(`?panel=${id}`)
      await page.locator(`.panel-pane[data-panel=${id}]`).waitFor()
      if (id === 'send') await page.getByLabel('Body').fill('{"type": }')
      const danger = page.locator('.panel-pane .button.danger').first()
      if ((await danger.count()) > 0) await danger.click()
      found.push(...(await violations(page, id)))
      if ((await tooWide(page)) > 0) found.push(`${id}: wider than the page`)
    }
    expect(found).toEqual([])
  })
}

/** The colours and borders by which states are told apart. */
const marksOf = (page: Page) =>
  page.evaluate(() => {
    const colour = (selector: string, part?: string) =>
      getComputedStyle(document.querySelector(selector)!, part).backgroundColor
    const { outlineStyle } = getComputedStyle(document.querySelector('.row .chip')!)
    return { outlineStyle, bead: colour('.bead'), link: colour('.link', '::before') }
  })

inChromium('a refused attempt is accessible in both schemes and in colours of the reader’s own', async () => {
  const refuse = async () => new Response('no', { status: 401 })
  const { page, show, post, backend } = await inspect({ fetch: refuse, width: 1024 })
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await backend.waitForIdle()
  await show(`?open=${id}`)
  const coloured = await marksOf(page)
  await unfold(page)
  await page.locator('.why textarea').fill('{"type":"order.paid"}')
  await page.locator('.why .diff').waitFor()
  await page.getByRole('button', { name: /^Send to a URL: / }).click()
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page, colorScheme)))
    if ((await tooWide(page)) > 0) found.push(`${colorScheme}: wider than the page`)
  }
  expect(found).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  expect(await marksOf(page)).toEqual({ ...coloured, outlineStyle: 'solid' })
})

inChromium('each panel opens by its key, takes the focus, and closes by Escape', async () => {
  const { page } = await openPanel('send')
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
