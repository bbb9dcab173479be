import { expect, test } from '@event-delivery/mock/playwright'

test.use({ mockUrl: 'http://localhost:5173' })

for (const turn of ['first', 'second']) {
  test(`the ${turn} of two tests sees its own event alone`, async ({ mock, page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByRole('status')).toHaveText('Paid.')
    const { events } = await mock.snapshot()
    expect(events).toHaveLength(1)
  })
}
