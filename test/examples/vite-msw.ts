import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium, missingChromium } from '../support/chromium'
import { freePort } from '../support/free-port'
import { untilAnswering } from '../frontend/page'
import { type Row, tally } from '../tools/matrix/table'
import { type Installed, withExample } from './installed'

/** Starts the dev server of the example, pays in its page, and awaits the event in the page and the delivery in the inspector. */
async function pay({ folder, run }: Installed): Promise<void> {
  await run('npm', ['run', 'predev'])
  const port = await freePort()
  const args = [
    'node_modules/vite/bin/vite.js',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--strictPort',
  ]
  const server = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  const exited = once(server, 'exit')
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(await untilAnswering(`http://127.0.0.1:${port}`))
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('status').filter({ hasText: 'Paid.' }).waitFor()
    await page.locator('li', { hasText: 'order.paid 1042' }).waitFor()
    await page.locator('#inspector .row', { hasText: 'delivered' }).first().waitFor()
  } finally {
    await browser.close()
    server.kill('SIGKILL')
    await exited
  }
}

/** Builds the example, and throws where the build holds the mock. */
async function buildWithout({ folder, run }: Installed): Promise<void> {
  await run('npm', ['run', 'build'])
  const built = join(folder, 'dist/assets')
  const texts = await Promise.all((await readdir(built)).map((name) => readFile(join(built, name), 'utf8')))
  if (texts.join('').includes('sk_live_readonly_mock')) throw new Error('The build holds the mock.')
}

/** A front end with the mock in its page, behind MSW's service worker. */
export const viteMsw: Row = {
  name: 'Vite with the mock in the page',
  run: async () =>
    missingChromium() ??
    withExample('vite-msw', ['src', 'mock'], (installed) =>
      tally([
        ['npm run dev', () => pay(installed)],
        ['npm run build', () => buildWithout(installed)],
      ]),
    ),
}
