import { expect } from 'vitest'
import { inChromium, inspect, rowsOf } from './inspector-page'

inChromium(
  'events that the journal tells nothing of are found in the store: by scrolling, by text and by id',
  async () => {
    const { page, show, post, createEvents } = await inspect({ limits: { journal: 100 } })
    const first = await post('/v1/events', { type: 'order.first', data: { customer: 'Ada Lovelace' } })
    await createEvents(700)
    await show()
    await page.locator('.row').first().waitFor()
    // The end of the list leads on into the store, as often as there is more.
    await page.keyboard.press('j')
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return page.locator(`[data-row="${first.id}"]`).count()
      })
      .toBe(1)
    await rowsOf(page, 701)
    for (const words of ['Lovelace', first.id ?? '', 'type:order.fir*']) {
      await show(`?q=${encodeURIComponent(words)}`)
      await rowsOf(page, 1)
      await page.locator('.row', { hasText: 'order.first' }).waitFor()
    }
    await page.locator('.row').click()
    await page.locator('.detail pre', { hasText: 'Ada Lovelace' }).waitFor()
    // A link to an event of the store opens with the list around it.
    await show(`?open=${first.id}`)
    await page.locator(`[data-row="${first.id}"][aria-selected=true]`).waitFor()
    await page.locator('.detail pre', { hasText: 'Ada Lovelace' }).waitFor()
    expect(await page.locator('.list .row').count()).toBeGreaterThan(10)
    // The figures are those of the journal, and say so.
    await show()
    await page.locator('.overview', { hasText: /What the journal tells since \d{4}-/ }).waitFor()
  },
)
