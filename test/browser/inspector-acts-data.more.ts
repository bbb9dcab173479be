import { text as textOf } from 'node:stream/consumers'
import { expect } from 'vitest'
import { createMemoryStore } from '@event-delivery/mock'
import { choosePanel, inChromium, openPanel } from './inspector-page'

inChromium('a snapshot is saved as a file, and a file replaces the data once it is asked for', async () => {
  const { page, post, backend } = await openPanel('data')
  await post('/v1/events', { type: 'order.paid', data: { order: 1 } })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download snapshot' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^snapshot-.*\.json$/)
  const text = await textOf(await saved.createReadStream())
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
})

inChromium('a dropped file is judged before it is sent, and by the mock after it', async () => {
  const { page, backend } = await openPanel('data', { mayComplain: /status of 400/ })
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

inChromium('a reset asks once, and empties the list', async () => {
  const { page, post, backend } = await openPanel('data')
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

inChromium('the clock is frozen, resumed and advanced, and what fell due is shown', async () => {
  const { page, control, backend, deliver } = await openPanel('clock', {
    mayComplain: /status of 400/,
    fetch: async () => new Response('busy', { status: 503 }),
  })
  const { id } = await deliver()
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
  await choosePanel(page, 'clock')
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

inChromium('sessions are listed, shown and deleted', async () => {
  const { page, post, control, url } = await openPanel('sessions')
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

interface Fields {
  data: { name: string; value: unknown; choices?: { value: unknown }[] }[]
}

inChromium(
  'a choice of the dialect is played once the restart is confirmed, and the others stay',
  async () => {
    const { page, post, control, backend } = await openPanel('dialect', {
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
  'a field without choices is written as JSON, and what is wrong is refused by its name',
  async () => {
    const { page, control } = await openPanel('dialect', { mayComplain: /status of 400/ })
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

inChromium('a dialect that cannot be changed says why, and offers no change', async () => {
  const { page } = await openPanel('dialect', { store: createMemoryStore() })
  await page.getByText('This backend was given a store').waitFor()
  expect(await page.locator('.choices input').first().isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^Change / }).count()).toBe(0)
})
