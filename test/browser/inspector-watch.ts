import type { Page } from 'playwright-core'

/** The parts of the page that may not move, by what finds them. */
export const watched = { row: '.row[aria-selected=true]', heading: '.detail h2', delivery: '.delivery' }

interface Seen {
  /** The place of each part of the open entry, frame by frame. */
  tops: Record<string, number[]>
  /** How many rows the document held at most. */
  mostRows: number
  /** The texts by which the page told that an entry is gone. */
  texts: string[]
}

/** Watches the page at every frame from its begin. */
export async function watchFromBegin(page: Page): Promise<void> {
  await page.addInitScript((parts) => {
    const seen: Seen = { tops: {}, mostRows: 0, texts: [] }
    Object.assign(window, { seen })
    const look = () => {
      for (const [name, selector] of Object.entries(parts)) {
        const element = document.querySelector(selector)
        if (element) (seen.tops[name] ??= []).push(element.getBoundingClientRect().top)
      }
      seen.mostRows = Math.max(seen.mostRows, document.querySelectorAll('.row').length)
      const text = document.querySelector('.detail')?.textContent ?? ''
      if (text.includes('does not hold')) seen.texts.push(text)
      requestAnimationFrame(look)
    }
    look()
  }, watched)
}

export const seenOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
