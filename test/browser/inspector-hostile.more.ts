import { expect } from 'vitest'
import { inChromium, inspect, unfold } from './inspector-page'

const markup = '<img src=x onerror="window.executed=1"><script>window.executed=1</script><b>bold</b>'

inChromium('markup from senders and receivers is text wherever it is shown', async () => {
  const { page, show, post, backend, baseUrl } = await inspect({
    fetch: async () =>
      new Response(markup, { headers: { 'x-note': '"><img src=x onerror=window.executed=1>' } }),
  })
  await post('/v1/webhooks', { url: 'https://shop.example/<b>hooks', events: ['*'], description: markup })
  const { id } = await post('/v1/events', { type: markup, data: { [markup]: markup } })
  await fetch(`${baseUrl}/v1/${encodeURIComponent(markup)}?${markup}`, { headers: { 'user-agent': markup } })
  await post('/v1/events', { type: 7, data: markup })
  await backend.waitForIdle()
  await show(`?show=all&q=${encodeURIComponent(markup)}`)
  await page.getByRole('combobox', { name: 'Filter' }).fill('type:')
  await page.locator('#completions li').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Filter' }).fill('')
  await page.keyboard.press('Escape')
  for (const row of await page.locator('.row').all()) {
    await row.click()
    await page.locator('.detail h2').waitFor()
    await unfold(page)
  }
  await page.locator(`[data-row="${id}"]`).click()
  await page.locator('.detail h2', { hasText: '<script>' }).waitFor()
  expect(
    await page
      .locator('img, script:not([src="/__mock/inspector/page.js"]), .detail b:text-is("bold")')
      .count(),
  ).toBe(0)
  expect(await page.evaluate(() => 'executed' in window)).toBe(false)
})

inChromium('letters that turn a line round or hide are shown by their names', async () => {
  const { page, show, post } = await inspect()
  const { id } = await post('/v1/events', { type: 'order.\u202Ediap', data: { note: 'a\u200Bb\u2066c' } })
  await show()
  const row = page.locator(`[data-row="${id}"]`)
  expect(await row.locator('.row-title .named-letter').textContent()).toBe('U+202E')
  await row.click()
  await page.locator('.detail h2 .named-letter', { hasText: 'U+202E' }).waitFor()
  const text = (await page.locator('.detail .payload pre').first().textContent()) ?? ''
  expect(text).toContain('aU+200BbU+2066c')
  expect(text).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/)
})

inChromium('a line of a million letters is cut off until one asks for it, and breaks nothing', async () => {
  const { page, show, deliver } = await inspect({
    dialect: { maxPayloadBytes: 2 ** 21 },
    width: 360,
    height: 740,
  })
  const { id } = await deliver({ type: 'order.long', data: { line: 'x'.repeat(1_000_000) } })
  await show(`?open=${id}`)
  await page.locator('.detail h2', { hasText: 'order.long' }).waitFor()
  await page.locator('.attempt summary').click()
  const body = page.locator('.attempt .payload', { hasText: 'Body' }).first()
  const before = (await body.locator('pre').textContent())?.length ?? 0
  expect(before).toBeLessThan(30_000)
  await body.getByRole('button', { name: /letters more$/ }).click()
  await expect
    .poll(async () => (await body.locator('pre').textContent())?.length ?? 0)
    .toBeGreaterThan(before)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest).toBeLessThanOrEqual(360)
})
