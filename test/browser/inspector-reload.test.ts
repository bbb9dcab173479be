import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { inChromium, openPage, reason, serveMock, withBrowser, type ServedMock } from './inspector-page'

const browser = withBrowser()

async function createEvents({ backend, baseUrl }: ServedMock, count: number): Promise<void> {
  for (let begun = 0; begun < count; begun++) {
    await backend.fetch(
      new Request(`${baseUrl}/v1/events`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
        body: `{"type":"order.paid","data":{"order":${begun}}}`,
      }),
    )
  }
}

/** Creates a hundred events a second until the test ends, and tells how many were created. */
function keepCreating(mock: ServedMock): () => number {
  let created = 0
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      await createEvents(mock, 10)
      created += 10
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  onTestFinished(() => {
    isOver = true
    return work
  })
  return () => created
}

/** The parts of the page that may not move, by what finds them. */
const parts = { row: '.row[aria-selected=true]', heading: '.detail h2', delivery: '.delivery' }

interface Seen {
  tops: Record<string, number[]>
  texts: string[]
}

/** Watches the page at every frame from its begin: where the parts of the open entry stand, and what it says of an entry that is gone. */
async function watchFromBegin(page: Page): Promise<void> {
  await page.addInitScript((watched) => {
    const seen: Seen = { tops: {}, texts: [] }
    Object.assign(window, { seen })
    const look = () => {
      for (const [name, selector] of Object.entries(watched)) {
        const element = document.querySelector(selector)
        if (element) (seen.tops[name] ??= []).push(element.getBoundingClientRect().top)
      }
      const text = document.querySelector('.detail')?.textContent ?? ''
      if (text.includes('does not hold')) seen.texts.push(text)
      requestAnimationFrame(look)
    }
    look()
  }, parts)
}

const seenOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

const countOf = async (page: Page) =>
  Number((await page.locator('.list-bar .count').textContent())?.replaceAll(',', ''))

inChromium(
  `an entry that the address names stays where it is while the journal is read and others come, also after a reload${reason}`,
  async () => {
    const mock = await serveMock({ limits: { journal: 20_000 } })
    const { page, complaints } = await openPage(browser())
    await mock.post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['order.shipped'] })
    await createEvents(mock, 2_000)
    const { id } = await mock.post('/v1/events', { type: 'order.shipped', data: {} })
    await mock.backend.waitForIdle()
    await createEvents(mock, 2_000)
    await watchFromBegin(page)
    const created = keepCreating(mock)
    for (const open of [() => page.goto(`${mock.url}?open=${id}`), () => page.reload()]) {
      await open()
      await expect.poll(() => countOf(page)).toBeGreaterThan(4_001)
      const before = created()
      await expect.poll(() => countOf(page)).toBeGreaterThan(4_001 + before + 50)
      const { tops } = await seenOf(page)
      expect(Object.keys(tops).sort()).toEqual(Object.keys(parts).sort())
      for (const [name, all] of Object.entries(tops)) {
        expect(all.length, name).toBeGreaterThan(5)
        expect(Math.max(...all) - Math.min(...all), name).toBeLessThanOrEqual(1)
      }
      expect(await page.locator(parts.row).getAttribute('data-row')).toBe(id)
    }
    expect(complaints).toEqual([])
  },
)

inChromium(
  `an entry that is still to be read is not taken for one that has left the journal${reason}`,
  async () => {
    const { url, post, backend } = await serveMock()
    const { page } = await openPage(browser())
    await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
    const { id } = await post('/v1/events', { type: 'order.paid', data: {} })
    await backend.waitForIdle()
    await watchFromBegin(page)
    // The journal is told only when the page knows the stored event.
    const stored = page.waitForResponse((response) => response.url().endsWith(`/__mock/events/${id}`))
    await page.route('**/__mock/journal', async (route) => {
      await (await stored).finished()
      await page.waitForFunction(() => document.querySelector('.detail') !== null)
      await route.continue()
    })
    await page.goto(`${url}?open=${id}`)
    await page.locator('.delivery').waitFor()
    expect((await seenOf(page)).texts).toEqual([])
  },
)

inChromium(
  `an event that came with the data is shown as the mock has stored it, though the journal tells nothing${reason}`,
  async () => {
    const { url, backend } = await serveMock({ seed: { events: [{ type: 'order.seeded', data: {} }] } })
    const { page } = await openPage(browser())
    const [event] = (await backend.snapshot()).events
    await page.goto(`${url}?open=${event?.id}`)
    await page.locator('.detail h2', { hasText: 'order.seeded' }).waitFor()
  },
)

inChromium(`a request that the journal dropped is said to be gone${reason}`, async () => {
  const mock = await serveMock({ limits: { journal: 5 } })
  const { page } = await openPage(browser())
  await createEvents(mock, 20)
  await page.goto(`${mock.url}?open=request-1`)
  await page.locator('.detail h2', { hasText: 'This entry is gone' }).waitFor()
})
