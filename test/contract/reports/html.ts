import { coverageSection, verdictSection } from './overview-section'
import { dialectSection } from './dialect-section'
import { byReason } from './findings'
import { findingsSection } from './findings-section'
import { folded, html, htmlPage, prose, type Markup, type PageLink } from './markup'
import { judgeRules, type JudgedRule } from '../engine/verdict'
import { rerunCommand } from './rerun'
import { headlineOf, seconds, states, statuses } from './appearance'
import { chapters } from '../../../generated/rules'
import type { Report, CheckResult } from '../engine/report'

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
  const judged = judgeRules(report.checks)
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
    title: `${headlineOf(report).words}: ${report.target.baseUrl}`,
    header: verdictSection(report),
    links,
    main: html`${coverageSection(report, judged)} ${findings} ${unjudged} ${rulesSection(judged, linkOf)}
    ${dialectSection(report)}`,
    footer: `Made by event-delivery-conformance ${report.suite.version}. Events cannot be deleted: those of this run remain.`,
  })
}

/** The checks that were not judged, by reason, and the flags that would have them judged. */
function unjudgedSection({ checks }: Report): Markup | undefined {
  const left = [...byReason(checks, 'could-not-run'), ...byReason(checks, 'not-applicable')]
  if (left.length === 0) return undefined
  return html`<section id="unjudged">
    <h2>Not judged</h2>
    <p>What could not run makes a verdict incomplete. What is not applicable was not asked for.</p>
    <ul class="card open-list">
      ${left.map((results) => line(results))}
    </ul>
  </section>`
}

function line(results: readonly [CheckResult, ...CheckResult[]]): Markup {
  const [{ status, message, remedy }] = results
  const { tone, said } = statuses[status]
  return html`<li>
    <p><span class="badge ${tone}">${said}</span> ${prose(message)}</p>
    ${remedy === undefined ? '' : html`<p class="how">To have it judged: <code>${remedy}</code></p>`}
    <p class="which">${which(results)}</p>
  </li>`
}

function which(results: readonly CheckResult[]): Markup {
  const named = results.map(({ id }) => id)
  if (named.length <= 6) return html`${named.join(', ')}`
  return folded(`${named.length} checks`, named.join(', '))
}

/** The address of a rule's own page. */
type LinkOf = (rule: string) => string

/** Every rule of the interface by chapter, with its state and the checks that concern it. */
function rulesSection(judged: readonly JudgedRule[], linkOf?: LinkOf): Markup {
  return html`<section id="rules">
    <h2>Rules</h2>
    <p>Open a rule for its checks.</p>
    ${Object.entries(chapters).map(([mark, title]) =>
      chapter(
        title,
        judged.filter(({ rule }) => rule.id.startsWith(`${mark}-`)),
        linkOf,
      ),
    )}
  </section>`
}

function chapter(title: string, judged: readonly JudgedRule[], linkOf?: LinkOf): Markup {
  const kept = judged.filter(({ state }) => state === 'kept').length
  return html`<div class="card chapter">
    <header>
      <h3>${title}</h3>
      <span>${kept} of ${judged.length} kept</span>
    </header>
    ${judged.map((one) => ruleLine(one, linkOf))}
  </div>`
}

function ruleLine({ rule, state, results }: JudgedRule, linkOf?: LinkOf): Markup {
  const { tone, mark, said } = states[state]
  const head = html`<span class="mark" aria-hidden="true">${mark}</span>
    <span class="id">${rule.id}</span>
    <span class="title"
      >${prose(rule.rule)}${rule.level === 'should' ? html` <span class="id">(should)</span>` : ''}</span
    >
    <span class="said">${said}</span>
    ${rule.unjudged === undefined ? '' : html`<span class="note">${prose(rule.unjudged)}</span>`}`
  if (results.length === 0) {
    return html`<div class="rule flat ${tone}" id="rule-${rule.id}"><div>${head}</div></div>`
  }
  return html`<details class="rule ${tone}" id="rule-${rule.id}">
    <summary>${head}</summary>
    <ul>
      ${results.map((result) => checkLine(result))}
    </ul>
    ${linkOf && html`<p class="more"><a href="${linkOf(rule.id)}">What was sent and seen for ${rule.id}</a></p>`}
  </details>`
}

function checkLine(result: CheckResult): Markup {
  const { tone, said } = statuses[result.status]
  const linked = ['failed', 'warned', 'errored'].includes(result.status)
  const title = prose(result.title)
  return html`<li class="${tone}">
    <span>${linked ? html`<a href="#check-${result.id}">${title}</a>` : title}</span>
    <span><span class="said">${said}</span> <span class="id">${seconds(result.durationMs)}</span></span>
    ${result.message === '' ? '' : html`<span class="why">${prose(result.message)}</span>`}
  </li>`
}
