import { coverageSection, verdictSection } from './overview-section'
import { dialectSection } from './dialect-section'
import { findingsSection } from './findings-section'
import { html, Markup } from './markup'
import { judgedRules } from './rule-states'
import { rerunCommand } from './rerun'
import { rulesSection } from './rules-section'
import { style } from './style'
import { unjudgedSection } from './unjudged-section'
import { verdicts } from './appearance'
import type { Report } from '../engine/report'

/**
 * Options of `reportToHtml`.
 *
 * @example
 * const page = reportToHtml(report, { rerun: (id) => `make conformance ONLY=${id}` })
 */
export interface HtmlOptions {
  /** The command that makes one check again. It names the base URL and the mode unless given. */
  rerun?: (id: string) => string
}

/**
 * Writes a report as one HTML page. It loads nothing and runs no script; whatever the service sent is escaped.
 *
 * @example
 * await writeFile('report.html', reportToHtml(await runChecks(target, checks)))
 */
export function reportToHtml(report: Report, { rerun = rerunCommand(report) }: HtmlOptions = {}): string {
  const judged = judgedRules(report)
  const findings = findingsSection(report, rerun)
  const unjudged = unjudgedSection(report)
  const links = [
    ['coverage', 'Coverage'],
    ...(findings ? [['findings', 'Findings']] : []),
    ...(unjudged ? [['unjudged', 'Not judged']] : []),
    ['rules', 'Rules'],
    ['dialect', 'Dialect'],
  ]
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${verdicts[report.verdict].title}: ${report.target.baseUrl}</title>
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        ${verdictSection(report, judged)}
        <nav aria-label="Sections">
          <ul>
            ${links.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
          </ul>
        </nav>
        <main>
          ${coverageSection(report, judged)} ${findings} ${unjudged} ${rulesSection(judged)}
          ${dialectSection(report)}
        </main>
        <footer>
          Made by event-delivery-conformance ${report.suite.version}. Events cannot be deleted: those of this
          run remain.
        </footer>
      </body>
    </html> `
  return page.text
}
