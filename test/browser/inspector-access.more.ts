import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { panels } from '../../mock/inspector/acts/panels'
import { choosePanel, inChromium, inspect, openPanel, unfold } from './inspector-page'
import { overflows, violations } from './inspector-violations'

// The widths at which the page arranges itself anew, and those of screens up to the widest.
const widths = [360, 720, 980, 1_024, 1_321, 1_600, 2_560]
// Axe looks at these, and in colours of the reader's own at the colours alone.
const audited = [360, 1_024, 1_600]

/**
 * Looks at a view at every width, and tells where it is not accessible and what is wider than its place. Where the rest of the page is as in a
 * view before it, axe looks at the part that differs.
 */
async function faultsOf(page: Page, view: string, part?: string): Promise<string[]> {
  const found: string[] = []
  // Some rules are about the page as a whole: those without colours always look at it.
  const audit = async (look: string, rules: 'colours' | 'others' | 'all') =>
    found.push(...(await violations(page, `${view}, ${look}`, rules, rules === 'others' ? undefined : part)))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    found.push(...(await overflows(page)).map((part) => `${view}, ${width} pixels: ${part}`))
    // An element that shows at the width in the middle shows at one of the outer two as well, in the same colours.
    if (audited.includes(width)) await audit(`${width} pixels`, width === 1_024 ? 'others' : 'all')
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const width of [1_600, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await audit(`dark, ${width} pixels`, 'colours')
  }
  await page.setViewportSize({ width: 1_280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await audit('forced colours', 'colours')
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** A shop that works, a warehouse that is closed, and a ledger that finds no signature right. */
const receivers = async (url: RequestInfo | URL) => {
  const { hostname } = new URL(new Request(url).url)
  const status = hostname.startsWith('warehouse') ? 503 : hostname.startsWith('ledger') ? 401 : 200
  return new Response(`{"status":${status}}`, { status })
}

/** The data of all views: an event that fails, one to many webhooks, one that is lost, and refused requests. */
async function inspectTrouble() {
  const inspected = await inspect({ fetch: receivers, mayComplain: /net::ERR/ })
  const { post, backend } = inspected
  const to = (host: string, events: string[]) =>
    post('/v1/webhooks', { url: `https://${host}.example/hooks/orders`, events })
  for (const host of ['shop', 'warehouse', 'ledger']) await to(host, ['order.paid', 'order.spread'])
  for (let count = 1; count <= 9; count++) await to(`tenant-${count}`, ['order.spread'])
  for (let count = 0; count < 30; count++)
    await post('/v1/events', { type: 'order.shipped', data: { order: 'x'.repeat(600) } })
  const paid = await post('/v1/events', { type: 'order.paid', data: { order: 'x'.repeat(600) } })
  const spread = await post('/v1/events', { type: 'order.spread', data: { order: 1 } })
  const key = { 'idempotency-key': 'order-1042' }
  const lost = await post('/v1/events', { type: 'order.kept', data: { order: 1 } }, key)
  await post('/v1/events', { type: 'order.kept', data: { order: 2 } }, key)
  await post('/v1/events', { data: {} })
  await post('/v1/webhooks', { url: 'http://insecure.example/with/a/long/path', events: ['*'] })
  await backend.waitForIdle()
  return { ...inspected, ids: { paid: paid.id, spread: spread.id, lost: lost.id } }
}

inChromium('the views around the list are accessible and as wide as the page', async () => {
  const { page, show, close, ids } = await inspectTrouble()
  await show()
  await page.locator('.figure').first().waitFor()
  const found = await faultsOf(page, 'overview')
  await page.keyboard.press('/')
  await page.locator('#completions li').first().waitFor()
  found.push(...(await faultsOf(page, 'completions')))
  await page.keyboard.type('no entry at all')
  await page.locator('.no-rows').waitFor()
  found.push(...(await faultsOf(page, 'nothing found')))
  await show('?q=status:refused')
  for (const [index, refused] of (await page.locator('.row.request').all()).entries()) {
    await refused.click()
    await page.locator('.explanation').waitFor()
    found.push(...(await faultsOf(page, 'refusal', index === 0 ? undefined : '.detail')))
  }
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  found.push(...(await faultsOf(page, 'keys')))
  await show(`?open=${ids.lost}`)
  await page.getByRole('region', { name: 'Lost event' }).waitFor()
  found.push(...(await faultsOf(page, 'lost event', '.detail')))
  await close()
  await page.locator('.link.lost').waitFor({ state: 'attached' })
  found.push(...(await faultsOf(page, 'mock gone')))
  expect(found).toEqual([])
})

inChromium('all that is told of an event is accessible and as wide as the page', async () => {
  const { page, show, control, post, ids } = await inspectTrouble()
  await show(`?open=${ids.spread}`)
  await page.getByLabel('Only those to').waitFor()
  const found = await faultsOf(page, 'event to many webhooks')
  await control('POST', '/faults', { kind: 'status', status: 500, times: 9 })
  await post('/v1/events', { type: 'order.affected', data: {} })
  await show(`?open=${ids.paid}`)
  const ledger = page.locator('.delivery', { hasText: 'ledger' })
  const pasted = ledger.locator('.why textarea')
  await unfold(page, pasted)
  await pasted.fill('{"type":"order.paid"}')
  await ledger.locator('.why .diff').waitFor()
  await ledger.getByRole('button', { name: /^Send to a URL: / }).click()
  await ledger.getByRole('button', { name: /^Edit and resend/ }).click()
  found.push(...(await faultsOf(page, 'refused attempts', '.detail')))
  await show('?show=all')
  await page.locator('.row.request', { hasText: '500' }).click()
  await page.locator('.affecting-faults').waitFor()
  found.push(...(await faultsOf(page, 'affected request')))
  expect(found).toEqual([])
})

inChromium('a page without data and one that wants a token are accessible', async () => {
  const empty = await inspect()
  await empty.show()
  await empty.page.locator('.first-steps').first().waitFor({ state: 'attached' })
  const found = await faultsOf(empty.page, 'empty')
  const locked = await inspect({
    controlToken: 'a-token-of-sixteen-letters',
    mayComplain: /status of 401/,
  })
  await locked.page.goto(locked.url)
  await locked.page.getByLabel('Token').fill('another')
  await locked.page.keyboard.press('Enter')
  await locked.page.getByRole('alert').waitFor()
  found.push(...(await faultsOf(locked.page, 'token')))
  expect(found).toEqual([])
})

// A mock that was given no forwards refuses to list them.
const mayComplain = /status of 409/

inChromium('every panel is accessible and as wide as the page, its questions too', async () => {
  const { page, show, post, control } = await inspect({ seed: 'examples', mayComplain })
  await post('/v1/webhooks', { url: 'https://a-shop-with-a-long-name.example/hooks/orders', events: ['*'] })
  await post('/v1/events', { type: 'order.paid', data: {} })
  await control('POST', '/faults', { kind: 'status', times: 2 })
  const found: string[] = []
  await show()
  for (const { id } of panels) {
    await choosePanel(page, id)
    await page.locator('.panel-content > *').first().waitFor()
    if (id === 'send') await page.getByLabel('Body').fill('{"type": }')
    if (id === 'compare') await page.getByLabel('Left').fill('{"order":1}')
    if (id === 'faults') await page.getByText('More', { exact: true }).click()
    const danger = page.locator('.panel-pane .button.danger').first()
    if ((await danger.count()) > 0) await danger.click()
    found.push(...(await faultsOf(page, id, id === 'send' ? undefined : '.panel-pane')))
  }
  expect(found).toEqual([])
})

/** The colours and borders by which states are told apart. */
const marksOf = (page: Page) =>
  page.evaluate(() => {
    const colour = (selector: string, part?: string) =>
      getComputedStyle(document.querySelector(selector)!, part).backgroundColor
    const { outlineStyle } = getComputedStyle(document.querySelector('.row .chip')!)
    return { outlineStyle, bead: colour('.bead'), link: colour('.link', '::before') }
  })

inChromium(
  'in colours of the reader’s own, states are told apart by borders and keep their marks',
  async () => {
    const { page, show, post } = await inspect()
    await post('/v1/events', { data: {} })
    await show()
    await page.locator('.row').waitFor()
    const coloured = await marksOf(page)
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    expect(await marksOf(page)).toEqual({ ...coloured, outlineStyle: 'solid' })
  },
)

inChromium('each panel opens by its key, takes the focus, and closes by Escape', async () => {
  const { page } = await openPanel('send', { mayComplain })
  await page.locator('#panel-title').press('Escape')
  await page.locator('.panel-pane').waitFor({ state: 'detached' })
  for (const { id, shortcut } of panels) {
    await page.keyboard.press(shortcut)
    await page.locator(`.panel-pane[data-panel=${id}]`).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('panel-title')
    await page.keyboard.press('Escape')
    await page.locator('.panel-pane').waitFor({ state: 'detached' })
  }
})
