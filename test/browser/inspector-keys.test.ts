import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inChromium, openPage, reason, rowsOf, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()

/** The id of the row that has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-row'))

inChromium(
  `entries are reached, opened and left by keys, and the focus moves with them${reason}`,
  async () => {
    const { url, post } = await serveMock()
    const { page } = await openPage(browser())
    const ids: string[] = []
    for (let count = 0; count < 40; count++) {
      const { id = '' } = await post('/v1/events', { type: `order.${count}`, data: {} })
      ids.unshift(id)
    }
    await page.goto(url)
    await rowsOf(page, 40)
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe(ids[0])
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect.poll(() => focused(page)).toBe(ids[1])
    await page.keyboard.press('Enter')
    await page.locator('.detail h2', { hasText: 'order.38' }).waitFor()
    for (let count = 0; count < 30; count++) await page.keyboard.press('j')
    await page.locator('.detail h2', { hasText: 'order.8' }).waitFor()
    await expect.poll(() => focused(page)).toBe(ids[31])
    const row = await page.locator(`[data-row="${ids[31]}"]`).boundingBox()
    const list = await page.locator('.list').boundingBox()
    expect(row!.y + row!.height).toBeLessThanOrEqual(list!.y + list!.height)
    // The focus stays while others come.
    await post('/v1/events', { type: 'order.new', data: {} })
    await page.locator('.list-bar .count', { hasText: '41' }).waitFor()
    expect(await focused(page)).toBe(ids[31])
    await page.keyboard.press('Escape')
    await page.locator('.overview').waitFor()
    expect(await page.locator('.row[tabindex="0"]').count()).toBe(1)
  },
)

inChromium(
  `the query box is reached by a key, completes by keys, and takes letters that are keys elsewhere${reason}`,
  async () => {
    const { url, post } = await serveMock()
    const { page } = await openPage(browser())
    await post('/v1/events', { type: 'order.paid', data: {} })
    await post('/v1/events', { type: 'invoice.paid', data: {} })
    await page.goto(url)
    await rowsOf(page, 2)
    await page.keyboard.press('/')
    const box = page.getByRole('combobox', { name: 'Filter' })
    await page.keyboard.type('ty')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe('type:')
    await page.keyboard.type('ord')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect.poll(() => box.inputValue()).toBe('type:order.paid ')
    await page.locator('.list-bar .count', { hasText: /^1$/ }).waitFor()
    await page.keyboard.type('jkcp?')
    expect(await box.inputValue()).toBe('type:order.paid jkcp?')
    await page.locator('.no-rows').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
  },
)

inChromium(`all keys are shown over the page, and Escape gives the focus back${reason}`, async () => {
  const { url } = await serveMock()
  const { page } = await openPage(browser())
  await page.goto(url)
  await page.locator('.link.live').waitFor()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  for (const key of ['j', 'k', 'Enter', 'Esc', '/', '?']) {
    const pattern = new RegExp(`^${key.replace('?', '\\?')}$`)
    await help.locator('kbd', { hasText: pattern }).first().waitFor()
  }
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Keyboard shortcuts')
  await page.keyboard.press('c')
  await page.locator('.panel-pane[data-panel=clock]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.panel-pane').waitFor({ state: 'detached' })
})
