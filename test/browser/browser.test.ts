import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { startSite, type Site } from './site'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const reason = existsSync(executablePath)
  ? ''
  : ` (no Chromium at ${executablePath}: apt-get install chromium, or set CHROMIUM)`
const inChromium = test.skipIf(reason !== '')
const screenshots = fileURLToPath(new URL('../../reports', import.meta.url))
const patience = 60_000

let browser: Browser | undefined
let site: Site | undefined

beforeAll(async () => {
  if (reason !== '') return
  mkdirSync(screenshots, { recursive: true })
  site = await startSite()
  browser = await chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
}, patience)

afterAll(async () => {
  await browser?.close()
  site?.close()
})

/** What the page shows once it is done, by name. */
async function shown(query: string, picture: string): Promise<Record<string, unknown>> {
  if (!browser || !site) throw new Error('There is no browser.')
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(`${site.origin}/${query}`)
  await page.waitForSelector('[data-name=done], [data-name=failed]', { state: 'attached', timeout: 30_000 })
  await page.screenshot({ path: `${screenshots}/${picture}.png` })
  const lines = await page.$$eval('li', (found) => found.map((line) => [line.dataset.name, line.textContent]))
  return Object.fromEntries(
    lines.map(([name, text]): [string, unknown] => [name ?? '', JSON.parse(text ?? '') as unknown]),
  )
}

inChromium(
  `a page behind a service worker creates, lists, recovers from a 429 and shows a delivery${reason}`,
  async () => {
    const { created, ...rest } = await shown('', 'browser-service-worker')
    expect(created).toMatchObject({ type: 'order.paid', data: { order: 1042 } })
    expect(rest).toEqual({
      listed: [created],
      delivered: created,
      refused: { status: 429, retryAfter: '1' },
      recovered: { type: 'order.shipped', waited: true },
      controlled: true,
      done: true,
    })
  },
  patience,
)

inChromium(
  `the same page works against a mock of another origin, and reads Retry-After there${reason}`,
  async () => {
    const backend = createBackend({ plan: 'enterprise:4', fetch: async () => new Response() })
    const server = await serve(backend, { port: 0 })
    onTestFinished(async () => {
      await server.close()
      await backend.close()
    })
    const query = `?baseUrl=${encodeURIComponent(server.baseUrl)}`
    const { created, ...rest } = await shown(query, 'browser-http')
    expect(rest).toMatchObject({
      listed: [created],
      refused: { status: 429, retryAfter: '1' },
      recovered: { type: 'order.shipped', waited: true },
      done: true,
    })
  },
  patience,
)
