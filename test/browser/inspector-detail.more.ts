import { expect } from 'vitest'
import { inChromium, inspect, withoutWarehouse } from './inspector-page'

inChromium('an event leads to its deliveries, and each attempt to both of its sides', async () => {
  const options = { fetch: withoutWarehouse, width: 1600, height: 1000 }
  const { page, show, post, backend } = await inspect(options)
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const { secret } = await post('/v1/webhooks', { url: 'https://warehouse.example/hooks', events: ['*'] })
  const { id } = await post('/v1/events', { type: 'order.paid', data: { order: 1042 } })
  await backend.waitForIdle()
  await show()
  await page.locator(`[data-row="${id}"]`, { hasText: 'retrying' }).click()
  const delivery = page.locator('.delivery', { hasText: 'warehouse.example' })
  await delivery.locator('summary', { hasText: 'Attempt 1' }).click()
  const sides = delivery.locator('.sides')
  await sides.getByText('webhook-signature').waitFor()
  const signature = delivery.locator('.signature')
  await signature.getByText('valid', { exact: true }).waitFor()
  const [computed, sent] = await signature
    .locator('dd > code:not(.pieces)')
    .allTextContents()
    .then((all) => all.slice(-2))
  expect(computed).toMatch(/^v1,/)
  expect(sent).toBe(computed)
  expect(await signature.locator('.pieces').textContent()).toContain('"order":1042')
  await signature.getByText('whsec_...', { exact: true }).waitFor()
  await signature.getByRole('button', { name: 'Reveal' }).click()
  await signature.getByText(secret ?? '', { exact: true }).waitFor()
  await signature.locator('pre', { hasText: '@event-delivery/sdk/webhooks' }).waitFor()
  await sides.getByText('"order": 1042').waitFor()
  await sides.getByText('Answer 503').waitFor()
  await sides.getByText('inventory').waitFor()
  await sides.getByText('"error": "closed"').waitFor()
  expect(await page.locator('.delivery').count()).toBe(2)
  await page.locator('details.request summary').click()
  await page.locator('.exchange', { hasText: 'Bearer sk_live_mock' }).waitFor()
})

inChromium(
  'the timeline draws the ten attempts to scale, and counts down by the clock of the mock',
  async () => {
    const { page, show, control, deliver } = await inspect({ fetch: withoutWarehouse })
    const { id } = await deliver({}, 'warehouse')
    await show(`?open=${id}`)
    const marks = page.locator('.timeline .mark')
    await marks.first().waitFor({ state: 'attached' })
    expect(await marks.count()).toBe(10)
    const places = await marks.evaluateAll((all) =>
      all.map((mark) => parseFloat(mark.getAttribute('cx') ?? '')),
    )
    const [first = 0, last = 0] = [places[0], places[9]]
    // The seventh attempt is due after 17 h 35 min, and the last one after 75 h 35 min.
    expect(((places[6] ?? 0) - first) / (last - first)).toBeCloseTo(17.6 / 75.6, 1)
    const countdown = page.locator('.countdown')
    await countdown.getByText(/attempt 2 in [45] s/).waitFor()
    await control('POST', '/clock/advance', { seconds: 5 })
    await countdown.getByText(/attempt 3 in [45] min/).waitFor()
    await control('POST', '/clock/advance', { seconds: 60 })
    await countdown.getByText(/attempt 3 in [34] min/).waitFor()
  },
)

inChromium('retry now makes an attempt for this delivery alone', async () => {
  const { page, show, post, backend } = await inspect({ fetch: withoutWarehouse })
  for (const host of ['warehouse', 'warehouse-two']) {
    await post('/v1/webhooks', { url: `https://${host}.example/hooks`, events: ['*'] })
  }
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await backend.waitForIdle()
  await show(`?open=${id}`)
  const delivery = page.locator('.delivery', { hasText: 'warehouse-two.example' })
  await delivery.getByRole('button', { name: 'Retry now' }).click()
  await delivery.locator('summary', { hasText: 'Attempt 2' }).waitFor()
  expect(
    backend
      .deliveries()
      .map(({ url: to, attempt }) => `${attempt} ${new URL(to).host}`)
      .sort(),
  ).toEqual(['1 warehouse-two.example', '1 warehouse.example', '2 warehouse-two.example'])
  await page.locator('.status-line code', { hasText: '/attempt' }).waitFor()
})

inChromium('a refusal shows the value that would do, and leads into the reference', async () => {
  const { page, show, baseUrl } = await inspect()
  await fetch(`${baseUrl}/v1/events?limit=250`, { headers: { authorization: 'Bearer sk_live_mock' } })
  await show()
  await page.locator('.row.request').click()
  const explanation = page.locator('.explanation')
  await explanation.locator('.near').waitFor()
  expect(await explanation.locator('.near dt').allTextContents()).toEqual(['limit sent', 'would do'])
  expect(await explanation.locator('.near dd').allTextContents()).toEqual(['250', '100'])
  await explanation.locator('b', { hasText: 'OQ-07' }).waitFor()
  const link = explanation.getByRole('link', { name: 'Read it in the reference' })
  expect(await link.getAttribute('href')).toBe('/__mock/docs#/events/listevents')
  expect(await link.getAttribute('target')).toBe('_blank')
})
