import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { panels } from '../../../mock/inspector/acts/panels'
import { startBusyShop, type BusyShop } from './busy-shop'

/** The parts of the views to take: all unless given. */
export interface ViewChoice {
  /** The beginning of the names of the views. */
  only?: string
  widths?: readonly number[]
  schemes?: readonly ('light' | 'dark')[]
}

/** A view of the inspector: the query of its address, and what is done there before the picture is taken. */
interface View {
  search?: string
  prepare?(page: Page, shop: BusyShop): Promise<unknown>
}

const rows = (page: Page) => page.locator('.row').first().waitFor({ state: 'attached' })
const openRow = (page: Page, words: string) => page.locator('.row', { hasText: words }).first().click()

const views: Record<string, View> = {
  list: { prepare: rows },
  everything: { search: '?show=all', prepare: rows },
  filter: {
    prepare: (page) => page.getByRole('combobox', { name: 'Filter' }).fill('type:'),
  },
  'no-match': { search: '?q=nothing-like-this' },
  event: { search: '?open=EVENT', prepare: (page) => page.locator('.delivery').first().waitFor() },
  attempt: {
    search: '?open=EVENT',
    async prepare(page) {
      await page.locator('.delivery', { hasText: 'warehouse' }).locator('summary').last().click()
      await page.locator('.signature').waitFor()
      await page.locator('.attempt[open]').evaluate((attempt) => attempt.scrollIntoView())
    },
  },
  signature: {
    search: '?open=EVENT',
    async prepare(page) {
      await page.locator('.delivery', { hasText: 'warehouse' }).locator('summary').last().click()
      await page.locator('.signature').waitFor()
      await page.locator('.signature').evaluate((signature) => signature.scrollIntoView({ block: 'end' }))
    },
  },
  'edited-resend': {
    search: '?open=EVENT',
    prepare: (page) => page.getByRole('button', { name: 'Edit and resend' }).nth(1).click(),
  },
  refusal: {
    prepare: async (page) => {
      await openRow(page, 'type is required')
      await page.locator('.explanation').waitFor()
    },
  },
  'refusal-long': { search: '?q=limit', prepare: (page) => openRow(page, 'limit') },
  fault: { prepare: (page) => openRow(page, 'fault') },
  hostile: { prepare: (page) => openRow(page, 'U+202E') },
  odd: { prepare: (page) => openRow(page, 'invoice.odd') },
  long: { prepare: (page) => openRow(page, 'customer.subscription') },
  gone: { search: '?open=evt_gone' },
  paused: {
    async prepare(page, { backend, baseUrl }) {
      await rows(page)
      await page.getByRole('button', { name: 'Pause' }).click()
      const request = () =>
        new Request(`${baseUrl}/v1/events`, {
          method: 'POST',
          headers: { authorization: 'Bearer sk_test_mock', 'content-type': 'application/json' },
          body: '{"type":"order.test","data":{}}',
        })
      await Promise.all(Array.from({ length: 40 }, async () => backend.fetch(request())))
      await page.getByRole('button', { name: /^Resume · / }).waitFor()
    },
  },
  menu: {
    prepare: (page) => page.getByRole('button', { name: 'Panels' }).click({ timeout: 500 }),
  },
  difference: {
    search: '?panel=compare',
    async prepare(page) {
      await page.getByLabel('Left').fill('{"order":1042,"total":{"amount":"19.90"},"items":["A-1","B-2"]}')
      await page
        .getByLabel('Right')
        .fill('{"total":{"amount":"21.90"},"items":["A-1","C-3","B-2"],"order":1042}')
    },
  },
  help: {
    async prepare(page) {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  session: { search: '?session=checkout-7' },
  'webhooks-question': {
    search: '?panel=webhooks',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Rotate secret of/ })
        .first()
        .click(),
  },
  'keys-question': {
    search: '?panel=keys',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click(),
  },
  'send-mistake': {
    search: '?panel=send',
    prepare: (page) =>
      page.getByLabel('Body').fill('{"type": "order.paid",\n  "data": { "order": 1042, }\n}'),
  },
  'send-refused': {
    search: '?panel=send',
    async prepare(page) {
      await page.getByLabel('Body').fill('{"typ": "order.paid", "data": {}}')
      await page.locator('.verdict').waitFor()
    },
  },
  fired: {
    search: '?panel=clock',
    async prepare(page) {
      await page.getByRole('button', { name: '+5 min: advance the clock' }).click()
      await page.getByRole('region', { name: 'What fell due' }).waitFor()
    },
  },
  ...Object.fromEntries(panels.map(({ id }) => [`panel-${id}`, { search: `?panel=${id}` }])),
}

/** Takes a picture of each view of the inspector, in each width and scheme, into a folder. */
export async function photographViews(
  browser: Browser,
  folder: string,
  { only = '', widths = [360, 800, 1_600], schemes = ['light', 'dark'] }: ViewChoice = {},
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const shop = await startBusyShop()
  const empty = createBackend()
  const emptyServer = await serve(empty, { port: 0 })
  const all: [name: string, baseUrl: string, view: View][] = [
    ['empty', emptyServer.baseUrl, {}],
    ...Object.entries(views).map(([name, view]): [string, string, View] => [name, shop.baseUrl, view]),
  ]
  try {
    for (const [name, baseUrl, { search = '', prepare }] of all) {
      if (!name.startsWith(only)) continue
      for (const width of widths) {
        for (const colorScheme of schemes) {
          const height = width === 360 ? 740 : 900
          const page = await browser.newPage({ viewport: { width, height }, colorScheme })
          page.setDefaultTimeout(8_000)
          await page.goto(`${baseUrl}/__mock${search.replace('EVENT', shop.eventId)}`)
          await page.locator('.link.live').waitFor({ state: 'attached' })
          await prepare?.(page, shop)?.catch((error: unknown) => console.error(name, width, String(error)))
          // The lists of the panels come from routes of their own.
          await page.waitForTimeout(350)
          await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
          await page.close()
        }
      }
    }
  } finally {
    await emptyServer.close()
    await empty.close()
    await shop.close()
  }
}
