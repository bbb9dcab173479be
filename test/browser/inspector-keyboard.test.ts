import { expect } from 'vitest'
import { confirm, countPointer, focusedName, tabTo } from './inspector-keyboard'
import { inChromium, openPage, reason, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()

/** The inspector of a mock whose receiver at `warehouse.example` is out of service, with no use of a pointer. */
async function openByKeyboard(search = '') {
  const mock = await serveMock({
    fetch: async (url) =>
      new Response('', { status: new Request(url).url.includes('warehouse') ? 503 : 200 }),
  })
  const { page, complaints } = await openPage(browser())
  const pointer = await countPointer(page)
  await page.goto(mock.url + search)
  await page.locator('.link.live').waitFor()
  const control = async <Result>(path: string) =>
    (await (await fetch(`${mock.baseUrl}/__mock${path}`)).json()) as Result
  return { ...mock, page, complaints, pointer, control }
}

inChromium(
  `an entry is opened, and its delivery retried and resent, without a pointer${reason}`,
  async () => {
    const { page, post, backend, pointer, complaints } = await openByKeyboard()
    await post('/v1/webhooks', { url: 'https://warehouse.example/hooks', events: ['*'] })
    await post('/v1/events', { type: 'order.paid', data: {} })
    await backend.waitForIdle()
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
    expect(await pointer()).toBe(0)
    expect(complaints).toEqual([])
  },
)

inChromium(`an event is sent, and its entry opened, without a pointer${reason}`, async () => {
  const { page, pointer, control } = await openByKeyboard()
  await page.keyboard.press('e')
  await expect.poll(() => focusedName(page)).toBe('Send event')
  await tabTo(page, 'Body')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('{"type": "order.typed", "data": {}}')
  await tabTo(page, 'Idempotency-Key')
  await page.keyboard.type('once')
  await page.keyboard.press('Enter')
  await page.locator('.panel-content .result').waitFor()
  const { data } = await control<{ data: { event: { type: string } }[] }>('/events')
  expect(data.map(({ event }) => event.type)).toEqual(['order.typed'])
  await tabTo(page, 'Open')
  await page.keyboard.press('Enter')
  await page.locator('.detail h2', { hasText: 'order.typed' }).waitFor()
  // The focus is on the row of what was opened.
  await expect.poll(() => focusedName(page)).toContain('order.typed')
  expect(await pointer()).toBe(0)
})

inChromium(
  `a webhook is registered, its secret rotated, and it is deleted without a pointer${reason}`,
  async () => {
    const { page, pointer, control } = await openByKeyboard()
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
    const { data } = await control<{ data: { id: string }[] }>('/webhooks')
    const rotated = await control<{ secret: string }>(`/webhooks/${data[0]?.id}/secret`)
    expect(rotated.secret).not.toBe(first)
    await tabTo(page, 'Delete the webhook https://shop.example/hooks')
    await page.keyboard.press('Enter')
    await confirm(page)
    await page.getByText('None is registered').waitFor()
    await expect.poll(() => focusedName(page)).toBe('Webhooks')
    expect(await pointer()).toBe(0)
  },
)

inChromium(`the clock is advanced without a pointer${reason}`, async () => {
  const { page, pointer, control } = await openByKeyboard()
  await page.keyboard.press('c')
  await tabTo(page, '+1 h: advance the clock')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'What fell due' }).waitFor()
  expect((await control<{ now: string }>('/clock')).now).toBe('2026-11-21T04:00:00.000Z')
  expect(await pointer()).toBe(0)
})

inChromium(`the dialect is changed, with its one question, without a pointer${reason}`, async () => {
  const { page, pointer, control } = await openByKeyboard()
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
    .poll(async () => (await control<{ listOrder: string }>('/dialect')).listOrder)
    .toBe('oldest-first')
  expect(await pointer()).toBe(0)
})

inChromium(`all data is reset, with its one question, without a pointer${reason}`, async () => {
  const { page, post, backend, pointer } = await openByKeyboard()
  await post('/v1/events', { type: 'order.paid', data: {} })
  await page.keyboard.press('s')
  await tabTo(page, 'Reset all data')
  await page.keyboard.press('Enter')
  await confirm(page)
  await expect.poll(async () => (await backend.snapshot()).events).toEqual([])
  expect(await pointer()).toBe(0)
})
