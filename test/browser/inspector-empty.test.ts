import { expect } from 'vitest'
import { inChromium, openPage, reason, serveMock, withBrowser } from './inspector-page'

const browser = withBrowser()

inChromium(
  `a list that is empty because of its filter says so, and leads to all entries${reason}`,
  async () => {
    const { url, post } = await serveMock()
    const { page } = await openPage(browser())
    await post('/v1/events', { type: 'order.paid', data: {} })
    await page.goto(`${url}?q=nothing-like-this&show=failed`)
    await page.getByText('No entry passes the filter.').waitFor()
    expect(await page.getByText('This sends the first event').count()).toBe(0)
    await page.locator('.no-rows').getByRole('button', { name: 'Clear the filter' }).click()
    await page.getByText('Nothing has failed.').waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.locator('.row', { hasText: 'order.paid' }).waitFor()
  },
)

inChromium(`the command of an empty list sends the first event${reason}`, async () => {
  const { url, baseUrl } = await serveMock()
  const { page } = await openPage(browser())
  await page.goto(url)
  const command = page.getByRole('group', { name: 'A command that sends an event' })
  await command.waitFor()
  const lines = ((await command.textContent()) ?? '').split(' \\\n  ')
  expect(lines).toEqual([
    `curl '${baseUrl}/v1/events'`,
    '-H "Authorization: Bearer sk_live_mock"',
    "-H 'Content-Type: application/json'",
    `--data-raw '{"type":"order.paid","data":{"order":1042}}'`,
  ])
})
