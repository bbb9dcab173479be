import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inChromium, openPage, reason, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()

const box = (page: Page) => page.getByRole('combobox', { name: 'Filter' })
const shownTitles = (page: Page) => page.locator('.row .row-title').allTextContents()

/** A mock with four entries of the list, of which each differs from the others in one respect. */
async function openWithEntries() {
  const mock = await serveMock({
    fetch: async (to) => new Response('', { status: new Request(to).url.includes('warehouse') ? 503 : 200 }),
  })
  const { page } = await openPage(browser())
  const webhook = await mock.post('/v1/webhooks', {
    url: 'https://warehouse.example/hooks',
    events: ['order.paid'],
  })
  const paid = await mock.post('/v1/events', { type: 'order.paid', data: { note: 'by bicycle' } })
  await mock.post('/v1/events', { type: 'order.shipped', data: {} })
  await mock.post('/v1/events', { type: 'order.tried', data: {} }, { authorization: 'Bearer sk_test_mock' })
  await mock.post('/v1/events', { data: { note: 'by tram' } })
  await mock.post('/v1/events', { type: 'kept.apart', data: {} }, { 'x-mock-session': 'checkout-7' })
  await mock.backend.waitForIdle()
  await page.goto(mock.url)
  await page.locator('.list-bar .count', { hasText: /^4$/ }).waitFor()
  return { page, webhook: webhook.id ?? '', paid: paid.id ?? '' }
}

inChromium(
  `each word of the query box is completed with values, and filters the list by them${reason}`,
  async () => {
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
  },
)

inChromium(`a text is found in the bodies, and the address keeps the filter${reason}`, async () => {
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

inChromium(`the list is held still and goes on by a key${reason}`, async () => {
  const { page } = await openWithEntries()
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
})
