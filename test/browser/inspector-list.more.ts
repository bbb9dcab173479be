import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inChromium, inspect, rowsOf, withoutWarehouse } from './inspector-page'
import { seenOf, watchFromBegin } from './inspector-watch'

const many = { limits: { journal: 20_000 } }

inChromium(
  'of ten thousand events only a screenful is in the document, and an open one stays where it is while others come',
  async () => {
    const { page, show, createEvents } = await inspect(many)
    await createEvents(10_000)
    await watchFromBegin(page)
    await show()
    await rowsOf(page, 10_000)
    await page.locator('.row').nth(5).click()
    const open = await page.locator('.row[aria-selected=true]').getAttribute('data-row')
    for (let batch = 1; batch <= 20; batch++) {
      await createEvents(50)
      await rowsOf(page, 10_000 + 50 * batch)
    }
    const { tops, mostRows } = await seenOf(page)
    const row = tops.row!
    expect(await page.locator('.row[aria-selected=true]').getAttribute('data-row')).toBe(open)
    expect(Math.max(...row) - Math.min(...row)).toBeLessThanOrEqual(1)
    expect(row.length).toBeGreaterThan(10)
    // The list is some 700 pixels high, and a row 48.
    expect(mostRows).toBeLessThan(32)
    expect(await page.locator('.unseen-rows').textContent()).toContain('1000')
  },
)

inChromium('an open entry of a short list stays where it is, too', async () => {
  const { page, show, createEvents } = await inspect()
  await createEvents(3)
  await watchFromBegin(page)
  await show()
  await rowsOf(page, 3)
  await page.locator('.row').nth(1).click()
  for (let count = 4; count <= 40; count++) {
    await createEvents(1)
    await rowsOf(page, count)
  }
  const row = (await seenOf(page)).tops.row!
  expect(Math.max(...row) - Math.min(...row)).toBeLessThanOrEqual(1)
})

inChromium('the newest event is in sight while nothing is open', async () => {
  const { page, show, post, createEvents } = await inspect()
  await createEvents(60)
  await show()
  await rowsOf(page, 60)
  const { id } = await post('/v1/events', { type: 'order.shipped', data: {} })
  const newest = page.locator(`[data-row="${id}"]`)
  await newest.waitFor()
  expect(await newest.getAttribute('aria-posinset')).toBe('1')
  const box = await newest.boundingBox()
  const list = await page.locator('.list').boundingBox()
  expect(box?.y).toBe(list?.y)
})

inChromium('a paused list shows nothing new and says how much there is', async () => {
  const { page, show, createEvents } = await inspect()
  await createEvents(2)
  await show()
  await rowsOf(page, 2)
  await page.getByRole('button', { name: 'Pause' }).click()
  await createEvents(7)
  await page.getByRole('button', { name: 'Resume · 7 new' }).waitFor()
  expect(await page.locator('.row').count()).toBe(2)
  await page.getByRole('button', { name: 'Resume · 7 new' }).click()
  await rowsOf(page, 9)
})

inChromium('a reset empties the list of every page that is open', async () => {
  const { page, show, createEvents, backend } = await inspect()
  await createEvents(2)
  await show()
  await rowsOf(page, 2)
  await backend.reset()
  await page.locator('.no-rows').waitFor()
  expect(await page.locator('.row').count()).toBe(0)
  await createEvents(1)
  await rowsOf(page, 1)
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Filter' })
const shownTitles = (page: Page) => page.locator('.row .row-title').allTextContents()

/** A mock with four entries of the list, of which each differs from the others in one respect. */
async function openWithEntries() {
  const { page, show, post, backend } = await inspect({ fetch: withoutWarehouse })
  const webhook = await post('/v1/webhooks', {
    url: 'https://warehouse.example/hooks',
    events: ['order.paid'],
  })
  const paid = await post('/v1/events', { type: 'order.paid', data: { note: 'by bicycle' } })
  await post('/v1/events', { type: 'order.shipped', data: {} })
  await post('/v1/events', { type: 'order.tried', data: {} }, { authorization: 'Bearer sk_test_mock' })
  await post('/v1/events', { data: { note: 'by tram' } })
  await post('/v1/events', { type: 'kept.apart', data: {} }, { 'x-mock-session': 'checkout-7' })
  await backend.waitForIdle()
  await show()
  await rowsOf(page, 4)
  return { page, webhook: webhook.id ?? '', paid: paid.id ?? '' }
}

inChromium('each word of the query box is completed with values, and filters the list by them', async () => {
  const { page, webhook, paid } = await openWithEntries()
  const words: [begin: string, completion: string, left: string[]][] = [
    ['type:', 'type:order.shipped', ['order.shipped']],
    ['status:', 'status:retrying', ['order.paid']],
    ['status:', 'status:refused', ['POST /v1/events']],
    ['webhook:', `webhook:${webhook}`, ['order.paid']],
    ['key:', 'key:"Test, full access"', ['order.tried']],
    ['id:', `id:${paid}`, ['order.paid']],
    ['session:', 'session:checkout-7', ['kept.apart']],
  ]
  for (const [begin, completion, left] of words) {
    await box(page).fill('')
    await box(page).fill(begin)
    const option = page.getByRole('option').filter({ has: page.getByText(completion, { exact: true }) })
    await option.click()
    await expect.poll(() => shownTitles(page), { message: completion }).toEqual(left)
    await page.keyboard.press('Escape')
  }
  expect(new URL(page.url()).searchParams.get('session')).toBe('checkout-7')
})

inChromium('a text is found in the bodies, and the address keeps the filter', async () => {
  const { page } = await openWithEntries()
  await box(page).fill('bicycle')
  await expect.poll(() => shownTitles(page)).toEqual(['order.paid'])
  // The answer to a refused request does not repeat its body.
  await box(page).fill('tram')
  await expect.poll(() => shownTitles(page)).toEqual(['POST /v1/events'])
  await box(page).fill('-bicycle type:order.*')
  await expect.poll(() => shownTitles(page)).toEqual(['order.tried', 'order.shipped'])
  expect(new URL(page.url()).searchParams.get('q')).toBe('-bicycle type:order.*')
})

inChromium('the list is held still and goes on by a key', async () => {
  const { page } = await openWithEntries()
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
})
