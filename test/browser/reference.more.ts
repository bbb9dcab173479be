import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type * as mock from '@event-delivery/mock'
import type * as node from '@event-delivery/mock/node'
import { createHarness } from '../support/backend'
import { inChromium, openPage, type PageOptions } from './inspector-page'
import { violations } from './inspector-violations'

// The reference is made by the build, so that the built package serves it.
const dist = join(import.meta.dirname, '../../mock/dist')
const built = (name: string) => import(pathToFileURL(join(dist, name)).href) as Promise<unknown>

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

async function open(url: string, options: PageOptions = {}) {
  const { page } = await openPage(options)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url)
  return { page, asked }
}

for (const [colorScheme, width] of [
  ['light', 1_280],
  ['dark', 360],
] as const) {
  inChromium(
    `the reference shows the document of the dialect, and asks nobody but the mock (${colorScheme}, ${width} wide)`,
    async () => {
      const baseUrl = await start({ dialect: { createEventStatus: 202 } })
      const viewport = { width, height: 900 }
      const { page, asked } = await open(`${baseUrl}/__mock/docs`, { colorScheme, viewport })
      await page.getByText('/v1/events').first().waitFor({ state: 'attached' })
      await page.getByText('202', { exact: true }).first().waitFor({ state: 'attached' })
      expect(asked).toEqual([`${baseUrl}/__mock/docs`, `${baseUrl}/__mock/openapi.json`])
      // Everything is unfolded, so that all colours are looked at, and the widest line stands in the page.
      await page.evaluate(() =>
        document.querySelectorAll('details').forEach((details) => (details.open = true)),
      )
      expect(await violations(page, `${colorScheme} ${width}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    },
  )
}

/** Waits until the reference is drawn, and returns the text of what the address leads to, where it stands in sight. */
async function sightOf(page: Page): Promise<string | null> {
  await page.getByRole('main').getByText('/v1/events').first().waitFor({ state: 'attached' })
  return page.evaluate(() => {
    const target = document.querySelector(':target')
    const { top, bottom } = target?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
    return top >= 0 && bottom <= window.innerHeight ? target!.textContent : null
  })
}

inChromium('each link of an explanation leads to its operation in the reference', async () => {
  const { call } = createHarness()
  const requests = [
    ['POST', '/v1/events', 'Create an event'],
    ['GET', '/v1/events?limit=0', 'List events'],
    ['GET', '/v1/events/evt_none', 'Retrieve an event'],
    ['POST', '/v1/webhooks', 'Register a webhook'],
    ['GET', '/v1/webhooks?limit=0', 'List webhooks'],
    ['DELETE', '/v1/webhooks/wh_none', 'Delete a webhook'],
    ['POST', '/v1/keys', 'Create a scoped API key'],
    ['GET', '/v1/nothing', 'Events'],
  ] as const
  for (const [method, path] of requests) await call(method, path)
  const { data } = (await call('GET', '/__mock/journal', { key: null })).json as {
    data: { number: number; path: string; method: string; refusal?: object }[]
  }
  const refused = data.filter(({ refusal }) => refusal)
  expect(refused).toHaveLength(requests.length)
  const { page } = await open(`${await start()}/__mock/docs`)
  for (const [index, { number }] of refused.entries()) {
    const { json } = await call('GET', `/__mock/journal/${number}/explanation`, { key: null })
    await page.goto(new URL((json as unknown as { link: string }).link, page.url()).href)
    expect(await sightOf(page)).toBe(requests[index]?.[2])
  }
})

inChromium('the contents lead to every chapter by the keyboard, and questions are linked', async () => {
  const { page } = await open(`${await start()}/__mock/docs#/deliveries/deliverevent`)
  expect(await sightOf(page)).toBe('Deliver an event')
  for (const name of ['Deliveries', 'Schemas', 'Event', 'Open questions']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    expect(await sightOf(page)).toBe(name)
  }
  await page.goto(`${page.url().split('#')[0]}#/events/createevent`)
  await page.getByRole('link', { name: 'OQ-01' }).first().focus()
  await page.keyboard.press('Enter')
  expect(await sightOf(page)).toBe('OQ-01')
  await page.getByRole('link', { name: 'Skip the contents' }).focus()
  await page.keyboard.press('Enter')
  expect(await sightOf(page)).toMatch(/^Event Delivery Service/)
})

inChromium('where there is a token, the reference asks for it and shows nothing before', async () => {
  const token = 'a-token-of-this-test'
  const { page } = await open(`${await start({ controlToken: token })}/__mock/docs`, {
    colorScheme: 'dark',
    mayComplain: /status of 401/,
  })
  await page.locator('#token').waitFor({ state: 'visible' })
  expect(await page.getByText('/v1/events').count()).toBe(0)
  expect(await violations(page, 'token')).toEqual([])
  await page.locator('input[name=token]').fill('another-token')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('wants another token').waitFor()
  await page.locator('input[name=token]').fill(token)
  await page.keyboard.press('Enter')
  await page.getByText('/v1/events').first().waitFor({ state: 'attached' })
  expect(page.url()).not.toContain(token)
})

inChromium('a document that cannot be read is told, not shown', async () => {
  const baseUrl = await start()
  const { page } = await open('about:blank', { mayComplain: /status of 500/ })
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 500 }))
  await page.goto(`${baseUrl}/__mock/docs`)
  await page.getByRole('status').getByText('the mock answered 500').waitFor()
  expect(await violations(page, 'failure')).toEqual([])
})

test('the reference takes at most 40 kB of the package', async () => {
  expect((await stat(join(dist, 'reference.html'))).size).toBeLessThan(40_000)
})

test('from sources the reference is missing, and the page says how it is built', async () => {
  const { backend } = createHarness({ controlToken: 'a-token-of-this-test' })
  const response = await backend.fetch(new Request('http://localhost/__mock/docs'))
  expect(response.status).toBe(404)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await response.text()).toContain('npm run build')
})
