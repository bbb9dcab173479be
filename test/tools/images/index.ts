// `npm run images`: takes the pictures of docs/images from the real inspector and a real report, in Chromium.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { root } from '../../support/root'
import { pageWithReport } from './report'
import { startShop } from './shop'

const images = join(root, 'docs/images')

async function photographInspector(browser: Browser): Promise<void> {
  const shop = await startShop()
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 620 } })
    await page.goto(`${shop.baseUrl}/__mock`)
    await page.locator('#link.live').waitFor()
    await shop.trade()
    await page.locator('#journal > li', { hasText: 'type is required.' }).waitFor()
    await page.locator('#faults li').waitFor()
    await page.screenshot({ path: join(images, 'inspector.png') })
  } finally {
    await shop.close()
  }
}

async function photographReport(browser: Browser): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-report-'))
  try {
    const file = join(folder, 'report.html')
    await writeFile(file, await pageWithReport())
    const page = await browser.newPage({ viewport: { width: 1000, height: 1190 } })
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({ path: join(images, 'report.png') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await photographInspector(browser)
  await photographReport(browser)
} finally {
  await browser.close()
}
