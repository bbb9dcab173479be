import { expect } from 'vitest'
import { inChromium, inspect } from './inspector-page'

inChromium('what somebody has typed is there again, whatever closed its form', async () => {
  const { page, show, deliver } = await inspect()
  const { id } = await deliver()
  await show()
  const body = page.getByLabel('Body', { exact: true })
  await page.keyboard.press('e')
  await body.fill('{"type":"typed.for.an.hour","data":{}}')
  await page.keyboard.press('Escape')
  await page.locator('.panel-pane').waitFor({ state: 'detached' })
  await page.keyboard.press('w')
  await page.getByLabel('URL').fill('https://typed.example/hooks')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  expect(await body.inputValue()).toContain('typed.for.an.hour')
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  expect(await page.getByLabel('URL').inputValue()).toBe('https://typed.example/hooks')
  await page.keyboard.press('Escape')
  await page.locator(`[data-row="${id}"]`).click()
  await page.getByRole('button', { name: /^Edit and resend/ }).click()
  await page.getByLabel('Body to send').fill('no JSON at all')
  await page.keyboard.press('Escape')
  await page.locator('.overview').waitFor()
  await page.locator(`[data-row="${id}"]`).click()
  expect(await page.getByLabel('Body to send').inputValue()).toBe('no JSON at all')
})

inChromium(
  'an event that is lost by a key used twice is an amber row, and both bodies are compared',
  async () => {
    const { page, show, post } = await inspect()
    const key = { 'idempotency-key': 'order-1042' }
    const { id } = await post('/v1/events', { type: 'order.paid', data: { total: 10 } }, key)
    // The same event once more is a repetition, by which nothing is lost.
    await post('/v1/events', { type: 'order.paid', data: { total: 10 } }, key)
    await show('?show=failed')
    await page.getByText('Nothing has failed.').waitFor()
    await post('/v1/events', { type: 'order.paid', data: { total: 99 } }, key)
    await page.locator(`[data-row="${id}"] .chip.odd`, { hasText: 'key reused' }).waitFor()
    await page.locator('.row.notice', { hasText: 'event lost' }).click()
    const lost = page.getByRole('region', { name: 'Lost event' })
    await lost.locator('.removed', { hasText: '10' }).waitFor()
    await lost.locator('.added', { hasText: '99' }).waitFor()
    await page.getByRole('button', { name: 'Open the event' }).click()
    await lost.locator('.added', { hasText: '99' }).waitFor()
    expect(await lost.count()).toBe(1)
  },
)

inChromium(
  'of many webhooks those that fail come first, each is a line, and keys lead to each failed attempt',
  async () => {
    const { page, show, post, backend } = await inspect({
      fetch: async (url) =>
        new Response('', { status: /hook-(17|29)\./.test(new Request(url).url) ? 503 : 200 }),
    })
    for (let count = 10; count < 60; count++)
      await post('/v1/webhooks', { url: `https://hook-${count}.example/in`, events: ['*'] })
    await post('/v1/events', { type: 'order.paid', data: { order: 1042 } })
    await backend.waitForIdle({ timeout: 60_000 })
    await show()
    await page.locator('.row', { hasText: '50 webhooks' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const deliveries = page.locator('.delivery')
    await page.getByRole('heading', { name: '50 deliveries, 2 of them failing' }).waitFor()
    const failing = (await deliveries.allInnerTexts()).slice(0, 2).map((text) => /hook-\d+/.exec(text)?.[0])
    expect([...failing].sort()).toEqual(['hook-17', 'hook-29'])
    // The payload stands above all of them, and one timeline is drawn: that of the delivery that is open.
    const [payload, first] = [page.locator('.detail .payload').first(), deliveries.first()]
    expect((await payload.boundingBox())?.y).toBeLessThan((await first.boundingBox())?.y ?? 0)
    expect(await page.locator('.timeline').count()).toBe(1)
    expect(await page.locator('.detail').evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThan(3_000)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    const met: string[] = []
    for (let keys = 2; keys < 8; keys++) {
      await page.keyboard.press('a')
      met.push(await focused())
    }
    const [one, other] = failing
    expect(met.join()).toMatch(new RegExp(`${one}.*Attempt 1.*${other}.*Attempt 1`))
    await page.getByLabel('Only those to').fill('hook-42')
    await expect.poll(() => deliveries.count()).toBe(1)
  },
)
