import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBackend, createClock } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { launchChromium, missingChromium } from '../support/chromium'
import type { NodeServer } from '../support/node-server'
import { startSite } from './site'

const missing = missingChromium()
const reason = missing === undefined ? '' : ` (${missing})`
const inChromium = test.skipIf(missing !== undefined)
const screenshots = fileURLToPath(new URL('../../reports', import.meta.url))

let browser: Browser | undefined
let site: NodeServer | undefined

beforeAll(async () => {
  if (missing !== undefined) return
  mkdirSync(screenshots, { recursive: true })
  site = await startSite()
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Opens a page whose waits end with the test, however slow the machine is. */
async function openPage(): Promise<Page> {
  if (!browser) throw new Error('There is no browser.')
  const page = await browser.newPage()
  page.setDefaultTimeout(0)
  onTestFinished(() => page.close())
  return page
}

/** Runs the page's story and returns what it shows, by name. */
async function runStory(query: string, picture: string): Promise<Record<string, unknown>> {
  const page = await openPage()
  await page.goto(`${site?.baseUrl}/${query}`)
  await page.waitForSelector('[data-name=done], [data-name=failed]', { state: 'attached' })
  await page.screenshot({ path: `${screenshots}/${picture}.png` })
  const lines = await page.$$eval('li', (found) => found.map((line) => [line.dataset.name, line.textContent]))
  return Object.fromEntries(
    lines.map(([name, text]): [string, unknown] => [name ?? '', JSON.parse(text ?? '') as unknown]),
  )
}

inChromium(
  `a page behind a service worker creates, lists, recovers from a 429 and shows a delivery${reason}`,
  async () => {
    const { created, ...rest } = await runStory('', 'browser-service-worker')
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

inChromium(
  `the same page works against a mock of another origin, and reads Retry-After there${reason}`,
  async () => {
    const backend = createBackend({
      plan: 'enterprise:4',
      clock: createClock(),
      fetch: async () => new Response(),
    })
    const server = await serve(backend, { port: 0 })
    onTestFinished(async () => {
      await server.close()
      await backend.close()
    })
    const query = `?baseUrl=${encodeURIComponent(server.baseUrl)}`
    const { created, ...rest } = await runStory(query, 'browser-http')
    expect(rest).toMatchObject({
      listed: [created],
      refused: { status: 429, retryAfter: '1' },
      recovered: { type: 'order.shipped', asked: [429, 201] },
      done: true,
    })
  },
)
