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

inChromium(`the inspector shows requests as they come, and does what it is told${reason}`, async () => {
  const backend = createBackend({ clock: createClock({ now: Date.UTC(2026, 10, 21, 3) }) })
  const server = await serve(backend, { port: 0 })
  onTestFinished(async () => {
    await backend.close()
    await server.close()
  })
  const page = await openPage()
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => void dialog.accept())
  const submit = async (form: string, fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await page.fill(`#${form} [name=${name}]`, value)
    await page.click(`#${form} button`)
  }
  const lists = async (list: string, text: string) => page.locator(`#${list} li`, { hasText: text }).waitFor()

  await page.goto(`${server.baseUrl}/__mock`)
  await page.locator('#link.live').waitFor()
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const body = '{"data":{"tag":"<b>bold</b>"}}'
  await fetch(`${server.baseUrl}/v1/events`, { method: 'POST', headers, body })
  await lists('journal', 'type is required.')
  await page.click('#journal summary')
  await page.locator('#journal pre', { hasText: 'schemas/EventCreate' }).waitFor()
  expect(await page.locator('#journal b', { hasText: 'bold' }).count()).toBe(0)

  await submit('newKey', { name: 'Rotation' })
  await lists('keys', 'Rotation')
  await submit('newForward', { from: 'https://shop.example', to: 'http://localhost:3000' })
  await lists('forwards', 'https://shop.example')
  const webhook = await backend.fetch(
    new Request(`${server.baseUrl}/v1/webhooks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: 'https://shop.example/hooks', events: ['*'] }),
    }),
  )
  const { id } = (await webhook.json()) as { id: string }
  await page.locator(`#webhookIds option[value=${id}]`).waitFor({ state: 'attached' })
  await submit('newFault', { status: '503', times: '2' })
  await lists('faults', 'status 503 · all')
  const kinds = await page.locator('#newFault [name=kind] option').allTextContents()
  expect(kinds).toEqual([...new Set(kinds)])
  await submit('newFault', { webhook: id, status: '500' })
  await lists('faults', `status 500 · deliveries of ${id}`)
  expect(backend.faults.list()).toMatchObject([{ times: 2 }, { kind: 'status', webhook: id, status: 500 }])
  await page.click('[data-advance*="hours\\":24"]')
  await page.locator('#now', { hasText: '2026-11-22 03:00:00' }).waitFor()
  await page.screenshot({ path: `${screenshots}/browser-inspector.png`, fullPage: true })

  await page.click('#reset')
  await page.locator('#journal:empty').waitFor({ state: 'attached' })
  await page.locator('#faults:empty').waitFor({ state: 'attached' })
  expect(await page.locator('#keys li', { hasText: 'Rotation' }).count()).toBe(0)
  await lists('forwards', 'https://shop.example')
  expect(complaints).toEqual([])
})
