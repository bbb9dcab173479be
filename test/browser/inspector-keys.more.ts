import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { focusedName, tabTo } from './inspector-keyboard'
import { inChromium, inspect, rowsOf, type Inspected } from './inspector-page'
import { readText } from '../support/root'

/** The id of the row that has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
const noPanel = (page: Page) => page.locator('.panel-pane').waitFor({ state: 'detached' })

/** Shows events of the types `order.0`, `order.1` and so on. Returns their ids, the newest first. */
async function showEvents({ page, show, post }: Inspected, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    const { id = '' } = await post('/v1/events', { type: `order.${number}`, data: {} })
    ids.unshift(id)
  }
  await show()
  await rowsOf(page, count)
  return ids
}

inChromium('entries are reached, opened and left by keys, and the focus moves with them', async () => {
  const inspected = await inspect()
  const { page, post } = inspected
  const ids = await showEvents(inspected, 40)
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
})

inChromium(
  'the query box is reached by a key, completes by keys, and takes letters that are keys elsewhere',
  async () => {
    const { page, show, post } = await inspect()
    await post('/v1/events', { type: 'order.paid', data: {} })
    await post('/v1/events', { type: 'invoice.paid', data: {} })
    await show()
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
    await rowsOf(page, 1)
    await page.keyboard.type('jkcp?')
    expect(await box.inputValue()).toBe('type:order.paid jkcp?')
    await page.locator('.no-rows').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
  },
)

inChromium('all keys are shown over the page, and Escape gives the focus back', async () => {
  const { page, show } = await inspect()
  await show()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Keyboard shortcuts')
  await page.keyboard.press('c')
  await page.locator('.panel-pane[data-panel=clock]').waitFor()
  await page.keyboard.press('Escape')
  await noPanel(page)
})

inChromium('the focus returns to where it was when a panel closes', async () => {
  const { page, show, post } = await inspect()
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await show()
  await page.locator('.row').waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe(id)
  await tabTo(page, 'Pause', 'Shift+Tab')
  await page.keyboard.press('c')
  await expect.poll(() => focusedName(page)).toBe('Clock')
  // One panel in place of another one does not change the place of return.
  await page.keyboard.press('f')
  await expect.poll(() => focusedName(page)).toBe('Faults')
  await page.keyboard.press('Escape')
  await noPanel(page)
  await expect.poll(() => focusedName(page)).toBe('Pause')
  await tabTo(page, /^State/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Data')
  await tabTo(page, 'Close Data')
  await page.keyboard.press('Enter')
  await noPanel(page)
  await expect.poll(() => focusedName(page)).toMatch(/^State ?s$/)
})

inChromium('where only one view has room the focus goes with it, and back to its row', async () => {
  const { page, show, post } = await inspect({ width: 360, height: 740 })
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await post('/v1/events', { type: 'order.shipped', data: {} })
  await show()
  await rowsOf(page, 2)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('detail')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(id)
  await tabTo(page, 'Panels', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Behaviour/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Faults')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Panels')
})

inChromium('a reload brings a panel back and leaves the focus alone', async () => {
  const { page, show } = await inspect()
  await show('?panel=clock')
  await page.locator('#panel-title').waitFor()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})

inChromium('the arrow keys and the ends of the list move the focus among its rows', async () => {
  const inspected = await inspect()
  const { page } = inspected
  const ids = await showEvents(inspected, 30)
  await page.keyboard.press('j')
  // The arrow keys are those of the row that has the focus.
  await expect.poll(() => focused(page)).toBe(ids[0])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe(ids[1])
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toBe(ids[29])
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => focused(page)).toBe(ids[28])
  await page.keyboard.press('Home')
  await expect.poll(() => focused(page)).toBe(ids[0])
})

inChromium('the list of keys names every key of the guide', async () => {
  const { page, show } = await inspect()
  await show()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  const told = (await help.locator('kbd').allTextContents()).flatMap((keys) => keys.split(' '))
  const guide = readText('docs/inspector.md')
  const table = /## Keys\n([^]*?)\n## /.exec(guide)?.[1] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const keys = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, key]) => key),
  )
  expect(keys.length).toBeGreaterThan(20)
  expect([...new Set(told)].sort()).toEqual([...new Set(keys)].sort())
})

inChromium(
  'from the filter, the down arrow goes into the list and Enter opens the newest entry that passes',
  async () => {
    const { page, show, post } = await inspect()
    for (const type of ['order.shipped', 'order.shipped', 'order.paid'])
      await post('/v1/events', { type, data: {} })
    await show()
    await rowsOf(page, 3)
    await page.keyboard.press('/')
    await page.keyboard.type('shipped')
    await rowsOf(page, 2)
    await page.keyboard.press('ArrowDown')
    await page.locator('.row:focus', { hasText: 'order.shipped' }).waitFor()
    expect(await page.locator('.detail h2', { hasText: 'order.' }).count()).toBe(0)
    await page.keyboard.press('/')
    await page.keyboard.press('Enter')
    await page.locator('.detail h2', { hasText: 'order.shipped' }).waitFor()
    const opened = page.url()
    await page.keyboard.press('j')
    await expect.poll(() => page.url()).not.toBe(opened)
  },
)
