import { expect } from 'vitest'
import { createMemoryStore } from '@event-delivery/mock'
import { openPanel } from './inspector-acts'
import { inChromium, reason, withBrowser } from './inspector-page'

const browser = withBrowser()

interface Fields {
  data: { name: string; value: unknown; choices?: { value: unknown }[] }[]
}

inChromium(
  `a choice of the dialect is played once the restart is confirmed, and the others stay${reason}`,
  async () => {
    const { page, post, control, backend } = await openPanel(browser(), 'dialect', {
      dialect: { createEventStatus: 202 },
    })
    const { data } = await control<Fields>('GET', '/dialect/fields')
    const shown = page.getByRole('list', { name: 'Fields of the dialect' }).locator('[data-field]')
    await expect.poll(() => shown.count()).toBe(data.length)
    await post('/v1/events', { type: 'order.paid', data: {} })

    await page.getByLabel('Find a field').fill('listOrder')
    await expect.poll(() => shown.count()).toBe(1)
    await shown.getByRole('radio', { name: /oldest-first/ }).check()
    await page.getByText('One field is to be changed').waitFor()
    await page.getByRole('button', { name: 'Restart with this dialect' }).click()
    await page.getByRole('group', { name: /all sessions end/ }).waitFor()
    expect((await backend.snapshot()).events).toHaveLength(1)
    await page.getByRole('button', { name: 'Restart with this dialect' }).click()
    await expect.poll(async () => (await control('GET', '/dialect')).listOrder).toBe('oldest-first')
    expect((await control('GET', '/dialect')).createEventStatus).toBe(202)
    expect((await backend.snapshot()).events).toEqual([])
  },
)

inChromium(
  `a field without choices is written as JSON, and what is wrong is refused by its name${reason}`,
  async () => {
    const { page, control } = await openPanel(browser(), 'dialect')
    await page.getByRole('button', { name: 'Change defaultPageSize' }).click()
    const editor = page.getByLabel('defaultPageSize as JSON')
    await editor.fill('[')
    await page.locator('.editor .problem', { hasText: 'Line 1, column 2' }).waitFor()
    await editor.fill('5000')
    const restart = page.getByRole('button', { name: 'Restart with this dialect' })
    await restart.click()
    await restart.click()
    await page.locator('.act .problem', { hasText: 'defaultPageSize' }).waitFor()
    await editor.fill('7')
    await restart.click()
    await expect.poll(async () => (await control('GET', '/dialect')).defaultPageSize).toBe(7)
  },
)

inChromium(`a dialect that cannot be changed says why, and offers no change${reason}`, async () => {
  const { page } = await openPanel(browser(), 'dialect', { store: createMemoryStore() })
  await page.getByText('This backend was given a store').waitFor()
  expect(await page.locator('.choices input').first().isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^Change / }).count()).toBe(0)
})
