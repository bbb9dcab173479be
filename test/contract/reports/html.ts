import { coverageSection, verdictSection } from './overview-section'
import { dialectSection } from './dialect-section'
import { findingsSection } from './findings-section'
import { html } from './markup'
import { htmlPage, type PageLink } from './page'
import { judgedRules } from './rule-states'
import { rerunCommand } from './rerun'
import { rulesSection } from './rules-section'
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
  /** The address of a rule's own page. Rules link to none unless given. */
  linkOf?: (rule: string) => string
}

/**
 * Writes a report as one HTML page. It loads nothing and runs no script; whatever the service sent is escaped.
 *
 * @example
 * await writeFile('report.html', reportToHtml(await runChecks(target, checks)))
 */
export function reportToHtml(
  report: Report,
  { rerun = rerunCommand(report), linkOf }: HtmlOptions = {},
): string {
  const judged = judgedRules(report)
  const findings = findingsSection(report, rerun)
  const unjudged = unjudgedSection(report)
  const links: readonly PageLink[] = [
    ['#coverage', 'Coverage'],
    ...(findings ? [['#findings', 'Findings'] as const] : []),
    ...(unjudged ? [['#unjudged', 'Not judged'] as const] : []),
    ['#rules', 'Rules'],
    ['#dialect', 'Dialect'],
  ]
  return htmlPage({
    title: `${verdicts[report.verdict].title}: ${report.target.baseUrl}`,
    header: verdictSection(report, judged),
    links,
    main: html`${coverageSection(report, judged)} ${findings} ${unjudged} ${rulesSection(judged, linkOf)}
    ${dialectSection(report)}`,
    footer: `Made by event-delivery-conformance ${report.suite.version}. Events cannot be deleted: those of this run remain.`,
  })
}
