// Counts the frames that Chromium draws, in turns of an idle page and of the inspector, whose list is scrolled while an entry is open
// and events arrive.
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../../support/chromium'
import { interleave } from '../benchmark'
import { script, startMeasured } from '../children'

const [baseUrl = '', rows = '10000', rate = '100'] = process.argv.slice(2)
const [rounds, seconds] = [5, 5]

/** The frames of a while, and those of them that came late. All for a second. */
interface Frames {
  drawn: number
  over20: number
  over50: number
}

/** Counts the frames of a page. Its list, where it has one, is scrolled by a step at each frame, down and up again. */
function framesOf(page: Page): Promise<Frames> {
  return page.evaluate(async (seconds) => {
    const list = document.querySelector('.list')
    const gaps: number[] = []
    const begun = performance.now()
    let last = begun
    let step = 24
    while (last - begun < seconds * 1_000) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      gaps.push(now - last)
      last = now
      if (!list) continue
      const before = list.scrollTop
      list.scrollTop += step
      if (list.scrollTop === before) step = -step
    }
    const spent = (last - begun) / 1_000
    return {
      drawn: gaps.length / spent,
      over20: gaps.filter((gap) => gap > 20).length / spent,
      over50: gaps.filter((gap) => gap > 50).length / spent,
    }
  }, seconds)
}

async function openInspector(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.goto(`${baseUrl}/__mock`)
  await page.locator('.link.live').waitFor()
  return page
}

const browser = await launchChromium()
try {
  const idle = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  const inspector = await openInspector(browser)
  const source = await startMeasured(script('event-source', baseUrl, rows, rate))
  try {
    const wanted = Number(rows)
    await inspector.waitForFunction(
      (count) =>
        Number((document.querySelector('.list-bar .count')?.textContent ?? '').replaceAll(',', '')) >= count,
      wanted,
    )
    // The first events come faster than they are delivered. Frames are counted once the newest ones no longer wait for them.
    const row = inspector.locator('.row').nth(3)
    await row.filter({ hasText: 'delivered' }).waitFor({ timeout: 120_000 })
    await row.click()
    await inspector.locator('.delivery .attempt').first().waitFor()
    const late: Record<string, number[]> = { 'over 20 ms': [], 'over 50 ms': [] }
    const samples = await interleave(
      {
        'idle page': async () => (await framesOf(idle)).drawn,
        async inspector() {
          const { drawn, over20, over50 } = await framesOf(inspector)
          late['over 20 ms']?.push(over20)
          late['over 50 ms']?.push(over50)
          return drawn
        },
      },
      rounds,
    )
    process.stdout.write(JSON.stringify({ ...samples, ...late }))
  } finally {
    await source.stop()
  }
} finally {
  await browser.close()
}
