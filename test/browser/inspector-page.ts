import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createClock, type Backend, type BackendOptions } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { panels } from '../../mock/inspector/acts/panels'
import { launchChromium, missingChromium } from '../support/chromium'
import { createTestBackend } from '../support/test-backend'

const missing = missingChromium()

/** A test in Chromium. Where there is none it counts as skipped, and its title says what to install. */
export function inChromium(title: string, run: () => Promise<void>): void {
  afterAll(closeShared)
  test.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (${missing})`, run)
}

/** A mock that is served, and what a test asks of it. */
export interface ServedMock {
  backend: Backend
  baseUrl: string
  /** The address of the inspector. */
  url: string
  /** Sends a JSON body with the live key, and resolves with the JSON of the answer. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Record<string, string>>
  /** Creates an event for a webhook that is registered before, and waits until its delivery was attempted. */
  deliver(event?: object, receiver?: 'shop' | 'warehouse'): Promise<Record<string, string>>
  /** Calls a control route without the page. */
  control<Result = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Result>
  /** Creates so many events `order.paid` without a socket. */
  createEvents(count: number): Promise<void>
  /** Ends the mock, as the end of the test does otherwise. */
  close(): Promise<void>
}

export const start = Date.UTC(2026, 10, 21, 3)
const json = { 'content-type': 'application/json' }
const live = { authorization: 'Bearer sk_live_mock', ...json }

/** The receivers of a mock, of which the one at `warehouse.example` is out of service. */
export const withoutWarehouse: BackendOptions['fetch'] = async (url) =>
  new Request(url).url.includes('warehouse')
    ? new Response('{"error":"closed"}', { status: 503, headers: { 'x-reason': 'inventory' } })
    : new Response('accepted')

/** Serves a mock on a clock that stands still. Its receivers accept every delivery unless the options say otherwise. */
export async function serveMock(options: BackendOptions = {}, { port = 0 } = {}): Promise<ServedMock> {
  const backend = createTestBackend(
    {
      clock: createClock({ now: start, timeout: 60_000 }),
      fetch: async () => new Response('accepted'),
      ...options,
    },
    () => {},
  )
  const server = await serve(backend, { port })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= backend.close().then(() => server.close()))
  onTestFinished(close)
  const { baseUrl } = server
  const post: ServedMock['post'] = async (path, body, headers = {}) => {
    const sent = { method: 'POST', headers: { ...live, ...headers }, body: JSON.stringify(body) }
    return (await (await fetch(baseUrl + path, sent)).json()) as Record<string, string>
  }
  return {
    backend,
    baseUrl,
    url: `${baseUrl}/__mock`,
    close,
    post,
    async deliver(event = {}, receiver = 'shop') {
      await post('/v1/webhooks', { url: `https://${receiver}.example/hooks`, events: ['*'] })
      const created = await post('/v1/events', { type: 'order.paid', data: {}, ...event })
      await backend.waitForIdle()
      return created
    },
    async control<Result>(method: string, path: string, body?: unknown) {
      const sent = body === undefined ? { method } : { method, headers: json, body: JSON.stringify(body) }
      const text = await (await fetch(`${baseUrl}/__mock${path}`, sent)).text()
      return (text === '' ? undefined : JSON.parse(text)) as Result
    },
    async createEvents(count) {
      for (let order = 0; order < count; order++) {
        const body = JSON.stringify({ type: 'order.paid', data: { order } })
        await backend.fetch(new Request(`${baseUrl}/v1/events`, { method: 'POST', headers: live, body }))
      }
    },
  }
}

/** How a page is opened. */
export interface PageOptions extends BrowserContextOptions {
  /** Complaints that the test provokes. At the end of the test a page may have made no others. */
  mayComplain?: RegExp
}

// A page in a process that has shown the inspector before takes half of the processor's time. So all tests of a file share a context, in
// which the page of the last test keeps the process alive until the next test has its own.
let shared: Promise<BrowserContext> | undefined
const ended: Page[] = []

async function closeShared(): Promise<void> {
  const context = await shared
  shared = undefined
  ended.length = 0
  await context?.browser()?.close()
}

const newContext = async (options?: BrowserContextOptions) => (await launchChromium()).newContext(options)

