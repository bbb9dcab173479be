import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules that are kept or broken by colours alone. A dark page, and one in the reader's own colours, differ from a light one by nothing else. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** The options of axe-core for the rules of an audit: all of them, those of colours, or those of everything else. */
const optionsOf = {
  all: {},
  colours: { runOnly: rulesOfColours },
  others: { rules: Object.fromEntries(rulesOfColours.map((rule) => [rule, { enabled: false }])) },
}

/** The violations that axe-core finds on the page or in a part of it, each with its first place. */
export async function violations(
  page: Page,
  view: string,
  rules: keyof typeof optionsOf = 'all',
  part = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ([part, options]) => {
      const { axe: run } = window as unknown as { axe: typeof axe }
      // A description of the rules that a page keeps would take most of axe's time.
      const { violations } = await run.run(part, { resultTypes: ['violations'], ...options })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
    },
    [part, optionsOf[rules]] as const,
  )
  return found.map((text) => `${view}: ${text}`)
}

/** The parts of the inspector whose content reaches beyond them, but for those that show the beginning of a line by design. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A field scrolls its own text, and on a narrow page what is in force is one line that scrolls.
    const scrolling = 'input, textarea, select, svg *, .in-force'
    const isOver = (element: Element) => {
      const { display, textOverflow } = getComputedStyle(element)
      if (display === 'inline' || textOverflow === 'ellipsis' || element.matches(scrolling)) return false
      return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    }
    return [...document.querySelectorAll('.inspector, .inspector *')]
      .filter(isOver)
      .map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent?.slice(0, 60)}`)
  })
}
