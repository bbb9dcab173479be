// `npm run images`: takes the pictures of docs/images from the real inspector and a real report, in Chromium.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { root } from '../../support/root'
import { pagesOfRuns } from './report'
import { startShop } from './shop'

const images = join(root, 'docs/images')
/** The height of each picture of a report, in pixels. */
const heights: Readonly<Record<string, number>> = { report: 1190, rule: 900, diff: 1050 }

async function photographInspector(browser: Browser): Promise<void> {
  const shop = await startShop()
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 620 } })
    await page.goto(`${shop.baseUrl}/__mock`)
    await page.locator('.link.live').waitFor()
    await shop.trade()
    await page.locator('.row', { hasText: 'type is required.' }).first().waitFor()
    await page.screenshot({ path: join(images, 'inspector.png') })
  } finally {
    await shop.close()
  }
}

async function photographReports(browser: Browser): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-report-'))
  try {
    for (const [name, html] of Object.entries(await pagesOfRuns())) {
      const file = join(folder, `${name}.html`)
      await writeFile(file, html as string)
      const page = await browser.newPage({ viewport: { width: 1000, height: heights[name] ?? 800 } })
      await page.goto(pathToFileURL(file).href)
      // A reader opens the evidence; the picture shows it open.
      if (name === 'rule') await page.locator('summary').first().click()
      await page.screenshot({ path: join(images, `${name}.png`) })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await photographInspector(browser)
  await photographReports(browser)
} finally {
  await browser.close()
}
