import { count, statuses } from './appearance'
import { clauseMarkup, evidenceMarkup, formatJson } from './evidence'
import { findingsOf, type Finding } from './findings'
import { folded, html, prose, type Markup } from './markup'
import { runsAlone } from './rerun'
import type { CheckResult, Report } from '../engine/report'

/** The findings of a run, the worst first: one card for each cause. */
export function findingsSection(report: Report, rerun: (id: string) => string): Markup | undefined {
  const found = findingsOf(report)
  if (found.length === 0) return undefined
  return html`<section id="findings">
    <h2>Findings</h2>
    <p>What was sent, what came back, and what the rule wants. Keys and secrets are left out.</p>
    ${found.map((finding) => card(finding, rerun))}
  </section>`
}

function card({ rules, first, others }: Finding, rerun: (id: string) => string): Markup {
  const last = first.evidence.at(-1)
  const earlier = first.evidence.slice(0, -1)
  const parts = html`<p class="message">${prose(messageOf(first))}</p>
    ${rules.map(({ id, rule }) => html`<p class="law"><b>${id}</b>${prose(rule)}</p>`)} ${clauseMarkup(first)}
    ${sides(first)} ${last && evidenceMarkup(last)}
    ${earlier.length > 0 && folded(`${earlier.length} earlier, the first and the latest`, earlier.map(evidenceMarkup))}
    ${others.length > 0 && folded(`Seen by ${count(others.length, 'more check')}`, others.map(seenBy))}`
  return resultCard(first, first.id, parts, rerun)
}

/** A further check that shows a cause, with what differs there and the exchange that shows it. */
function seenBy(result: CheckResult): Markup {
  const last = result.evidence.at(-1)
  return html`<div id="check-${result.id}">
    <h4>${prose(result.title)} <span class="id">${result.id}</span></h4>
    <p>${prose(result.message)}</p>
    ${sides(result)} ${last && evidenceMarkup(last)}
  </div>`
}

/** The card of a result: its title, what it says, and the command that makes the check again. */
export function resultCard(
  { id, title, status }: CheckResult,
  aside: string,
  parts: Markup,
  rerun: (id: string) => string,
): Markup {
  const { tone, said } = statuses[status]
  return html`<article class="card finding ${tone}" id="check-${id}">
    <header>
      <span class="badge">${said}</span>
      <h3>${prose(title)}</h3>
      <span class="id">${aside}</span>
    </header>
    <div>
      ${parts}
      ${
        runsAlone(id) &&
        html`<h4>Run it again</h4>
          <pre class="pick">${rerun(id)}</pre>`
      }
    </div>
  </article>`
}

/** The value that the rule wants beside the one that came, below the first point in which they differ. */
export function sides({ expected, received, difference }: CheckResult): Markup | string {
  if (expected === undefined && received === undefined) return ''
  const first =
    difference !== undefined &&
    html`<h4>First difference</h4>
      <pre class="got">${difference}</pre>`
  return html`${first}
    <div class="sides">${side('Wanted', 'wanted', expected)}${side('Received', 'got', received)}</div>`
}

/** The message without the rule ids at its beginning, which stand beside the rules already. */
function messageOf({ message, violates }: CheckResult): string {
  const marks = `${(violates ?? []).join(', ')}: `
  return message.startsWith(marks) ? message.slice(marks.length) : message
}

function side(title: string, kind: string, text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined
  return html`<div>
    <h4>${title}</h4>
    <pre class="${kind}">${formatJson(text)}</pre>
  </div>`
}
