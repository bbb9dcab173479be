import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { NodeServer } from '../support/node-server'
import { choosePanel, inChromium, openPage } from './inspector-page'
import { startSite } from './site'

/** A front end that runs the backend in its page, with styles of its own that must not reach the inspector. */
const markup = `<style>button{font-size:40px}h2{color:rgb(255,0,0)}</style>
<div id="inspector" style="height:600px"></div><input id="search" aria-label="Search">`

let site: NodeServer
let url: string

beforeAll(async () => {
  site = await startSite('inspector-front-end.ts', markup)
  url = site.baseUrl
})
afterAll(() => site.close())

// The site has no icon.
const mayComplain = /status of 404/
const open = (page: Page, type: string) => page.locator('.row', { hasText: type }).click()
const heading = (page: Page, type: string) => page.locator('.detail h2', { hasText: type }).waitFor()

inChromium('a front end shows the inspector of the backend that runs in its page', async () => {
  const { page } = await openPage({ mayComplain })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${url}/?own=kept`)
  await page.locator('.row', { hasText: 'order.paid' }).waitFor()
  await page.evaluate(() =>
    (window as unknown as { send(type: string): Promise<void> }).send('order.shipped'),
  )
  await open(page, 'order.shipped')
  await heading(page, 'order.shipped')
  const title = page.locator('.detail h2')
  expect(await title.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 0, 0)')
  expect(page.url()).toBe(`${url}/?own=kept`)
  // Keys outside of the inspector are the front end's own.
  await page.locator('#search').fill('')
  await page.keyboard.press('Escape')
  await heading(page, 'order.shipped')
  await page.locator('.row', { hasText: 'order.paid' }).focus()
  await page.keyboard.press('Escape')
  await page.locator('.overview').waitFor()
  expect(requests.filter((address) => address.includes('__mock'))).toEqual([])
  await page.evaluate(() => (window as unknown as { remove(): void }).remove())
  expect(await page.locator('.inspector').count()).toBe(0)
})

inChromium('what the reader saw comes back when the front end is loaded again', async () => {
  const { page } = await openPage({ mayComplain, viewport: { width: 1600, height: 900 } })
  await page.goto(`${url}/?session=checkout-7`)
  await page.getByRole('combobox', { name: 'Filter' }).fill('type:order.* session:checkout-7')
  await page.keyboard.press('Enter')
  await open(page, 'order.kept')
  await choosePanel(page, 'clock')
  await page.locator('.panel-pane').waitFor()
  await page.locator('#search').focus()
  await page.reload()
  await page.locator('.row[aria-selected=true]', { hasText: 'order.kept' }).waitFor()
  await heading(page, 'order.kept')
  await page.locator('.panel-pane[data-panel=clock]').waitFor()
  expect(await page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('type:order.*')
  expect(await page.locator('.top-bar .session').textContent()).toContain('checkout-7')
  // A page that was loaded keeps the focus for itself.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})

inChromium('what the new backend does not have leads to the main state, and fails nothing', async () => {
  const { page } = await openPage({ mayComplain })
  await page.goto(`${url}/?session=checkout-7`)
  await page.getByRole('combobox', { name: 'Filter' }).fill('session:checkout-7')
  await page.keyboard.press('Enter')
  await open(page, 'order.kept')
  await heading(page, 'order.kept')
  // Other ids, and no session.
  await page.goto(`${url}/?seed=2`)
  await open(page, 'order.paid')
  await heading(page, 'order.paid')
  expect(await page.locator('.top-bar .session').count()).toBe(0)
  // An event of the main state that is gone says so, beside a list that works.
  await page.goto(`${url}/?seed=3`)
  await page.locator('.detail', { hasText: 'This event is gone' }).waitFor()
  await open(page, 'order.paid')
  await heading(page, 'order.paid')
})
