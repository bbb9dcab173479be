import { expect } from 'vitest'
import { createClock, createForwards } from '@event-delivery/mock'
import { createDeliveryFetch } from '@event-delivery/mock/node'
import { inChromium, inspect } from './inspector-page'

inChromium('a token is asked for once, and leads to the first steps of an empty mock', async () => {
  const token = 'a-token-of-sixteen-letters'
  const { page, url } = await inspect({ controlToken: token, mayComplain: /status of 401/ })
  await page.goto(url)
  await page.getByLabel('Token').fill(token)
  await page.keyboard.press('Enter')
  await page.locator('.overview', { hasText: 'Nothing has happened yet' }).waitFor()
  const other = await page.context().newPage()
  await other.goto(url)
  await other.locator('.overview', { hasText: 'Nothing has happened yet' }).waitFor()
})

inChromium(
  'a mock receives its own deliveries by one click, so that the first one needs no receiver',
  async () => {
    const forwards = createForwards()
    const { page, show, control } = await inspect({
      ...{ forwards, fetch: createDeliveryFetch({ forwards }), clock: createClock({ running: true }) },
    })
    await show()
    await page.getByRole('button', { name: 'Receive here' }).click()
    await page.getByText('The mock receives events itself. Send one.').waitFor()
    await page.keyboard.press('e')
    await page.locator('.form').getByRole('button', { name: 'Send event' }).click()
    await page.locator('.row', { hasText: 'delivered' }).click()
    await page.locator('.attempt > summary').click()
    await page.locator('.signature').getByText('valid', { exact: true }).waitFor()
    await page.keyboard.press('w')
    await page.getByRole('button', { name: /^Forward to my machine: / }).click()
    await page.getByLabel('URL of your receiver').fill('http://localhost:3999/in')
    await page.locator('.question').getByRole('button', { name: 'Forward to my machine' }).click()
    await page.getByText('The forward is in force.').waitFor()
    expect(await control('GET', '/forwards')).toMatchObject({ data: [{ to: 'http://localhost:3999/in' }] })
    // A delivery goes there by two clicks, because the URL is known.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Send to a URL: / }).click()
    await page.locator('.question').getByRole('button', { name: 'Send to a URL' }).click()
    await page.getByRole('heading', { name: 'http://localhost:3999/in' }).waitFor()
  },
)
