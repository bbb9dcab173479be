import { expect } from 'vitest'
import { openPanel } from './inspector-acts'
import { inChromium, reason, withBrowser } from './inspector-page'

const browser = withBrowser()

interface Keys {
  data: { id: string; key: string; name: string; mode: string; expiresAt: string | null }[]
}

inChromium(`a key is created with a text of one's own, whose prefix says its mode${reason}`, async () => {
  const { page, control, baseUrl } = await openPanel(browser(), 'keys')
  const text = page.getByLabel('Key', { exact: true })
  await page.getByLabel('Name').fill('Reporting')
  await text.fill('pk_wrong')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('.field', { has: text }).locator('.problem', { hasText: 'sk_live_' }).waitFor()
  await text.fill('sk_test_reporting_of_my_own')
  expect(await page.getByLabel('Mode').inputValue()).toBe('test')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('.result code', { hasText: 'sk_test_reporting_of_my_own' }).waitFor()
  const { data } = await control<Keys>('GET', '/keys')
  expect(data.find(({ name }) => name === 'Reporting')).toMatchObject({
    key: 'sk_test_reporting_of_my_own',
    mode: 'test',
  })
  const headers = { authorization: 'Bearer sk_test_reporting_of_my_own' }
  expect((await fetch(`${baseUrl}/v1/events`, { headers })).status).toBe(200)
  expect(await text.inputValue()).toBe('')
})

inChromium(
  `a rotated key ends after the time that was chosen, and the new one is shown${reason}`,
  async () => {
    const { page, control, baseUrl } = await openPanel(browser(), 'keys')
    const { data } = await control<Keys>('GET', '/keys')
    const before = data.find(({ key }) => key === 'sk_live_mock')
    await page.getByRole('button', { name: 'Rotate Live, full access' }).click()
    await page.getByLabel('Both work for').selectOption('an hour')
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    const shown = (await page.locator('.listing .result code').textContent()) ?? ''
    expect(shown).toMatch(/^sk_live_/)
    const after = (await control<Keys>('GET', '/keys')).data
    expect(after.find(({ id }) => id === before?.id)?.expiresAt).toBe('2026-11-21T04:00:00.000Z')
    const status = async (key: string) =>
      (await fetch(`${baseUrl}/v1/events`, { headers: { authorization: `Bearer ${key}` } })).status
    expect([await status(shown), await status('sk_live_mock')]).toEqual([200, 200])
    await control('POST', '/clock/advance', { hours: 1 })
    expect([await status(shown), await status('sk_live_mock')]).toEqual([200, 401])
  },
)

inChromium(
  `a secret is rotated to one of one's own, and a wrong one is refused at its field${reason}`,
  async () => {
    const { page, post, control } = await openPanel(browser(), 'webhooks')
    const { id } = await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
    await page.getByRole('button', { name: 'Rotate secret of' }).click()
    const own = page.getByLabel('New secret')
    await own.fill('secret of mine')
    await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()
    await page.locator('.field', { has: own }).locator('.problem', { hasText: 'whsec_' }).waitFor()
    expect(await own.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await page.locator('.act [role=alert]').count()).toBe(1)
    await own.fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()
    await page
      .locator('.listing .result code', { hasText: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
      .waitFor()
    expect(await control('GET', `/webhooks/${id}/secret`)).toMatchObject({
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    })
  },
)
