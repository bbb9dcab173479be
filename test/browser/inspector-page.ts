import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished, test } from 'vitest'
import { createBackend, createClock, type Backend, type BackendOptions } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { launchChromium, missingChromium } from '../support/chromium'

const missing = missingChromium()

/** Why the tests of this file do not run, for their titles. Empty where they do. */
export const reason = missing === undefined ? '' : ` (${missing})`
export const inChromium = test.skipIf(missing !== undefined)

/** Starts the browser before the tests of a file, and ends it after them. */
export function withBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (missing === undefined) browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  return () => {
    if (!browser) throw new Error('There is no browser.')
    return browser
  }
}

/** A mock that is served, and what a test asks of it. */
export interface ServedMock {
  backend: Backend
  baseUrl: string
  /** The address of the inspector. */
  url: string
  /** Sends a JSON body with the live key, and resolves with the JSON of the answer. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Record<string, string>>
  /** Ends the mock, as the end of the test does otherwise. */
  close(): Promise<void>
}

export const start = Date.UTC(2026, 10, 21, 3)

/** Serves a mock on a clock that stands still. Its receivers accept every delivery unless the options say otherwise. */
export async function serveMock(options: BackendOptions = {}, { port = 0 } = {}): Promise<ServedMock> {
  const backend = createBackend({
    clock: createClock({ now: start, patience: 60_000 }),
    fetch: async () => new Response('accepted'),
    ...options,
  })
  const server = await serve(backend, { port })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= backend.close().then(() => server.close()))
  onTestFinished(close)
  const { baseUrl } = server
  const post: ServedMock['post'] = async (path, body, headers = {}) => {
    const answer = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  return { backend, baseUrl, url: `${baseUrl}/__mock`, post, close }
}

/** Opens a page whose waits end with the test, however slow the machine is, and what it complained about. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(0)
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  onTestFinished(() => context.close())
  return { page, complaints }
}

/** Opens everything in the detail that is folded. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.locator('.detail details:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
}

/** Awaits that the list shows this many rows: they come one by one. */
export function rowsOf(page: Page, count: number): Promise<void> {
  return page.locator('.list-bar .count', { hasText: new RegExp(`^${count}$`) }).waitFor()
}
