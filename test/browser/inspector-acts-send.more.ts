import { expect } from 'vitest'
import { inChromium, inspect, openPanel, unfold } from './inspector-page'

interface SentEvents {
  data: { event: { id: string; type: string; data: unknown }; mode: string; idempotencyKey?: string }[]
}

inChromium('the editor says where a text is no JSON, and takes the cursor there', async () => {
  const { page, control } = await openPanel('send')
  const body = page.getByLabel('Body')
  await body.fill('{\n  "type": "order.paid",\n  "data": { "order": 1042, }\n}')
  await page.getByText('Line 3, column 28: The comma before } is one too many. Remove it.').waitFor()
  expect(await page.locator('.excerpt mark').textContent()).toBe('}')
  expect(await page.getByRole('button', { name: 'Send event' }).last().isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Go there' }).click()
  expect(
    await body.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    ),
  ).toBe('}')
  expect((await control<SentEvents>('GET', '/events')).data).toEqual([])
})

inChromium('while one types the mock names the rule that the body would break', async () => {
  const { page, control } = await openPanel('send')
  await page.getByText('The mock would take it.').waitFor()
  await page.getByLabel('Body').fill('{"data": {}}')
  const verdict = page.locator('.verdict')
  await verdict.locator('b', { hasText: /^EV-\d+$/ }).waitFor()
  expect(await verdict.getAttribute('data-param')).toBe('type')
  await page.getByLabel('Body').fill('{"typ": "order.paid", "data": {}}')
  await verdict.getByText(/type/).first().waitFor()
  await page.getByLabel('Body').fill('{"type": "order.paid", "data": {}}')
  await page.getByText('The mock would take it.').waitFor()
  expect((await control<SentEvents>('GET', '/events')).data).toEqual([])
})

inChromium('an example of the document or a recent event is a beginning', async () => {
  const { page, control } = await openPanel('send')
  const written = '{"type":"shop.closed","data":{"reason":"<i>night</i>","till":12345678901234567890}}'
  await page.getByLabel('Body').fill(written)
  await page.getByRole('button', { name: 'Send event' }).last().click()
  const start = page.getByLabel('Begin with')
  await start
    .locator('optgroup[label="Recent events"] option', { hasText: 'shop.closed' })
    .waitFor({ state: 'attached' })
  await start.locator('optgroup[label="Examples"] option').first().waitFor({ state: 'attached' })
  const value = await start.locator('option', { hasText: 'shop.closed' }).getAttribute('value')
  await start.selectOption(value)
  expect((await page.getByLabel('Body').inputValue()).replace(/\s/g, '')).toBe(written)
  await page.getByRole('button', { name: 'Send event' }).last().click()
  await expect.poll(async () => (await control<SentEvents>('GET', '/events')).data.length).toBe(2)
})

inChromium('over http on a name of its own the page makes keys, and says that it cannot copy', async () => {
  const { page, deliver, show } = await inspect()
  await page.addInitScript(() => {
    for (const [owner, name] of [[navigator, 'clipboard'] as const, [crypto, 'randomUUID'] as const])
      Object.defineProperty(owner, name, { value: undefined })
  })
  const { id } = await deliver()
  await show(`?open=${id}&panel=send`)
  await page.getByRole('button', { name: 'New idempotency key' }).click()
  expect(await page.getByLabel('Idempotency-Key').inputValue()).toMatch(/^\d+(-\d+){3}$/)
  await page.getByRole('button', { name: 'Close Send event' }).click()
  const copy = page.getByRole('button', { name: /^Copy attempt \d+ as curl/ })
  await unfold(page, copy)
  await copy.click()
  await page.locator('.status-line', { hasText: 'This browser does not let the page copy.' }).waitFor()
})
