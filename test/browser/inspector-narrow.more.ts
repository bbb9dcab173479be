import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inChromium, inspect } from './inspector-page'

/** The parts of an element in their order, by where they begin and end on the screen, and the element as the last one. */
const extentsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) =>
    [...element.children, element].map((part) => {
      const { left, right } = part.getBoundingClientRect()
      return { left, right, widest: part.scrollWidth - part.clientWidth }
    }),
  )

/** Fails where a part of an element covers another one, reaches beyond the element or has no room for its words. */
async function expectApart(page: Page, selector: string): Promise<void> {
  const parts = await extentsOf(page, selector)
  const whole = parts.pop()!
  let end = whole.left
  for (const { left, right, widest } of parts) {
    expect(left).toBeGreaterThanOrEqual(end)
    expect(widest).toBeLessThanOrEqual(0)
    end = right
  }
  expect(end).toBeLessThanOrEqual(whole.right)
}

for (const width of [360, 800]) {
  inChromium(
    `no part above the list covers another, however many entries are counted and held, ${width} pixels wide`,
    async () => {
      const { page, show, createEvents } = await inspect({ limits: { journal: 20_000 }, width, height: 740 })
      await createEvents(1_234)
      await show()
      await page.locator('.list-bar .count', { hasText: '1,234' }).waitFor()
      await expectApart(page, '.list-bar')
      await page.getByRole('button', { name: 'Pause' }).click()
      await createEvents(1_111)
      await page.getByRole('button', { name: 'Resume · 1,111 new' }).waitFor()
      await expectApart(page, '.list-bar')
    },
  )
}

inChromium(
  'a session leaves each button of a narrow page its width, and its name can be told and left',
  async () => {
    const { page, show, post, url } = await inspect({ width: 360, height: 740 })
    const session = 'checkout-with-a-name-of-forty-two-letters'
    await post('/v1/events', { type: 'order.paid', data: {} }, { 'x-mock-session': session })
    await show(`?session=${session}`)
    await page.locator('.row').waitFor()
    for (const name of ['Panels', 'Keyboard shortcuts']) {
      const box = await page.getByRole('button', { name }).boundingBox()
      expect(box?.width, name).toBeGreaterThanOrEqual(36)
      expect(box!.x + box!.width, name).toBeLessThanOrEqual(360)
    }
    await page.getByRole('button', { name: session }).click()
    await page.waitForURL(url)
  },
)
