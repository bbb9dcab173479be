import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inChromium, openPage, reason, serveMock, withBrowser, type ServedMock } from './inspector-page'

const browser = withBrowser()
const many = { limits: { journal: 20_000 } }

/** Creates events without a socket, so many at a time. */
async function createEvents({ backend, baseUrl }: ServedMock, count: number): Promise<void> {
  for (let begun = 0; begun < count; begun++) {
    await backend.fetch(
      new Request(`${baseUrl}/v1/events`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
        body: `{"type":"order.paid","data":{"order":${begun}}}`,
      }),
    )
  }
}

/** Watches the page at every frame: where the open row stands, and how many rows the document holds. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = { tops: [] as number[], most: 0 }
    Object.assign(window, { seen })
    const look = () => {
      const open = document.querySelector('.row[aria-selected=true]')
      if (open) seen.tops.push(open.getBoundingClientRect().top)
      seen.most = Math.max(seen.most, document.querySelectorAll('.row').length)
      requestAnimationFrame(look)
    }
    look()
  })
}

const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { tops: number[]; most: number } }).seen)

const shown = (page: Page, count: number) =>
  page.locator('.list-bar .count', { hasText: count.toLocaleString('en') }).waitFor()

inChromium(
  `of ten thousand events only a screenful is in the document, and an open one stays where it is while others come${reason}`,
  async () => {
    const mock = await serveMock(many)
    const { page, complaints } = await openPage(browser())
    await createEvents(mock, 10_000)
    await page.goto(mock.url)
    await shown(page, 10_000)
    await watch(page)
    await page.locator('.row').nth(5).click()
    const open = await page.locator('.row[aria-selected=true]').getAttribute('data-row')
    for (let batch = 1; batch <= 20; batch++) {
      await createEvents(mock, 50)
      await shown(page, 10_000 + 50 * batch)
    }
    const { tops, most } = await seen(page)
    expect(await page.locator('.row[aria-selected=true]').getAttribute('data-row')).toBe(open)
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1)
    expect(tops.length).toBeGreaterThan(10)
    // The list is some 700 pixels high, and a row 48.
    expect(most).toBeLessThan(32)
    expect(await page.locator('.unseen-rows').textContent()).toContain('1000')
    expect(complaints).toEqual([])
  },
)

inChromium(`an open entry of a short list stays where it is, too${reason}`, async () => {
  const mock = await serveMock()
  const { page } = await openPage(browser())
  await createEvents(mock, 3)
  await page.goto(mock.url)
  await shown(page, 3)
  await watch(page)
  await page.locator('.row').nth(1).click()
  for (let count = 4; count <= 40; count++) {
    await createEvents(mock, 1)
    await shown(page, count)
  }
  const { tops } = await seen(page)
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1)
})

inChromium(`the newest event is in sight while nothing is open${reason}`, async () => {
  const mock = await serveMock()
  const { page } = await openPage(browser())
  await createEvents(mock, 60)
  await page.goto(mock.url)
  await shown(page, 60)
  const { id } = await mock.post('/v1/events', { type: 'order.shipped', data: {} })
  const newest = page.locator(`[data-row="${id}"]`)
  await newest.waitFor()
  expect(await newest.getAttribute('aria-posinset')).toBe('1')
  const box = await newest.boundingBox()
  const list = await page.locator('.list').boundingBox()
  expect(box?.y).toBe(list?.y)
})

inChromium(`a paused list shows nothing new and says how much there is${reason}`, async () => {
  const mock = await serveMock()
  const { page } = await openPage(browser())
  await createEvents(mock, 2)
  await page.goto(mock.url)
  await shown(page, 2)
  await page.getByRole('button', { name: 'Pause' }).click()
  await createEvents(mock, 7)
  await page.getByRole('button', { name: 'Resume · 7 new' }).waitFor()
  expect(await page.locator('.row').count()).toBe(2)
  await page.getByRole('button', { name: 'Resume · 7 new' }).click()
  await shown(page, 9)
})

inChromium(`a reset empties the list of every page that is open${reason}`, async () => {
  const mock = await serveMock()
  const { page } = await openPage(browser())
  await createEvents(mock, 2)
  await page.goto(mock.url)
  await shown(page, 2)
  await mock.backend.reset()
  await page.locator('.no-rows').waitFor()
  expect(await page.locator('.row').count()).toBe(0)
  await createEvents(mock, 1)
  await shown(page, 1)
})
