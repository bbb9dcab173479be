import { expect } from 'vitest'
import { choosePanel, inChromium, inspect, openPanel } from './inspector-page'

inChromium('an event and its deliveries are one entry, which keys open, close and filter', async () => {
  const { page, show, deliver } = await inspect()
  await show()
  const { id } = await deliver({ data: { order: 1042 } })
  await page.locator(`[data-row="${id}"]`, { hasText: 'delivered' }).waitFor()
  await deliver({ type: 'order.shipped' })
  await page.locator('.row', { hasText: 'order.shipped' }).waitFor()
  expect(await page.locator('.row').count()).toBe(2)
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()
  await page.locator('.delivery summary', { hasText: '1 attempt, 200' }).waitFor()
  await page.keyboard.press('k')
  await page.locator('.detail h2', { hasText: 'order.shipped' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.overview').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('bicycle')
  await page.getByText('No entry passes the filter.').waitFor()
  await page.locator('.no-rows').getByText('Clear the filter').click()
  await page.locator('.row', { hasText: 'order.shipped' }).waitFor()
})

inChromium('a refused request shows its reason before its parts', async () => {
  const { page, show, post } = await inspect()
  await post('/v1/events', { data: { order: 1 } })
  await show()
  await page.locator('.row.request').click()
  await page.locator('.explanation h3', { hasText: 'type is required.' }).waitFor()
  await page
    .locator('.explanation')
    .locator('b', { hasText: /^[A-Z]+-\d+$/ })
    .waitFor()
  await page.locator('.exchange').getByText('"order": 1').waitFor()
  await page.locator('.exchange').getByText('"code": "invalid_request"').waitFor()
})

inChromium('an event is sent letter by letter, with the chosen keys', async () => {
  const { page, control, baseUrl } = await openPanel('send')
  await page.getByLabel('Body').fill('{"type": "order.paid", "data": {"n": 12345678901234567890}}')
  await page.getByLabel('Key', { exact: true }).selectOption({ label: 'Test, full access (test)' })
  await page.getByLabel('Idempotency-Key', { exact: true }).fill('once-1')
  const send = page.getByRole('button', { name: 'Send event' }).last()
  await send.click()
  await page.locator('.panel-content .result').waitFor()
  await send.click()
  await page.locator('.panel-content .result').waitFor()
  const { data } = await control('GET', '/events')
  expect(data).toMatchObject([{ event: { type: 'order.paid' }, mode: 'test', idempotencyKey: 'once-1' }])
  const headers = { authorization: 'Bearer sk_test_mock' }
  const stored = await (await fetch(`${baseUrl}/v1/events`, { headers })).text()
  expect(stored).toContain('"n": 12345678901234567890')

  // The line of curl repeats the request without telling the key.
  await page.locator('.panel-content .route summary').click()
  const line = (await page.locator('.panel-content .route pre').textContent()) ?? ''
  expect(line).toContain('12345678901234567890')
  expect(line).toContain('Idempotency-Key: once-1')
  expect(line).toContain('$EVENT_DELIVERY_API_KEY')
  expect(line).not.toContain('sk_test_mock')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()

  await choosePanel(page, 'data')
  const file = { name: 'seed.json', mimeType: 'application/json', buffer: Buffer.from('{"events":[]}') }
  await page.getByLabel('A snapshot or a seed').setInputFiles(file)
  await page.getByRole('button', { name: 'Restore seed.json' }).waitFor()
})

inChromium(
  'a mock that stands still is shown as not connected, and is not asked again and again',
  async () => {
    const { page, show } = await inspect()
    await page.clock.install()
    await show()
    let asked = 0
    // As a process that is suspended does: it takes the connection, and says nothing.
    await page.route(/__mock\/(journal|in-force)/, () => void (asked += 1))
    await page.clock.runFor(2_000)
    await expect.poll(() => asked).toBeGreaterThan(0)
    await page.clock.runFor(10_000)
    await page.locator('.link.lost').waitFor()
    // The page looks once more at what is in force, and tries to connect.
    await page.clock.runFor(2_000)
    const before = asked
    await page.clock.runFor(10_000)
    expect(asked).toBe(before)
  },
)
