import { resultCard, sides } from './findings-section'
import { judgeRules, type JudgedRule } from '../engine/verdict'
import { reportToHtml, type HtmlOptions } from './html'
import { rerunCommand } from './rerun'
import { count, seconds, states } from './appearance'
import { clauseMarkup, evidenceMarkup } from './evidence'
import { html, htmlPage, pageHead, prose, type Markup, type PageLink } from './markup'
import type { Report, CheckResult, Evidence } from '../engine/report'

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
  const judged = judgeRules(report.checks)
  const index = reportToHtml(report, { rerun, linkOf: (rule) => `rules/${rule}.html` })
  const pages = judged.map((one, at): [string, string] => {
    const beside = [judged[at - 1], judged[at + 1]].flatMap((other) => (other ? [other.rule.id] : []))
    return [`rules/${one.rule.id}.html`, rulePage(report, one, rerun, beside)]
  })
  return new Map([['index.html', index], ...pages])
}

/** The address of the report from a rule's page. */
const toReport = '../index.html'

/**
 * The page of one rule: its text and source, its state, and each check that concerns it with what was sent and seen, also
 * where it passed. `beside` are the rules before and after it, by their ids.
 */
function rulePage(
  report: Report,
  { rule, state, results }: JudgedRule,
  rerun: (id: string) => string,
  beside: readonly string[],
): string {
  const { tone, said } = states[state]
  const links: readonly PageLink[] = [
    [toReport, 'The report'],
    ...beside.map((id): PageLink => [`${id}.html`, id]),
  ]
  return htmlPage({
    title: `${rule.id} ${said}: ${report.target.baseUrl}`,
    header: pageHead(
      tone,
      `${report.target.baseUrl}, mode ${report.mode}`,
      `${rule.id} ${said}`,
      html`<p class="why">${prose(rule.rule)} <span class="source">(${rule.source})</span></p>
        ${rule.unjudged === undefined ? '' : html`<p class="why">${prose(rule.unjudged)}</p>`}`,
    ),
    links,
    main: html`<section id="checks">
      <h2>Checks</h2>
      <p>
        ${results.length === 0 ? 'No check concerns this rule.' : `${count(results.length, 'check')} of this run.`}
      </p>
      ${results.map((result) => checkCard(result, rerun))}
    </section>`,
    footer: `Made by event-delivery-conformance ${report.suite.version}. Keys and secrets are left out.`,
  })
}

function checkCard(result: CheckResult, rerun: (id: string) => string): Markup {
  const { id, status, message, evidence, durationMs } = result
  const parts = html`${message === '' ? '' : html`<p class="message">${prose(message)}</p>`}
  ${clauseMarkup(result)} ${sides(result)}
  ${
    evidence.length === 0
      ? html`<p class="id">
          It sent nothing of its own: an earlier check had asked already, or it was not made.
        </p>`
      : html`<details ${status === 'passed' || status === 'observed' ? '' : 'open'}>
          <summary>${contentsOf(evidence)}</summary>
          ${evidence.map(evidenceMarkup)}
        </details>`
  }`
  return resultCard(result, `${id}, ${seconds(durationMs)}`, parts, rerun)
}

/** The numbers of exchanges and deliveries, in words. */
function contentsOf(evidence: readonly Evidence[]): string {
  const deliveries = evidence.filter((one) => 'delivery' in one).length
  const exchanges = evidence.length - deliveries
  const parts = [
    ...(exchanges > 0 ? [count(exchanges, 'exchange')] : []),
    ...(deliveries > 0 ? [deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`] : []),
  ]
  return parts.join(', ')
}
