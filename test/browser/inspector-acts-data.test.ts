import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { openPanel } from './inspector-acts'
import { inChromium, reason, withBrowser } from './inspector-page'

const browser = withBrowser()

inChromium(
  `a snapshot is saved as a file, and a file replaces the data once it is asked for${reason}`,
  async () => {
    const { page, post, backend, complaints } = await openPanel(browser(), 'data')
    await post('/v1/events', { type: 'order.paid', data: { order: 1 } })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download snapshot' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^snapshot-.*\.json$/)
    const text = readFileSync(await saved.path(), 'utf8')
    expect(JSON.parse(text)).toEqual(await backend.snapshot())

    await post('/v1/events', { type: 'order.shipped', data: {} })
    await page.getByLabel('A snapshot or a seed').setInputFiles({
      name: 'before.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await page.getByRole('button', { name: 'Restore before.json' }).click()
    expect((await backend.snapshot()).events).toHaveLength(2)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect
      .poll(async () => (await backend.snapshot()).events.map(({ type }) => type))
      .toEqual(['order.paid'])
    expect(complaints).toEqual([])
  },
)

inChromium(`a dropped file is judged before it is sent, and by the mock after it${reason}`, async () => {
  const { page, backend } = await openPanel(browser(), 'data')
  const drop = (name: string, text: string) =>
    page.locator('.drop').evaluate(
      (place, [name, text]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([text as string], name as string))
        place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [name, text],
    )
  await drop('broken.json', '{"events": [}')
  await page.getByText('broken.json is no JSON. Line 1, column 13').waitFor()
  expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0)
  await drop('wrong.json', '{"events": [{"typ": "a", "data": {}}]}')
  await page.getByRole('button', { name: 'Restore wrong.json' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('.drop .problem', { hasText: 'type' }).waitFor()
  await drop('seed.json', '{"events": [{"type": "seeded", "data": {}}]}')
  await page.getByRole('button', { name: 'Restore seed.json' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.poll(async () => (await backend.snapshot()).events.map(({ type }) => type)).toEqual(['seeded'])
})

inChromium(`a reset asks once, and empties the list${reason}`, async () => {
  const { page, post, backend } = await openPanel(browser(), 'data')
  await post('/v1/events', { type: 'order.paid', data: {} })
  await page.locator('.row').first().waitFor()
  await page.getByRole('button', { name: 'Reset all data' }).click()
  await page.getByRole('button', { name: 'Keep' }).click()
  expect((await backend.snapshot()).events).toHaveLength(1)
  await page.getByRole('button', { name: 'Reset all data' }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect.poll(async () => (await backend.snapshot()).events).toEqual([])
  await expect.poll(() => page.locator('.row').count()).toBe(0)
})

inChromium(`the clock is frozen, resumed and advanced, and what fell due is shown${reason}`, async () => {
  const { page, post, backend, control } = await openPanel(browser(), 'clock', {
    fetch: async () => new Response('busy', { status: 503 }),
  })
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
  await backend.waitForIdle()
  await page.getByRole('button', { name: '+5 min: advance the clock' }).click()
  const fired = page.getByRole('region', { name: 'What fell due' })
  // The waits of the schedule vary, so that the third attempt may be due or not.
  await fired.getByText(/attempts? to deliver, 0 of them delivered/).waitFor()
  expect(await fired.locator('.fired').count()).toBe(backend.deliveries().length - 1)
  expect((await control<{ now: string }>('GET', '/clock')).now).toBe('2026-11-21T03:05:00.000Z')
  await fired
    .getByRole('button', { name: `open ${id}` })
    .first()
    .click()
  await page.locator('.detail h2', { hasText: 'order.paid' }).waitFor()

  // The panel has made way for the detail. Its button would close it otherwise.
  await page.locator('.panel-pane').waitFor({ state: 'detached' })
  await page.locator('.menu [data-panel=clock]').click()
  await page.getByLabel('By', { exact: true }).fill('-3')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await page.locator('.field .problem', { hasText: 'not negative' }).waitFor()
  await page.getByLabel('By', { exact: true }).fill('2')
  await page.getByLabel('Unit').selectOption('days')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await expect
    .poll(async () => (await control<{ now: string }>('GET', '/clock')).now)
    .toBe('2026-11-23T03:05:00.000Z')
  await page.getByRole('button', { name: 'Resume the clock' }).click()
  await page.getByRole('button', { name: 'Freeze the clock' }).waitFor()
  expect(await control('GET', '/clock')).toMatchObject({ frozen: false })
  await page.getByRole('button', { name: 'Freeze the clock' }).click()
  await page.getByRole('button', { name: 'Resume the clock' }).waitFor()
  expect(await control('GET', '/clock')).toMatchObject({ frozen: true })
})

inChromium(`sessions are listed, shown and deleted${reason}`, async () => {
  const { page, post, control, url } = await openPanel(browser(), 'sessions')
  await post('/v1/events', { type: 'kept.apart', data: {} }, { 'x-mock-session': 'one' })
  await page.getByLabel('Name').fill('two')
  await page.getByRole('button', { name: 'Show session' }).click()
  await page.waitForURL(`${url}?session=two&panel=sessions`)
  await page.getByRole('button', { name: 'Show one' }).click()
  await page.locator('.row', { hasText: 'kept.apart' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Delete the session one' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL(`${url}?panel=sessions`)
  const { data } = await control<{ data: { name: string | null }[] }>('GET', '/sessions')
  expect(data.map(({ name }) => name)).not.toContain('one')
})
