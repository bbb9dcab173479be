import { expect } from 'vitest'
import { inChromium, inspect, rowsOf } from './inspector-page'

inChromium(
  'events that the journal tells nothing of are found in the store: by scrolling, by text and by id',
  async () => {
    const { page, complaints, show, post, createEvents } = await inspect({ limits: { journal: 100 } })
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
    // The figures are those of the journal, and say so.
    await show()
    await page.locator('.overview', { hasText: /What the journal tells since \d{4}-/ }).waitFor()
    expect(complaints).toEqual([])
  },
)

inChromium(
  'a link to an entry opens with the list around it, however long the journal takes to be read',
  async () => {
    const { page, show, createEvents, control } = await inspect({ limits: { journal: 20_000 } })
    await createEvents(5_000)
    const { data } = await control<{ data: { event: string }[] }>('GET', '/journal')
    await show(`?open=${data[0]?.event}`)
    await page.locator('.row[aria-selected=true]').waitFor()
    await rowsOf(page, 5_000)
    const [list, ...rows] = await Promise.all([
      page.locator('.list').boundingBox(),
      ...(await page.locator('.row').all()).map((row) => row.boundingBox()),
    ])
    const inSight = rows.filter(
      (row) => row && list && row.y >= list.y && row.y + row.height <= list.y + list.height,
    )
    expect(inSight.length).toBeGreaterThan(10)
  },
)
