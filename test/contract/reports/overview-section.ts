import { count, countStates, headlineOf, reasonOfVerdict, seconds, statuses } from './appearance'
import { findingsOf, nameOf } from './findings'
import { fact, html, pageHead, prose, tableCard, type Markup } from './markup'
import { operations } from '../../../generated/operations'
import type { JudgedRule } from '../engine/verdict'
import type { Report } from '../engine/report'
import type { Status } from '../engine/vocabulary'

/** The verdict, the deployment, and when and how it was judged. */
export function verdictSection(report: Report): Markup {
  const { tone, words } = headlineOf(report)
  const facts = [
    ['Deployment', report.target.baseUrl],
    ['Mode', report.mode],
    ['Begun', `${report.startedAt.slice(0, 16).replace('T', ' ')} UTC`],
    ['Took', seconds(report.durationMs)],
    ['Suite', report.suite.version],
  ] as const
  const more = html`<p class="why">${reasonOfVerdict(report)}</p>
    ${brokenList(report)}
    ${report.error === undefined ? '' : html`<p class="note-line">${prose(report.error)}</p>`}
    <dl>${facts.map(([term, value]) => fact(term, value))}</dl>`
  return pageHead(tone, 'Conformance to the Event Delivery Service interface', words, more)
}

/** The causes for which the deployment fails, each by its rule in plain words, with a link to what shows it. */
function brokenList(report: Report): Markup | string {
  const broken = findingsOf(report).filter(({ first }) => first.status === 'failed')
  if (broken.length === 0) return ''
  const lines = broken.slice(0, mostBroken).map((finding) => {
    const { mark, words } = nameOf(finding)
    return html`<li>
      <span class="badge">${mark}</span> <a href="#check-${finding.first.id}">${prose(words)}</a>
    </li>`
  })
  const left = broken.length - lines.length
  return html`<ul class="broken">
    ${lines}${left > 0 ? html`<li><a href="#findings">and ${left} more</a></li>` : ''}
  </ul>`
}

/** The most findings that the head of the page names: it has to fit on the first screen. */
const mostBroken = 8

/** The number of rules in each state, as figures and as a bar. */
export function coverageSection({ summary, checks }: Report, judged: readonly JudgedRule[]): Markup {
  const shares = countStates(judged)
  const checksIn = (status: Status) => checks.filter((one) => one.status === status).length
  const counts = (Object.keys(statuses) as Status[])
    .map((status) => [checksIn(status), status.replaceAll('-', ' ')] as const)
    .filter(([number]) => number > 0)
  return html`<section id="coverage">
    <h2>Coverage</h2>
    <div class="card coverage">
      <p class="figure">
        <b>${summary.coverage.judged}</b> of ${count(summary.coverage.total, 'rule')} judged
      </p>
      <div class="bar" aria-hidden="true">
        ${shares.map(({ tone, number }) => html`<span class="${tone}" style="flex:${number}"></span>`)}
      </div>
      <ul class="legend">
        ${shares.map(({ tone, number, said }) => html`<li class="${tone}">${number} ${said}</li>`)}
      </ul>
      <p class="counts">
        ${count(checks.length, 'check')}: ${counts.map(([number, said]) => `${number} ${said}`).join(', ')}.
      </p>
    </div>
    ${operationsSection(judged)}
  </section>`
}

/** The rules that bind each operation, by their states: one line an operation. */
function operationsSection(judged: readonly JudgedRule[]): Markup {
  const rows = Object.values(operations).flatMap(({ id, method, path }) => {
    const binding = judged.filter(({ rule }) => rule.operations.some((operation) => operation === id))
    return binding.length === 0 ? [] : [row(`${method} ${path}`, binding)]
  })
  return tableCard(['Operation', 'Rules'], rows)
}

function row(operation: string, binding: readonly JudgedRule[]): Markup {
  return html`<tr>
    <td><code>${operation}</code></td>
    <td data-label="Rules:">
      ${countStates(binding).map(({ tone, number, said }) => html`<span class="badge ${tone}">${number} ${said}</span> `)}
    </td>
  </tr>`
}
