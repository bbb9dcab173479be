// `npm run images`: takes the pictures of docs/images from the real inspector and a real report, in Chromium.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../support/chromium'
import { root } from '../../support/root'
import { withFolder } from '../matrix/installation'
import { pagesOfRuns } from './report'
import { startShop } from './shop'

const images = join(root, 'docs/images')
/** The height of each picture of a report, in pixels. */
const heights: Readonly<Record<string, number>> = { report: 1190, rule: 900, diff: 1050 }

async function photographInspector(browser: Browser): Promise<void> {
  const shop = await startShop()
  try {
    await shop.trade()
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width: 1400, height: 860 }, colorScheme })
      // However busy the machine is, the picture waits for what it shows.
      page.setDefaultTimeout(0)
      await page.goto(`${shop.baseUrl}/__mock`)
      await page.locator('.row', { hasText: 'type is required.' }).first().waitFor()
      await page.locator('.row', { hasText: 'retrying' }).first().click()
      const delivery = page.locator('.delivery', { hasText: 'warehouse.example' })
      await delivery.locator('.countdown').waitFor()
      // The first picture shows an event as a whole, the second one the inside of an attempt.
      if (colorScheme === 'dark') {
        await delivery.locator('summary').last().click()
        await delivery.locator('.signature').waitFor()
        await delivery
          .locator('summary')
          .last()
          .evaluate((line) => line.scrollIntoView({ block: 'start' }))
      }
      await page.screenshot({ path: join(images, colorScheme === 'light' ? 'inspector.png' : 'attempt.png') })
      await page.close()
    }
  } finally {
    await shop.close()
  }
}

const photographReports = (browser: Browser): Promise<void> =>
  withFolder(async (folder) => {
    for (const [name, html] of Object.entries(await pagesOfRuns())) {
      if (html === '') throw new Error(`The run has no page for the picture ${name}.`)
      const file = join(folder, `${name}.html`)
      await writeFile(file, html)
      const page = await browser.newPage({ viewport: { width: 1000, height: heights[name] ?? 800 } })
      page.setDefaultTimeout(0)
      await page.goto(pathToFileURL(file).href)
      // A reader opens the evidence; the picture shows it open.
      if (name === 'rule') await page.locator('summary').first().click()
      await page.screenshot({ path: join(images, `${name}.png`) })
    }
  })

const browser = await launchChromium()
try {
  await photographInspector(browser)
  await photographReports(browser)
} finally {
  await browser.close()
}
