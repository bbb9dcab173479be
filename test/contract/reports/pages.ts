import { judgedRules } from './rule-states'
import { reportToHtml, type HtmlOptions } from './html'
import { rerunCommand } from './rerun'
import { rulePage } from './rule-page'
import type { Report } from '../engine/report'

/**
 * Writes a report as a folder of HTML pages: `index.html`, and `rules/<id>.html` for each rule, with what was sent and
 * seen also where a check passed. Returns the pages by their paths within the folder.
 *
 * @example
 * for (const [path, page] of reportToPages(report)) await writeFile(join('report', path), page)
 */
export function reportToPages(
  report: Report,
  { rerun = rerunCommand(report) }: Pick<HtmlOptions, 'rerun'> = {},
): Map<string, string> {
  const judged = judgedRules(report)
  const index = reportToHtml(report, { rerun, linkOf: (rule) => `rules/${rule}.html` })
  const pages = judged.map((one, at): [string, string] => {
    const beside = [judged[at - 1], judged[at + 1]].flatMap((other) => (other ? [other.rule.id] : []))
    return [`rules/${one.rule.id}.html`, rulePage(report, one, rerun, beside)]
  })
  return new Map([['index.html', index], ...pages])
}