/** A page of the shared context, or of one of its own where a page alone cannot have the options. It is empty from the end of the test on. */
async function newPage(options?: BrowserContextOptions): Promise<Page> {
  const context = await (options ? newContext(options) : (shared ??= newContext()))
  if (options) onTestFinished(() => context.browser()!.close())
  const page = await context.newPage()
  await Promise.all(ended.splice(0).map((last) => last.close()))
  // A page that closes may leave another one in front, and Chromium draws no frames of a page behind it: a click would wait for them.
  await page.bringToFront()
  onTestFinished(async () => {
    // A test may have opened further ones.
    const left = context.pages().filter((one) => !ended.includes(one))
    ended.push(...left)
    await Promise.all(left.map((one) => one.goto('about:blank')))
    await context.clearPermissions()
  })
  return page
}

/** How long a page waits, in milliseconds: less than a test may take, so that a wait in vain names what it waited for. */
const longestWait = 240_000

/** Opens a page that waits as long as a slow machine may need. */
export async function openPage(options: PageOptions = {}): Promise<{ page: Page }> {
  const { viewport, colorScheme, mayComplain, ...rest } = {
    viewport: { width: 1280, height: 800 },
    ...options,
  }
  const page = await newPage(Object.keys(rest).length > 0 ? rest : undefined)
  await page.setViewportSize(viewport!)
  await page.emulateMedia({ colorScheme })
  page.setDefaultTimeout(longestWait)
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  onTestFinished(() => expect(complaints.filter((text) => !mayComplain?.test(text))).toEqual([]))
  return { page }
}

/** A mock that is served, and a page for its inspector. */
export interface Inspected extends ServedMock {
  page: Page
  /** Opens the inspector in the page, and awaits that it follows the journal. */
  show(search?: string): Promise<void>
}

/** Options of the mock, and how wide and high the page is. */
export interface InspectOptions extends BackendOptions, Pick<PageOptions, 'mayComplain'> {
  width?: number
  height?: number
}

/** Serves a mock and opens an empty page beside it: most tests make some data before they show the inspector. */
export async function inspect(options: InspectOptions = {}): Promise<Inspected> {
  const { width = 1280, height = 800, mayComplain, ...backendOptions } = options
  const mock = await serveMock(backendOptions)
  const opened = await openPage({ viewport: { width, height }, mayComplain })
  const show = async (search = '') => {
    await opened.page.goto(mock.url + search)
    await opened.page.locator('.link.live').waitFor({ state: 'attached' })
  }
  return { ...mock, ...opened, show }
}

/** Shows the inspector with a panel that is opened from the menu. */
export async function openPanel(panel: string, options: InspectOptions = {}): Promise<Inspected> {
  const inspected = await inspect(options)
  await inspected.show()
  await choosePanel(inspected.page, panel)
  return inspected
}

/** Opens a panel by the menu and, where it shares its group with others, by its head. */
export async function choosePanel(page: Page, id: string): Promise<void> {
  const { group, title } = panels.find((panel) => panel.id === id)!
  const button = page.locator('.menu button', { hasText: group })
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
  const choice = page.locator('.panel-pane .segments').getByRole('button', { name: title, exact: true })
  if (panels.filter((panel) => panel.group === group).length > 1) await choice.click()
  await page.locator(`.panel-pane[data-panel=${id}]`).waitFor()
}

/**
 * Opens everything in the detail that is folded, and goes on until `part` shows: the detail and what is opened in it may be drawn after the
 * call of this function.
 */
export async function unfold(page: Page, part: Locator = page.locator('.detail')): Promise<void> {
  const folded = page.locator('.detail details:not([open]) > summary')
  for (;;) {
    if ((await folded.count()) > 0) await folded.first().click()
    else if (await part.isVisible()) return
  }
}

/** The problem that is told at a field. */
export const problemAt = (page: Page, field: Locator) =>
  page.locator('.field', { has: field }).locator('.problem')

/** Awaits that the list shows this many rows: they come one by one. */
export function rowsOf(page: Page, count: number): Promise<void> {
  const text = new RegExp(`^${count.toLocaleString('en')}$`)
  return page.locator('.list-bar .count', { hasText: text }).waitFor()
}
