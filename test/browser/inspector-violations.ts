import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The violations that axe-core finds on the page, each with its first place. */
export async function violations(page: Page, view: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
      }
    }
    const { violations } = await run.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  })
  return found.map((text) => `${view}: ${text}`)
}
