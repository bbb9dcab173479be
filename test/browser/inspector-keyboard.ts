import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The name by which a screen reader tells the element that has the focus. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const field = element as HTMLInputElement | null
    const label = field?.labels?.[0]?.textContent
    const name = element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
    return name.replace(/\s+/g, ' ').trim()
  })
}

const mostSteps = 150

/** Presses Tab, or Shift+Tab, until an element with this name has the focus. Fails where no number of steps leads there. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < mostSteps; step++) {
    await page.keyboard.press(key)
    const reached = await focusedName(page)
    if (typeof name === 'string' ? reached === name : name.test(reached)) return
    passed.push(reached.slice(0, 40))
  }
  expect.fail(`${key} leads to no ${String(name)}, but past ${passed.join(' | ')}`)
}

/** Answers the question of an act by the keyboard. The focus is on the answer that keeps everything, and the act stands before it. */
export async function confirm(page: Page): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe('Keep')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
}

/** Counts what a pointer does from now on, in each page that is loaded. */
export async function countPointer(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { pointer: 0 }
    Object.assign(window, { seen })
    for (const name of ['pointerdown', 'mousedown', 'touchstart']) {
      addEventListener(name, () => seen.pointer++, { capture: true })
    }
  })
  return () => page.evaluate(() => (window as unknown as { seen: { pointer: number } }).seen.pointer)
}
