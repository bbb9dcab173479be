import { expect } from 'vitest'
import { inChromium, openPanel, problemAt, unfold, type Inspected } from './inspector-page'

interface Sent {
  body: string
  headers: Headers
}

/** A page that shows an event whose delivery was refused once, and what the receiver got. */
async function failedDelivery(mayComplain?: RegExp): Promise<Inspected & { id: string; sent: Sent[] }> {
  const sent: Sent[] = []
  const opened = await openPanel('deliveries', {
    mayComplain,
    fetch: async (_url, init) => {
      sent.push({ body: init?.body as string, headers: new Headers(init?.headers) })
      return new Response('no', { status: sent.length === 1 ? 503 : 200 })
    },
  })
  await opened.post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const { id = '' } = await opened.post('/v1/events', { type: 'order.paid', data: { order: 1042 } })
  await opened.backend.waitForIdle()
  return { ...opened, id, sent }
}

/** Opens the detail of an event with all of its parts. */
async function openEvent({ page }: Inspected, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Close Redeliver' }).click()
  await page.locator(`[data-row="${id}"]`).click()
  await page.locator('.detail').waitFor()
  await unfold(page, page.locator('.detail details[open]').first())
}

inChromium('all failed deliveries are sent again', async () => {
  const { page, sent } = await failedDelivery(/status of 400/)
  await page.getByRole('button', { name: 'Redeliver all failed' }).click()
  await page.getByText('1 sent again.').waitFor()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.body).toBe(sent[0]?.body)
  await page.getByLabel('At most').fill('0')
  await page.getByRole('button', { name: 'Redeliver all failed' }).click()
  await problemAt(page, page.getByLabel('At most')).waitFor()
})

inChromium('one delivery is sent again as it was, and with an edited body and header', async () => {
  const opened = await failedDelivery()
  const { page, sent, id } = opened
  await openEvent(opened, id)
  await page.getByRole('button', { name: /^Resend the delivery/ }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.body).toBe(sent[0]?.body)
  expect(sent[1]?.headers.get('webhook-id')).toBe(sent[0]?.headers.get('webhook-id'))

  await page.getByRole('button', { name: /^Edit and resend/ }).click()
  await page.getByLabel('Body to send').fill('{"edited": true}')
  const headers = page.getByLabel('Headers to send')
  await headers.fill(`${await headers.inputValue()}\nnot a header`)
  await page.getByText('is no header. Write it as name: value.').waitFor()
  await headers.fill((await headers.inputValue()).replace('not a header', 'x-odd: kept'))
  await page.getByRole('button', { name: 'Resend edited' }).click()
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]?.body).toBe('{"edited": true}')
  expect(sent[2]?.headers.get('x-odd')).toBe('kept')
  expect(sent[2]?.headers.get('webhook-signature')).not.toBe(sent[1]?.headers.get('webhook-signature'))
})

inChromium('a request and an attempt are copied in each form, and two payloads are compared', async () => {
  const opened = await failedDelivery()
  const { page, id, baseUrl } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openEvent(opened, id)
  const copied = async (name: RegExp) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied(/^Copy request \d+ as curl/)).toMatch(/^curl -X POST/)
  expect(await copied(/^Copy request \d+ as fetch/)).toContain(`fetch('${baseUrl}/v1/events'`)
  expect(await copied(/^Copy request \d+ as SDK call/)).toContain('client.events.create({ type')
  expect(await copied(/^Copy attempt \d+ as curl/)).toContain("'https://shop.example/hooks'")
  expect(await copied(/^Copy attempt \d+ as fetch/)).toContain("fetch('https://shop.example/hooks'")
  expect(await copied(/^Copy attempt \d+ as SDK call/)).toContain('unwrap(')
  expect(await copied(/^Copy attempt \d+ as test/)).toContain('createReceiver(')

  await page
    .getByRole('button', { name: /^Compare body: body of POST/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Compare body: body of order.paid/ })
    .first()
    .click()
  await page.locator('.diff-line.added', { hasText: id }).waitFor()
  expect(await page.locator('.diff-line.removed').count()).toBe(0)
  await page.getByRole('button', { name: 'Swap' }).click()
  await page.locator('.diff-line.removed', { hasText: id }).waitFor()

  await page.getByLabel('Left').fill('x'.repeat(3_000))
  const long = await page.locator('.diff-line', { hasText: '3000 letters' }).textContent()
  expect(long).toContain(`${'x'.repeat(2_000)}… `)
})
