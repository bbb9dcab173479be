import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { serveListener } from '../support/node-server'
import { inChromium, openPage, reason, withBrowser } from './inspector-page'

const browser = withBrowser()

/** A front end that runs the backend in its page, with styles of its own that must not reach the inspector. */
async function startFrontEnd(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./inspector-front-end.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
  })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<style>button{font-size:40px}h2{color:rgb(255,0,0)}</style><div id="inspector" style="height:600px"></div>
<input id="search" aria-label="Search"><script type="module" src="/page.js"></script>`
  const server = await serveListener((incoming, outgoing) => {
    const isScript = incoming.url === '/page.js'
    outgoing.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    outgoing.end(isScript ? outputFiles[0]?.text : html)
  })
  onTestFinished(() => server.close())
  return server.baseUrl
}

inChromium(`a front end shows the inspector of the backend that runs in its page${reason}`, async () => {
  const { page, complaints } = await openPage(browser())
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const url = await startFrontEnd()
  await page.goto(`${url}/?own=kept`)
  await page.locator('.row', { hasText: 'order.paid' }).waitFor()
  await page.evaluate(() =>
    (window as unknown as { send(type: string): Promise<void> }).send('order.shipped'),
  )
  await page.locator('.row', { hasText: 'order.shipped' }).click()
  const heading = page.locator('.detail h2', { hasText: 'order.shipped' })
  await heading.waitFor()
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 0, 0)')
  expect(page.url()).toBe(`${url}/?own=kept`)
  // Keys outside of the inspector are the front end's own.
  await page.locator('#search').fill('')
  await page.keyboard.press('Escape')
  await heading.waitFor()
  await page.locator('.row', { hasText: 'order.paid' }).focus()
  await page.keyboard.press('Escape')
  await page.locator('.nothing-open').waitFor()
  expect(requests.filter((address) => address.includes('__mock'))).toEqual([])
  await page.evaluate(() => (window as unknown as { remove(): void }).remove())
  expect(await page.locator('.inspector').count()).toBe(0)
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
})
