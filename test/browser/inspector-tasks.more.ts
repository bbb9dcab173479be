import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createClock, createForwards } from '@event-delivery/mock'
import { inChromium, inspect } from './inspector-page'

const refuse = async () => new Response('no', { status: 401 })

/** What a reader wants, the clicks that lead there from the list, and what is seen then. */
type Task = readonly [task: string, clicks: readonly Locator[], seen: (page: Page) => Promise<unknown>]

const mostClicks = 3

inChromium('each usual task takes three clicks at most from the list', async () => {
  const clock = createClock({ running: true })
  const { page, show, url, post, backend, createEvents } = await inspect({
    ...{ fetch: refuse, clock, forwards: createForwards() },
  })
  const first = await post('/v1/events', { type: 'order.first', data: {} })
  // The journal holds a thousand entries, so that the first event is in the store alone.
  await createEvents(1_200)
  await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['order.refused'] })
  const { id } = await post('/v1/events', { type: 'order.refused', data: {} })
  await post('/v1/events', { data: {} })
  await backend.waitForIdle()

  const row = page.locator(`[data-row="${id}"]`)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const filter = page.getByRole('combobox', { name: 'Filter' })
  const found = page.locator(`[data-row="${first.id}"]`)
  const tasks: readonly Task[] = [
    [
      'why a request was refused',
      [page.locator('.row.request', { hasText: 'type is required' })],
      () => page.locator('.explanation .near').waitFor(),
    ],
    [
      'why the receiver finds the signature wrong',
      [row, page.locator('.attempt > summary').first(), page.getByText('Why does my receiver refuse it?')],
      () => page.locator('.why textarea').waitFor(),
    ],
    [
      'send it to localhost',
      [row, button(/^Send to a URL: /), page.locator('.question').getByRole('button', { name: 'Send to a' })],
      () => page.getByRole('heading', { name: 'http://localhost:3000/hooks' }).waitFor(),
    ],
    [
      'the next three calls fail by 503',
      [page.locator('.menu button', { hasText: 'Behaviour' }), button('Next 3: 503')],
      () => page.locator('.force', { hasText: 'status 503' }).waitFor(),
    ],
    [
      'a day on, and back',
      [page.locator('.clock'), button(/^\+24 h/), button('Take the clock to the real time')],
      () => page.locator('.force', { hasText: 'clock' }).waitFor({ state: 'detached' }),
    ],
    [
      'one of many events',
      [filter, found],
      () => page.getByRole('heading', { name: 'order.first' }).waitFor(),
    ],
    [
      'share what is open',
      [row],
      async () => {
        await page.waitForURL(`${url}?open=${id}`)
        const other = await page.context().newPage()
        await other.goto(page.url())
        await other.getByRole('heading', { name: 'order.refused' }).waitFor()
      },
    ],
  ]
  for (const [task, clicks, seen] of tasks) {
    await show()
    expect(clicks.length, task).toBeLessThanOrEqual(mostClicks)
    for (const target of clicks) {
      await target.click()
      if (target === filter) await page.keyboard.type(first.id!)
    }
    await seen(page)
  }
})

inChromium('each failing attempt of a delivery is eight keys at most from the list', async () => {
  const clock = createClock({ timeout: 60_000 })
  const { page, show, deliver } = await inspect({ fetch: refuse, clock })
  await deliver()
  await clock.advance(4 * 86_400_000)
  const reached = new Set<string | null | undefined>()
  for (const key of ['a', 'A']) {
    await show()
    await page.locator('.row', { hasText: 'abandoned' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('.attempt').first().waitFor()
    for (let keys = 2; keys < 8; keys++) {
      await page.keyboard.press(key)
      reached.add(await page.evaluate(() => document.activeElement?.querySelector('.count')?.textContent))
    }
  }
  // The delivery itself has the focus on the way to its attempts.
  reached.delete(undefined)
  const all = Array.from({ length: 10 }, (_, index) => `Attempt ${index + 1}`)
  expect([...reached].sort()).toEqual(all.sort())
})
