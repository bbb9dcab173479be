import { expect, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { createClock } from '@event-delivery/mock'
import {
  choosePanel,
  inChromium,
  inspect,
  openPage,
  rowsOf,
  serveMock,
  start,
  type ServedMock,
} from './inspector-page'
import { seenOf, watched, watchFromBegin } from './inspector-watch'

inChromium('a reload keeps filter, open entry, panel and session', async () => {
  const { page, show, post } = await inspect({ width: 1600, height: 900 })
  const session = { 'x-mock-session': 'checkout-7' }
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} }, session)
  await post('/v1/events', { type: 'invoice.paid', data: {} }, session)
  await show()
  await page.getByRole('combobox', { name: 'Filter' }).fill('type:order.* session:checkout-7')
  await page.keyboard.press('Enter')
  await page.locator(`[data-row="${id}"]`).click()
  await choosePanel(page, 'clock')
  await page.locator('.panel-pane').waitFor()
  const address = page.url()
  await page.reload()
  await page.locator(`[data-row="${id}"][aria-selected=true]`).waitFor()
  expect(await page.locator('.row').count()).toBe(1)
  expect(page.url()).toBe(address)
  expect(await page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('type:order.*')
  expect(await page.locator('.top-bar .session').textContent()).toContain('checkout-7')
  await page.locator('.panel-pane[data-panel=clock]').waitFor()
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
})

inChromium('the back button leads from an entry to the list, and forth again', async () => {
  const { page, show, post } = await inspect({ width: 360, height: 740 })
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await show()
  await page.locator(`[data-row="${id}"]`).click()
  await page.locator('.detail h2').waitFor()
  expect(await page.locator('.list').isVisible()).toBe(false)
  await page.goBack()
  await page.locator(`[data-row="${id}"]`).waitFor()
  expect(await page.locator('.detail').isVisible()).toBe(false)
  await page.goForward()
  await page.locator('.detail h2').waitFor()
})

inChromium('a token is wanted, and it stands in no address and no text of the page', async () => {
  const token = 'a-token-of-sixteen-letters'
  const { page, post, baseUrl, url } = await inspect({
    controlToken: token,
    mayComplain: /status of 401|ERR_FAILED/,
  })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await page.goto(url)
  const field = page.getByLabel('Token')
  await field.fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await page.locator('.row').count()).toBe(0)
  // A header bears no other letters: a token with them would fail every request.
  await field.fill('tökén')
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true)
  await field.fill(token)
  await page.route('**/__mock/clock', (route) => route.abort())
  await page.keyboard.press('Enter')
  await page.getByText('The mock cannot be reached.').waitFor()
  await page.unroute('**/__mock/clock')
  await page.keyboard.press('Enter')
  await page.locator(`[data-row="${id}"]`).waitFor()
  await page.reload()
  await page.locator(`[data-row="${id}"]`).click()
  await page.locator('.detail h2').waitFor()
  expect([...addresses, page.url()].join('\n')).not.toContain(token)
  expect(await page.locator('body').innerText()).not.toContain(token)
  expect(addresses.every((address) => address.startsWith(baseUrl))).toBe(true)
})

inChromium('a mock that was started anew is followed from its begin', async () => {
  const first = await serveMock()
  const { page } = await openPage({ mayComplain: /net::ERR/ })
  await first.post('/v1/events', { type: 'order.old', data: {} })
  const port = Number(new URL(first.baseUrl).port)
  await page.goto(first.url)
  await page.locator('.row', { hasText: 'order.old' }).waitFor()
  await first.close()
  const second = await serveMock({ clock: createClock({ now: start }) }, { port })
  await second.createEvents(3)
  await rowsOf(page, 3)
  expect(await page.locator('.row', { hasText: 'order.paid' }).count()).toBe(3)
})

/** Creates a hundred events a second until the test ends, and tells how many were created. */
function keepCreating(mock: ServedMock): () => number {
  let created = 0
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      await mock.createEvents(10)
      created += 10
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  onTestFinished(() => {
    isOver = true
    return work
  })
  return () => created
}

const countOf = async (page: Page) =>
  Number((await page.locator('.list-bar .count').textContent())?.replaceAll(',', ''))

inChromium(
  'an entry that the address names stays where it is while the journal is read and others come, also after a reload',
  async () => {
    const mock = await inspect({ limits: { journal: 20_000 } })
    const { page } = mock
    await mock.post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['order.shipped'] })
    await mock.createEvents(2_000)
    const { id } = await mock.post('/v1/events', { type: 'order.shipped', data: {} })
    await mock.backend.waitForIdle()
    await mock.createEvents(2_000)
    await watchFromBegin(page)
    const created = keepCreating(mock)
    for (const open of [() => page.goto(`${mock.url}?open=${id}`), () => page.reload()]) {
      await open()
      await expect.poll(() => countOf(page)).toBeGreaterThan(4_001)
      const before = created()
      await expect.poll(() => countOf(page)).toBeGreaterThan(4_001 + before + 50)
      const { tops } = await seenOf(page)
      expect(Object.keys(tops).sort()).toEqual(Object.keys(watched).sort())
      for (const [name, all] of Object.entries(tops)) {
        expect(all.length, name).toBeGreaterThan(5)
        expect(Math.max(...all) - Math.min(...all), name).toBeLessThanOrEqual(1)
      }
      expect(await page.locator(watched.row).getAttribute('data-row')).toBe(id)
    }
  },
)

inChromium('an entry that is still to be read is not taken for one that has left the journal', async () => {
  const { page, show, deliver } = await inspect()
  const { id } = await deliver()
  await watchFromBegin(page)
  // The journal is told only when the page knows the stored event.
  const stored = page.waitForResponse((response) => response.url().endsWith(`/__mock/events/${id}`))
  await page.route('**/__mock/journal', async (route) => {
    await (await stored).finished()
    await page.waitForFunction(() => document.querySelector('.detail') !== null)
    await route.continue()
  })
  await show(`?open=${id}`)
  await page.locator('.delivery').waitFor()
  expect((await seenOf(page)).texts).toEqual([])
})

inChromium(
  'an event that came with the data is shown as the mock has stored it, though the journal tells nothing',
  async () => {
    const { page, show, backend } = await inspect({ seed: { events: [{ type: 'order.seeded', data: {} }] } })
    const [event] = (await backend.snapshot()).events
    await show(`?open=${event?.id}`)
    await page.locator('.detail h2', { hasText: 'order.seeded' }).waitFor()
  },
)

inChromium('a request that the journal dropped is said to be gone', async () => {
  const { page, show, createEvents } = await inspect({ limits: { journal: 5 } })
  await createEvents(20)
  await show('?open=request-1')
  await page.locator('.detail h2', { hasText: 'This entry is gone' }).waitFor()
})

inChromium('a session that the mock does not have is told, and shown as soon as it begins', async () => {
  const { page, post, url } = await inspect({ mayComplain: /status of 404/ })
  await page.goto(`${url}?session=later`)
  await page.getByText('no such session').waitFor()
  await post('/v1/events', { type: 'order.paid', data: {} }, { 'x-mock-session': 'later' })
  await page.locator('.row', { hasText: 'order.paid' }).waitFor()
})
