import { expect } from 'vitest'
import { createForwards } from '@event-delivery/mock'
import { createDeliveryFetch } from '@event-delivery/mock/node'
import { inChromium, openPanel, problemAt } from './inspector-page'

interface Listed<Item> {
  data: Item[]
}

type Keys = Listed<{ id: string; key: string; name: string; mode: string; expiresAt: string | null }>

inChromium('a webhook is registered, and its secret shown, rotated and hidden', async () => {
  const { page, control } = await openPanel('webhooks')
  await page.getByLabel('URL', { exact: true }).fill('https://shop.example/hooks')
  await page.getByLabel('Event types').fill('order.paid, order.shipped')
  await page.getByLabel('Description').fill('The <b>shop</b>')
  await page.getByLabel('Description').press('Enter')
  const shown = page.locator('.panel-content .result code')
  const secret = (await shown.textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  const listed = await control<Listed<{ id: string }>>('GET', '/webhooks')
  expect(listed.data).toMatchObject([
    {
      url: 'https://shop.example/hooks',
      events: ['order.paid', 'order.shipped'],
      description: 'The <b>shop</b>',
      mode: 'live',
    },
  ])
  await page.getByRole('button', { name: 'Hide' }).click()
  expect(await shown.count()).toBe(0)

  await page.getByRole('button', { name: 'Reveal secret of' }).click()
  expect(await shown.textContent()).toBe(secret)
  await page.getByRole('button', { name: 'Rotate secret of' }).click()
  await page.getByLabel('Both sign for').selectOption('an hour')
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()
  await page.locator('.panel-content .result', { hasText: '2026-11-21 04:00:00' }).waitFor()
  const rotated = await control<{ secret: string }>('GET', `/webhooks/${listed.data[0]?.id}/secret`)
  expect(rotated.secret).not.toBe(secret)
  expect(await shown.textContent()).toBe(rotated.secret)
})

inChromium('a webhook is deleted when the question is answered, and kept otherwise', async () => {
  const { page, post, control } = await openPanel('webhooks')
  const { id } = await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const remove = page.getByRole('button', { name: 'Delete the webhook' })
  await remove.click()
  const question = page.getByRole('group', { name: /Delete this webhook\?/ })
  await question.locator('code', { hasText: `DELETE /__mock/webhooks/${id}` }).waitFor()
  // The answer that keeps everything has the focus, and Escape gives it back to the button.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await page.locator('#panel-title').count()).toBe(1)
  await remove.press('Enter')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect((await control<Listed<unknown>>('GET', '/webhooks')).data).toHaveLength(1)

  await remove.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('None is registered').waitFor()
  expect((await control<Listed<unknown>>('GET', '/webhooks')).data).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('panel-title')
})

inChromium('a refusal is shown at the field that it names, which gets the focus', async () => {
  const { page } = await openPanel('webhooks', { mayComplain: /status of 400/ })
  const url = page.getByLabel('URL', { exact: true })
  await url.fill('http://shop.example/hooks')
  await page.getByRole('button', { name: 'Register webhook' }).click()
  await problemAt(page, url).getByText(/https/i).waitFor()
  expect(await url.getAttribute('aria-invalid')).toBe('true')
  expect(await url.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.locator('.form [role=alert]').count()).toBe(1)
})

inChromium('keys are created with mode, scopes and end, rotated and deleted', async () => {
  const { page, control, baseUrl } = await openPanel('keys', { mayComplain: /status of 400/ })
  await page.getByLabel('Mode').selectOption('test')
  await page.getByLabel('Name').fill('Reporting')
  await page.getByLabel('events:read').check()
  await page.getByLabel('Expires at').fill('2026-11-22')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('.field .problem', { hasText: 'ISO 8601' }).waitFor()
  await page.getByLabel('Expires at').fill('2026-11-22T00:00:00Z')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.locator('.result code').textContent()) ?? ''
  const named = async () =>
    (await control<Keys>('GET', '/keys')).data.filter(({ name }) => name.startsWith('Reporting'))
  expect(await named()).toMatchObject([
    { key, mode: 'test', scopes: ['events:read'], expiresAt: '2026-11-22T00:00:00.000Z' },
  ])
  const status = async () =>
    (await fetch(`${baseUrl}/v1/events`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await status()).toBe(200)

  await page.getByRole('button', { name: 'Rotate Reporting' }).click()
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  await expect.poll(async () => (await named()).length).toBe(2)

  for (let left = 2; left > 0; left--) {
    await page.getByRole('button', { name: 'Delete Reporting' }).first().click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(async () => (await named()).length).toBe(left - 1)
    await expect.poll(() => page.getByRole('button', { name: 'Delete Reporting' }).count()).toBe(left - 1)
  }
  expect(await status()).toBe(401)
})

inChromium('forwards are added and removed', async () => {
  const forwards = createForwards()
  const { page } = await openPanel('forwards', {
    forwards,
    fetch: createDeliveryFetch({ forwards }),
  })
  await page.getByLabel('From the URL of webhooks').fill('https://shop.example')
  await page.getByLabel('To your receiver').fill('http://localhost:3000')
  await page.getByRole('button', { name: 'Add forward' }).click()
  await page.locator('.item-title', { hasText: 'https://shop.example' }).waitFor()
  expect(forwards.list()).toMatchObject([{ from: 'https://shop.example', to: 'http://localhost:3000' }])
  forwards.add({ from: 'https://b.example', to: 'http://localhost:3001' })
  await page.getByRole('button', { name: 'Remove the forward of https://shop.example' }).click()
  await expect.poll(() => forwards.list().length).toBe(1)
})

inChromium('every kind of fault is added with the fields that it has', async () => {
  const { page, backend } = await openPanel('faults')
  await page.getByText('More', { exact: true }).click()
  const values: Record<string, string> = { status: '507', retryAfter: '3', latency: '250' }
  const expected: object[] = []
  for (const target of ['requests', 'deliveries']) {
    await page.getByLabel('Applied to').selectOption(target)
    const kinds = await page.getByLabel('Kind').locator('option').allTextContents()
    for (const kind of kinds) {
      await page.getByLabel('Kind').selectOption(kind)
      const fields = await page
        .locator('.field-grid input')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name') ?? ''))
      const filled = fields.filter((field) => field in values)
      for (const field of filled) await page.locator(`[name=${field}]`).fill(values[field] ?? '')
      await page.getByRole('button', { name: 'Add fault' }).click()
      expected.push({ kind, ...Object.fromEntries(filled.map((field) => [field, Number(values[field])])) })
      await expect.poll(() => backend.faults.list().length, { message: kind }).toBe(expected.length)
    }
  }
  expect(expected.length).toBe(15)
  expect(backend.faults.list()).toMatchObject(expected)
  // A status affects deliveries only where it names their webhooks.
  expect(backend.faults.list().filter(({ webhook }) => webhook === '*')).toMatchObject([{ kind: 'status' }])

  await page.getByRole('button', { name: 'Remove all faults' }).click()
  await page.getByRole('button', { name: 'Remove all', exact: true }).click()
  await page.getByText('No fault is in force.').waitFor()
  expect(backend.faults.list()).toEqual([])
})

inChromium('a fault that is wrong names its field, and a spent one is shown as spent', async () => {
  const { page, post, backend } = await openPanel('faults', { mayComplain: /status of 400/ })
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Times').fill('none')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await problemAt(page, page.getByLabel('Times')).waitFor()
  await page.getByLabel('Times').fill('1')
  await page.getByLabel('Operation').selectOption('createEvent')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect.poll(() => backend.faults.list().length).toBe(1)
  expect(backend.faults.list()).toMatchObject([{ kind: 'status', times: 1, operation: 'createEvent' }])
  await post('/v1/events', { type: 'order.paid', data: {} })
  await page.getByRole('list', { name: 'Spent faults' }).getByText('occurred 1 of 1 times').waitFor()
  await page.getByText('No fault is in force.').waitFor()
})

inChromium("a key is created with a text of one's own, whose prefix says its mode", async () => {
  const { page, control, baseUrl } = await openPanel('keys', { mayComplain: /status of 400/ })
  const text = page.getByLabel('Key', { exact: true })
  await page.getByLabel('Name').fill('Reporting')
  await text.fill('pk_wrong')
  await page.getByRole('button', { name: 'Create key' }).click()
  await problemAt(page, text).getByText('sk_live_').waitFor()
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

inChromium('a rotated key ends after the time that was chosen, and the new one is shown', async () => {
  const { page, control, baseUrl } = await openPanel('keys')
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
})

inChromium("a secret is rotated to one of one's own, and a wrong one is refused at its field", async () => {
  const { page, post, control } = await openPanel('webhooks', { mayComplain: /status of 400/ })
  const { id } = await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  await page.getByRole('button', { name: 'Rotate secret of' }).click()
  const own = page.getByLabel('New secret')
  await own.fill('secret of mine')
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()
  await problemAt(page, own).getByText('whsec_').waitFor()
  expect(await own.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.locator('.act [role=alert]').count()).toBe(1)
  await own.fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()
  await page.locator('.listing .result code', { hasText: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }).waitFor()
  expect(await control('GET', `/webhooks/${id}/secret`)).toMatchObject({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
})
