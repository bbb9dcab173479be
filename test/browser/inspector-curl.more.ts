import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createForwards } from '@event-delivery/mock'
import { choosePanel, inChromium, openPanel } from './inspector-page'
import { readText } from '../support/root'

/** The routes that the guide names for the acts: `POST /__mock/webhooks/:id/rotate`. */
function routesOfGuide(): string[] {
  const guide = readText('docs/inspector.md')
  const table = /## Acts and their routes\n([^]*?)\n```/.exec(guide)?.[1] ?? ''
  return [...table.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, route]) => route ?? '')
}

/** The route that a line of curl asks, with the names of its parts in place of ids. */
function routeOf(line: string, baseUrl: string): string {
  const address = /'(https?:\/\/[^']+)'/.exec(line)?.[1] ?? ''
  const method = /-X ([A-Z]+)/.exec(line)?.[1] ?? (line.includes('--data') ? 'POST' : 'GET')
  const path = address
    .replace(baseUrl, '')
    .replace(/\?.*/, '')
    .replace(/\/(wh|key|dlv|fault|fwd|forward)_\w+/, '/:id')
    .replace(/\/sessions\/.+/, '/sessions/:name')
  return `${method} ${path}`
}

/** Clicks the first button of this name: a text is the whole name. */
const clickFirst = (page: Page, name: string | RegExp) =>
  page.locator('.detail, .panel-content').getByRole('button', { name, exact: true }).first().click()

/** The acts of each panel in the order in which they are carried out: what is clicked, and the fields that are filled in before. */
const acts: readonly [panel: string, clicks: (string | RegExp)[], fields?: Record<string, string>][] = [
  ['send', ['Send event']],
  ['webhooks', ['Register webhook'], { URL: 'https://b.example/hooks' }],
  ['webhooks', [/^Reveal secret of https:\/\/shop/]],
  ['webhooks', [/^Rotate secret of https:\/\/shop/, 'Rotate secret']],
  ['webhooks', [/^Delete the webhook https:\/\/b/, 'Delete']],
  ['deliveries', ['Redeliver all failed']],
  ['keys', ['Create key'], { Name: 'Reporting' }],
  ['keys', ['Rotate Reporting', 'Rotate']],
  ['keys', [/^Delete Reporting/, 'Delete']],
  ['faults', ['Next 3: 503']],
  ['faults', [/^Remove fault_/]],
  ['faults', ['Add fault'], { Status: '503' }],
  ['faults', ['Add fault'], { Status: '504' }],
  ['faults', ['Remove all faults', 'Remove all']],
  [
    'forwards',
    ['Add forward'],
    { 'From the URL of webhooks': 'https://c.example', 'To your receiver': 'http://localhost:3000' },
  ],
  ['forwards', [/^Remove the forward of https:\/\/c/]],
  ['clock', ['Resume the clock']],
  ['clock', ['Freeze the clock']],
  ['clock', ['+5 s: advance the clock']],
]

/** Reads the line of curl of the act that was carried out last, once it is another one than before. */
async function nextLine(page: Page, before: string): Promise<string> {
  const line = page.locator('.status-line code')
  await expect.poll(async () => ((await line.count()) === 0 ? before : line.textContent())).not.toBe(before)
  return (await line.textContent()) ?? ''
}

inChromium('each act that is carried out shows its line of curl, on the route of the guide', async () => {
  const { page, baseUrl, deliver } = await openPanel('webhooks', {
    forwards: createForwards(),
    fetch: async () => new Response('busy', { status: 503 }),
    width: 1600,
  })
  await deliver()
  const routes = new Set<string>()
  let line = ''
  for (const [panel, clicks, fields = {}] of acts) {
    await choosePanel(page, panel)
    const more = page.locator('.more:not([open]) > summary')
    if ((await more.count()) > 0 && Object.keys(fields).length > 0) await more.click()
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value)
    for (const name of clicks) await clickFirst(page, name)
    line = await nextLine(page, line)
    expect(line).toMatch(/^curl /)
    expect(line).not.toMatch(/sk_live_mock|whsec_[A-Za-z0-9+/]{8}/)
    routes.add(routeOf(line, baseUrl))
  }
  await page.locator('.row', { hasText: 'order.paid' }).last().click()
  for (const name of [/^Resend the delivery/, /^Retry now/, /^Redeliver failed/]) {
    await clickFirst(page, name)
    line = await nextLine(page, line)
    routes.add(routeOf(line, baseUrl))
  }
  await clickFirst(page, /^Send to a URL: /)
  await clickFirst(page, 'Send to a URL')
  routes.add(routeOf(await nextLine(page, line), baseUrl))
  const guide = routesOfGuide()
  expect(guide.length).toBeGreaterThan(25)
  for (const route of routes) expect(guide).toContain(route)
  // These stand below a form or in a question that is not answered here.
  const asked = [
    'POST /__mock/check',
    'DELETE /__mock/forwards',
    'PUT /__mock/dialect',
    'GET /__mock/snapshot',
    'PUT /__mock/snapshot',
    'POST /__mock/reset',
    'POST /__mock/sessions',
    'DELETE /__mock/sessions/:name',
  ]
  expect(guide.filter((route) => !routes.has(route) && !asked.includes(route))).toEqual([])
})

/** The acts that ask once: what is done before, the button that asks, and the route that the question tells. */
const questions: readonly [
  panel: string,
  button: string | RegExp,
  route: string,
  before?: (page: Page) => Promise<unknown>,
][] = [
  ['data', 'Reset all data', 'POST /__mock/reset'],
  [
    'data',
    'Restore seed.json',
    'PUT /__mock/snapshot',
    (page) =>
      page.getByLabel('A snapshot or a seed').setInputFiles({
        name: 'seed.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"events":[]}'),
      }),
  ],
  ['sessions', 'Delete the session one', 'DELETE /__mock/sessions/:name'],
  ['forwards', 'Remove all forwards', 'DELETE /__mock/forwards'],
  [
    'dialect',
    'Restart with this dialect',
    'PUT /__mock/dialect',
    async (page) => {
      await page.getByLabel('Find a field').fill('listOrder')
      await page.getByRole('radio', { name: /oldest-first/ }).check()
    },
  ],
]

inChromium('each question shows the line of curl before it is answered, and a snapshot its own', async () => {
  const forwards = createForwards([
    { from: 'https://a.example', to: 'http://localhost:3000' },
    { from: 'https://b.example', to: 'http://localhost:3000' },
  ])
  const { page, post, baseUrl } = await openPanel('data', { forwards, width: 1600 })
  await post('/v1/events', { type: 'order.paid', data: {} }, { 'x-mock-session': 'one' })
  const lineIn = async (place: string) => {
    await page.locator(`${place} .route summary`).click()
    return (await page.locator(`${place} .route pre`).textContent()) ?? ''
  }
  expect(routeOf(await lineIn('.panel-content > .form'), baseUrl)).toBe('GET /__mock/snapshot')
  for (const [panel, button, route, before] of questions) {
    await choosePanel(page, panel)
    await before?.(page)
    await clickFirst(page, button)
    await page.locator('.question').waitFor()
    expect(routeOf(await lineIn('.question'), baseUrl)).toBe(route)
    await page.getByRole('button', { name: 'Keep' }).click()
  }
})
