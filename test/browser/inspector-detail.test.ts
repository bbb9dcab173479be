import { expect } from 'vitest'
import { inChromium, openPage, reason, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()

/** A mock whose receiver at `warehouse.example` is out of service, and every other accepts. */
const withBrokenReceiver = () =>
  serveMock({
    fetch: async (url) =>
      new Request(url).url.includes('warehouse')
        ? new Response('{"error":"closed"}', { status: 503, headers: { 'x-reason': 'inventory' } })
        : new Response('accepted'),
  })

inChromium(`an event leads to its deliveries, and each attempt to both of its sides${reason}`, async () => {
  const { url, post, backend } = await withBrokenReceiver()
  const { page, complaints } = await openPage(browser(), { viewport: { width: 1600, height: 1000 } })
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const { secret } = await post('/v1/webhooks', { url: 'https://warehouse.example/hooks', events: ['*'] })
  const { id } = await post('/v1/events', { type: 'order.paid', data: { order: 1042 } })
  await backend.waitForIdle()
  await page.goto(url)
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
  expect(complaints).toEqual([])
})

inChromium(
  `the timeline draws the ten attempts to scale, and counts down by the clock of the mock${reason}`,
  async () => {
    const { url, post, backend, baseUrl } = await withBrokenReceiver()
    const { page } = await openPage(browser())
    await post('/v1/webhooks', { url: 'https://warehouse.example/hooks', events: ['*'] })
    const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
    await backend.waitForIdle()
    await page.goto(`${url}?open=${id}`)
    const marks = page.locator('.timeline g').last().locator('.mark')
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
    const move = (seconds: number) =>
      fetch(`${baseUrl}/__mock/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seconds }),
      })
    await move(5)
    await countdown.getByText(/attempt 3 in [45] min/).waitFor()
    await move(60)
    await countdown.getByText(/attempt 3 in [34] min/).waitFor()
  },
)

inChromium(`retry now makes an attempt for this delivery alone${reason}`, async () => {
  const { url, post, backend } = await withBrokenReceiver()
  const { page, complaints } = await openPage(browser())
  for (const host of ['warehouse', 'warehouse-two']) {
    await post('/v1/webhooks', { url: `https://${host}.example/hooks`, events: ['*'] })
  }
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await backend.waitForIdle()
  await page.goto(`${url}?open=${id}`)
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
  expect(complaints).toEqual([])
})

inChromium(`a refused request shows its reason before its parts${reason}`, async () => {
  const { url, post } = await serveMock()
  const { page } = await openPage(browser())
  await post('/v1/events', { data: { order: 1 } })
  await page.goto(url)
  await page.locator('.row.request').click()
  await page.locator('.explanation h3', { hasText: 'type is required.' }).waitFor()
  await page
    .locator('.explanation')
    .locator('b', { hasText: /^[A-Z]+-\d+$/ })
    .waitFor()
  await page.locator('.exchange').getByText('"order": 1').waitFor()
  await page.locator('.exchange').getByText('"code": "invalid_request"').waitFor()
})

inChromium(`a refusal shows the value that would do, and leads into the reference${reason}`, async () => {
  const { url, baseUrl } = await serveMock()
  const { page } = await openPage(browser())
  await fetch(`${baseUrl}/v1/events?limit=250`, { headers: { authorization: 'Bearer sk_live_mock' } })
  await page.goto(url)
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

inChromium(`an event that left the journal is shown as the mock has stored it${reason}`, async () => {
  const { url, post } = await serveMock({ limits: { journal: 2 } })
  const { page } = await openPage(browser())
  const { id } = await post('/v1/events', { type: 'order.first', data: { order: 7 } })
  for (let count = 0; count < 4; count++) await post('/v1/events', { type: 'order.later', data: {} })
  await page.goto(`${url}?open=${id}`)
  await page.locator('.detail h2', { hasText: 'order.first' }).waitFor()
  await page.locator('.detail').getByText('"order": 7').waitFor()
})
