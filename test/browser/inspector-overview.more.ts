import { expect } from 'vitest'
import { inChromium, inspect, rowsOf, withoutWarehouse } from './inspector-page'

inChromium('an empty mock shows the way to the first event', async () => {
  const { page, show, post, baseUrl } = await inspect()
  await show()
  const overview = page.locator('.overview')
  await overview.getByText(baseUrl, { exact: true }).waitFor()
  await overview.getByText('sk_live_mock', { exact: true }).waitFor()
  await overview.getByRole('button', { name: /^Register a webhook/ }).click()
  await page.locator('.panel-pane[data-panel=webhooks]').waitFor()
  await page.keyboard.press('Escape')
  await post('/v1/events', { type: 'order.paid', data: {} })
  await overview.locator('h2', { hasText: 'Overview' }).waitFor()
})

/** A mock whose shop takes what was shipped, and whose warehouse refuses what was paid, and what its overview tells. */
async function inspectShop() {
  const inspected = await inspect({ fetch: withoutWarehouse })
  const { page, post } = inspected
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['order.shipped'] })
  await post('/v1/webhooks', { url: 'https://warehouse.example/hooks', events: ['order.paid'] })
  const figures = page.locator('.figure')
  const told = async () => (await figures.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  return { ...inspected, figures, told, next: page.locator('.next-attempts button') }
}

inChromium('the overview counts what became of events and requests, and filters by it', async () => {
  const { page, show, post, backend, figures, told, next } = await inspectShop()
  for (const type of ['order.shipped', 'order.shipped', 'order.paid', 'order.kept']) {
    await post('/v1/events', { type, data: {} })
  }
  await post('/v1/events', { data: {} })
  await backend.waitForIdle()
  await show()
  await expect.poll(told).toEqual(['2 delivered', '1 retrying', '0 abandoned', '1 no attempt', '1 refused'])
  await figures.filter({ hasText: 'delivered' }).click()
  await rowsOf(page, 2)
  await figures.filter({ hasText: 'delivered' }).click()
  await rowsOf(page, 5)
  expect(await next.count()).toBe(1)
  await next.filter({ hasText: /warehouse.*attempt 2 in [45] s/s }).click()
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
})

inChromium('the overview goes on counting while it is open', async () => {
  const { show, post, backend, control, told, next } = await inspectShop()
  await post('/v1/events', { type: 'order.shipped', data: {} })
  await backend.waitForIdle()
  await show()
  await expect.poll(told).toContain('1 delivered')
  await post('/v1/events', { type: 'order.shipped', data: {} })
  await post('/v1/events', { type: 'order.paid', data: {} })
  await backend.waitForIdle()
  await expect.poll(told).toEqual(['2 delivered', '1 retrying', '0 abandoned', '0 no attempt', '0 refused'])
  await next.filter({ hasText: 'attempt 2' }).waitFor()
  await control('POST', '/clock/advance', { minutes: 2 })
  await next.filter({ hasText: 'attempt 3' }).waitFor()
})

inChromium('a list that is empty because of its filter says so, and leads to all entries', async () => {
  const { page, show, post } = await inspect()
  await post('/v1/events', { type: 'order.paid', data: {} })
  await show('?q=nothing-like-this&show=failed')
  await page.getByText('No entry passes the filter.').waitFor()
  expect(await page.getByText('This sends the first event').count()).toBe(0)
  const choices = page.getByRole('group', { name: 'Show', exact: true }).getByRole('button')
  expect(await choices.allTextContents()).toEqual(['Events', 'Failing', 'All'])
  await page.locator('.no-rows').getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByText('Nothing has failed.').waitFor()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.locator('.row', { hasText: 'order.paid' }).waitFor()
})

inChromium('the command of an empty list sends the first event', async () => {
  const { page, show, baseUrl } = await inspect()
  await show()
  const command = page.getByRole('group', { name: 'A command that sends an event' })
  await command.waitFor()
  const lines = ((await command.textContent()) ?? '').split(' \\\n  ')
  expect(lines).toEqual([
    `curl '${baseUrl}/v1/events'`,
    '-H "Authorization: Bearer sk_live_mock"',
    "-H 'Content-Type: application/json'",
    `--data-raw '{"type":"order.paid","data":{"order":1042}}'`,
  ])
})
