import { expect, test } from '@event-delivery/mock/playwright'

test('a paid order is delivered', async ({ mock, page }) => {
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const body = JSON.stringify({ url: 'https://shop.example/hooks', events: ['order.paid'] })
  await mock.fetch('/v1/webhooks', { method: 'POST', headers, body })

  await page.goto(`/?api=${mock.baseUrl}`)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(mock).toHaveDelivered({ type: 'order.paid', to: 'https://shop.example/hooks' })
  await expect(mock).not.toHaveDelivered({ type: 'order.refunded' })
})

test('the page says that the service is unavailable', async ({ mock, page }) => {
  await mock.addFault({ kind: 'status', status: 503 })
  await page.goto(`/?api=${mock.baseUrl}`)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('status')).toHaveText('Try again later.')
})
