import { afterAll, beforeAll, expect } from 'vitest'
import type { NodeServer } from '../support/node-server'
import { inChromium, openPage, serveMock } from './inspector-page'
import { startSite } from './site'

let site: NodeServer

beforeAll(async () => {
  site = await startSite('page.ts', '<h1>Orders</h1><ol></ol>')
})
afterAll(() => site.close())

/** Runs the page's story and returns what it shows, by name. */
async function runStory(query: string): Promise<Record<string, unknown>> {
  const { page } = await openPage({ mayComplain: /status of (404|429)/ })
  await page.goto(`${site.baseUrl}/${query}`)
  await page.waitForSelector('[data-name=done], [data-name=failed]', { state: 'attached' })
  const lines = await page.$$eval('li', (found) => found.map((line) => [line.dataset.name, line.textContent]))
  return Object.fromEntries(
    lines.map(([name, text]): [string, unknown] => [name ?? '', JSON.parse(text ?? '') as unknown]),
  )
}

inChromium(
  'a page behind a service worker creates, lists, recovers from a 429 and shows a delivery',
  async () => {
    const { created, ...rest } = await runStory('')
    expect(created).toMatchObject({ type: 'order.paid', data: { order: 1042 } })
    expect(rest).toEqual({
      listed: [created],
      delivered: created,
      refused: { status: 429, retryAfter: '1' },
      recovered: { type: 'order.shipped', asked: [429, 201] },
      controlled: true,
      done: true,
    })
  },
)

inChromium('the same page works against a mock of another origin, and reads Retry-After there', async () => {
  const { baseUrl } = await serveMock({ plan: 'enterprise:4' })
  const query = `?baseUrl=${encodeURIComponent(baseUrl)}`
  const { created, ...rest } = await runStory(query)
  expect(rest).toMatchObject({
    listed: [created],
    refused: { status: 429, retryAfter: '1' },
    recovered: { type: 'order.shipped', asked: [429, 201] },
    done: true,
  })
})
