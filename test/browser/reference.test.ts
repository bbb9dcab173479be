import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type * as mock from '@event-delivery/mock'
import type * as node from '@event-delivery/mock/node'
import { launchChromium, missingChromium } from '../support/chromium'
import { createHarness } from '../support/backend'

const missing = missingChromium()
const reason = missing === undefined ? '' : ` (${missing})`
const inChromium = test.skipIf(missing !== undefined)

// The reference is made by the build, so that the built package serves it.
const built = (name: string) =>
  import(pathToFileURL(join(import.meta.dirname, '../../mock/dist', name)).href) as Promise<unknown>

let browser: Browser | undefined

beforeAll(async () => {
  if (missing === undefined) browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
})

async function start(options: mock.BackendOptions = {}) {
  const { createBackend } = (await built('index.js')) as typeof mock
  const { serve } = (await built('node.js')) as typeof node
  const backend = createBackend(options)
  const server = await serve(backend, { port: 0 })
  onTestFinished(async () => {
    await server.close()
    await backend.close()
  })
  return server.baseUrl
}

async function open(url: string, colorScheme: 'light' | 'dark' = 'light', width = 1_280) {
  if (!browser) throw new Error('There is no browser.')
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
  page.setDefaultTimeout(0)
  onTestFinished(() => page.close())
  const asked: string[] = []
  const problems: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(url)
  return { page, asked, problems }
}

inChromium(
  `the reference shows the document of the dialect, and asks nobody but the mock${reason}`,
  async () => {
    const baseUrl = await start({ dialect: { createEventStatus: 202 } })
    for (const [scheme, width] of [
      ['light', 1_280],
      ['dark', 360],
    ] as const) {
      const { page, asked, problems } = await open(
        `${baseUrl}/__mock/docs#/events/createevent`,
        scheme,
        width,
      )
      await page.getByText('/v1/events').first().waitFor({ state: 'attached' })
      await page.getByText('202', { exact: true }).first().waitFor({ state: 'attached' })
      expect(problems).toEqual([])
      const foreign = asked.filter((url) => !url.startsWith(baseUrl) && !/^(blob|data):/.test(url))
      expect(foreign).toEqual([])
    }
  },
)

inChromium(`each link of an explanation leads to its operation in the reference${reason}`, async () => {
  const { call } = createHarness()
  const requests = [
    ['POST', '/v1/events'],
    ['GET', '/v1/events?limit=0'],
    ['GET', '/v1/events/evt_none'],
    ['POST', '/v1/webhooks'],
    ['GET', '/v1/webhooks?limit=0'],
    ['DELETE', '/v1/webhooks/wh_none'],
    ['POST', '/v1/keys'],
    ['GET', '/v1/nothing'],
  ] as const
  for (const [method, path] of requests) await call(method, path)
  const { data } = (await call('GET', '/__mock/journal', { key: null })).json as {
    data: { number: number; refusal?: object }[]
  }
  const links: string[] = []
  for (const { number } of data.filter(({ refusal }) => refusal)) {
    const { json } = await call('GET', `/__mock/journal/${number}/explanation`, { key: null })
    links.push((json as unknown as { link: string }).link)
  }
  expect(links).toHaveLength(requests.length)
  const { page } = await open(`${await start()}/__mock/docs`)
  // Redoc draws the chapters one by one, so that each of the links is waited for.
  for (const link of new Set(links)) {
    const place = link.slice('/__mock/docs'.length)
    await page.locator(`a[href="${place}"]`).first().waitFor({ state: 'attached' })
  }
})

inChromium(
  `where there is a token, the reference asks for it and shows nothing before${reason}`,
  async () => {
    const token = 'a-token-of-this-test'
    const { page } = await open(`${await start({ controlToken: token })}/__mock/docs`)
    await page.locator('#token').waitFor({ state: 'visible' })
    expect(await page.getByText('/v1/events').count()).toBe(0)
    await page.locator('input[name=token]').fill(token)
    await page.keyboard.press('Enter')
    await page.getByText('/v1/events').first().waitFor({ state: 'attached' })
    expect(page.url()).not.toContain(token)
  },
)

test('from sources the reference is missing, and the page says how it is built', async () => {
  const { backend } = createHarness({ controlToken: 'a-token-of-this-test' })
  const response = await backend.fetch(new Request('http://localhost/__mock/docs'))
  expect(response.status).toBe(404)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await response.text()).toContain('npm run build')
})
