import { expect, onTestFinished } from 'vitest'
import { confirm, countPointer, focusedName, tabTo } from './inspector-keyboard'
import { inChromium, inspect, withoutWarehouse } from './inspector-page'

/** The inspector, of which the end of the test says whether a pointer was used. */
async function openByKeyboard() {
  const inspected = await inspect({ fetch: withoutWarehouse })
  const pointer = await countPointer(inspected.page)
  onTestFinished(async () => expect(await pointer()).toBe(0))
  await inspected.show()
  return inspected
}

inChromium('an entry is opened, and its delivery retried and resent, without a pointer', async () => {
  const { page, backend, deliver } = await openByKeyboard()
  await deliver({}, 'warehouse')
  await page.locator('.row', { hasText: 'retrying' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('.delivery').waitFor()
  await tabTo(page, 'Retry now')
  await page.keyboard.press('Enter')
  await page.locator('.delivery summary', { hasText: 'Attempt 2' }).waitFor()
  await tabTo(page, /^Resend the delivery/)
  await page.keyboard.press('Enter')
  await page.locator('.delivery summary', { hasText: 'Attempt 3' }).waitFor()
  expect(backend.deliveries().map(({ resent }) => resent ?? false)).toEqual([false, false, true])
  await tabTo(page, /^Attempt 1/)
  await page.keyboard.press('Enter')
  await page.locator('.signature').waitFor()
})

inChromium('an event is sent, and its entry opened, without a pointer', async () => {
  const { page, control } = await openByKeyboard()
  await page.keyboard.press('e')
  await expect.poll(() => focusedName(page)).toBe('Send event')
  await tabTo(page, 'Body')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('{"type": "order.typed", "data": {}}')
  await tabTo(page, 'Idempotency-Key')
  await page.keyboard.type('once')
  await page.keyboard.press('Enter')
  await page.locator('.panel-content .result').waitFor()
  const { data } = await control<{ data: { event: { type: string } }[] }>('GET', '/events')
  expect(data.map(({ event }) => event.type)).toEqual(['order.typed'])
  await tabTo(page, 'Open')
  await page.keyboard.press('Enter')
  await page.locator('.detail h2', { hasText: 'order.typed' }).waitFor()
  // The focus is on the row of what was opened.
  await expect.poll(() => focusedName(page)).toContain('order.typed')
})

inChromium('a webhook is registered, its secret rotated, and it is deleted without a pointer', async () => {
  const { page, control } = await openByKeyboard()
  await page.keyboard.press('w')
  await tabTo(page, 'URL')
  await page.keyboard.type('https://shop.example/hooks')
  await page.keyboard.press('Enter')
  const secret = page.locator('.panel-content .result code')
  const first = await secret.textContent()
  await tabTo(page, 'Rotate secret of https://shop.example/hooks', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await confirm(page)
  await page.locator('.listing .result').waitFor()
  const { data } = await control<{ data: { id: string }[] }>('GET', '/webhooks')
  const rotated = await control<{ secret: string }>('GET', `/webhooks/${data[0]?.id}/secret`)
  expect(rotated.secret).not.toBe(first)
  await tabTo(page, 'Delete the webhook https://shop.example/hooks')
  await page.keyboard.press('Enter')
  await confirm(page)
  await page.getByText('None is registered').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Webhooks')
})

inChromium('the clock is advanced without a pointer', async () => {
  const { page, control } = await openByKeyboard()
  await page.keyboard.press('c')
  await tabTo(page, '+1 h: advance the clock')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'What fell due' }).waitFor()
  expect((await control<{ now: string }>('GET', '/clock')).now).toBe('2026-11-21T04:00:00.000Z')
})

inChromium('the dialect is changed, with its one question, without a pointer', async () => {
  const { page, control } = await openByKeyboard()
  await page.keyboard.press('d')
  await tabTo(page, 'Find a field')
  await page.keyboard.type('listOrder')
  await expect.poll(() => page.locator('[data-field]').count()).toBe(1)
  await tabTo(page, /^newest-first/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'Restart with this dialect', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await confirm(page)
  await expect
    .poll(async () => (await control<{ listOrder: string }>('GET', '/dialect')).listOrder)
    .toBe('oldest-first')
})

inChromium('all data is reset, with its one question, without a pointer', async () => {
  const { page, post, backend } = await openByKeyboard()
  await post('/v1/events', { type: 'order.paid', data: {} })
  await page.keyboard.press('s')
  await tabTo(page, 'Reset all data')
  await page.keyboard.press('Enter')
  await confirm(page)
  await expect.poll(async () => (await backend.snapshot()).events).toEqual([])
})
