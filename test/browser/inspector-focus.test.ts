import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { root } from '../support/root'
import { focusedName, tabTo } from './inspector-keyboard'
import { inChromium, openPage, reason, rowsOf, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
const noPanel = (page: Page) => page.locator('.panel-pane').waitFor({ state: 'detached' })

inChromium(`the focus returns to where it was when a panel closes${reason}`, async () => {
  const { url, post } = await serveMock()
  const { page } = await openPage(browser())
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await page.goto(url)
  await page.locator('.row').waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => focusedRow(page)).toBe(id)
  await tabTo(page, 'Pause', 'Shift+Tab')
  await page.keyboard.press('c')
  await expect.poll(() => focusedName(page)).toBe('Clock')
  // One panel in place of another one does not change the place of return.
  await page.keyboard.press('f')
  await expect.poll(() => focusedName(page)).toBe('Faults')
  await page.keyboard.press('Escape')
  await noPanel(page)
  await expect.poll(() => focusedName(page)).toBe('Pause')
  await tabTo(page, /^Keys/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Keys')
  await tabTo(page, 'Close Keys')
  await page.keyboard.press('Enter')
  await noPanel(page)
  await expect.poll(() => focusedName(page)).toMatch(/^Keys ?y$/)
})

inChromium(`where only one view has room the focus goes with it, and back to its row${reason}`, async () => {
  const { url, post } = await serveMock()
  const { page } = await openPage(browser(), { viewport: { width: 360, height: 740 } })
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await post('/v1/events', { type: 'order.shipped', data: {} })
  await page.goto(url)
  await rowsOf(page, 2)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('detail')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedRow(page)).toBe(id)
  await tabTo(page, '☰ Panels', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Clock/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Clock')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('☰ Panels')
})

inChromium(`a reload brings a panel back and leaves the focus alone${reason}`, async () => {
  const { url } = await serveMock()
  const { page } = await openPage(browser())
  await page.goto(`${url}?panel=clock`)
  await page.locator('#panel-title').waitFor()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})

inChromium(`the arrow keys and the ends of the list move the focus among its rows${reason}`, async () => {
  const { url, post } = await serveMock()
  const { page } = await openPage(browser())
  const ids: string[] = []
  for (let count = 0; count < 30; count++) {
    const { id = '' } = await post('/v1/events', { type: `order.${count}`, data: {} })
    ids.unshift(id)
  }
  await page.goto(url)
  await rowsOf(page, 30)
  await page.keyboard.press('j')
  // The arrow keys are those of the row that has the focus.
  await expect.poll(() => focusedRow(page)).toBe(ids[0])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedRow(page)).toBe(ids[1])
  await page.keyboard.press('End')
  await expect.poll(() => focusedRow(page)).toBe(ids[29])
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => focusedRow(page)).toBe(ids[28])
  await page.keyboard.press('Home')
  await expect.poll(() => focusedRow(page)).toBe(ids[0])
})

inChromium(`the list of keys names every key of the guide${reason}`, async () => {
  const { url } = await serveMock()
  const { page } = await openPage(browser())
  await page.goto(url)
  await page.locator('.link.live').waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  const told = (await help.locator('kbd').allTextContents()).flatMap((keys) => keys.split(' '))
  const guide = readFileSync(join(root, 'docs/inspector.md'), 'utf8')
  const table = /## Keys\n([^]*?)\n## /.exec(guide)?.[1] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const keys = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, key]) => key),
  )
  expect(keys.length).toBeGreaterThan(20)
  expect([...new Set(told)].sort()).toEqual([...new Set(keys)].sort())
})
