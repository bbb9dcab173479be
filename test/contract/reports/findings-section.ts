import { rules } from '../../../generated/rules'
import { count, statuses } from './appearance'
import { clauseMarkup, evidenceMarkup, formatJson } from './evidence'
import { groupBy } from './group-by'
import { html, prose, type Markup } from './markup'
import { runsAlone } from './rerun'
import type { CheckResult, Report } from '../engine/report'

/** The checks that failed or warned, the worst first. */
export function findingsSection({ checks }: Report, rerun: (id: string) => string): Markup | undefined {
  const order = ['failed', 'errored', 'warned'] as const
  const found = order.flatMap((status) => checks.filter((result) => result.status === status))
  if (found.length === 0) return undefined
  return html`<section id="findings">
    <h2>Findings</h2>
    <p>What was sent, what came back, and what the rule wants. Keys and secrets are left out.</p>
    ${found.length > 3 ? index(found) : ''} ${found.map((result) => finding(result, rerun))}
  </section>`
}

/** Links to the findings by the rule that is broken: many checks may show one fault. */
function index(found: readonly CheckResult[]): Markup {
  const groups = groupBy(found, ({ violates, status }) => violates?.[0] ?? statuses[status].said)
  return html`<ul class="card index">
    ${[...groups].map(([mark, results]) => group(mark, results))}
  </ul>`
}

function group(mark: string, results: readonly CheckResult[]): Markup {
  const links = results.map(({ id, title }) => html`<p><a href="#check-${id}">${prose(title)}</a></p>`)
  const rule = rules.find(({ id }) => id === mark)
  const tone = results.some(({ status }) => status !== 'warned') ? 'bad' : 'warn'
  return html`<li class="${tone}">
    <span class="badge">${mark}</span>
    <div>
      ${rule && html`<p class="rule-text">${prose(rule.rule)}</p>`}
      ${
        links.length <= 3
          ? links
          : html`<details>
              <summary>${count(links.length, 'check')}</summary>
              ${links}
            </details>`
      }
    </div>
  </li>`
}

function finding(result: CheckResult, rerun: (id: string) => string): Markup {
  const broken = rules.filter(({ id }) => result.violates?.includes(id))
  const last = result.evidence.at(-1)
  const earlier = result.evidence.slice(0, -1)
  const parts = html`<p class="message">${prose(messageOf(result))}</p>
    ${broken.map(
      ({ id, rule, source }) =>
        html`<p class="law"><b>${id}</b>${prose(rule)} <span class="source">(${source})</span></p>`,
    )}
    ${clauseMarkup(result)} ${sides(result)} ${last && evidenceMarkup(last)}
    ${
      earlier.length === 0
        ? ''
        : html`<details>
            <summary>${earlier.length} earlier, the first and the latest</summary>
            ${earlier.map(evidenceMarkup)}
          </details>`
    }`
  return resultCard(result, result.id, parts, rerun)
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
        runsAlone(id)
          ? html`<h4>Run it again</h4>
              <pre class="pick">${rerun(id)}</pre>`
          : ''
      }
    </div>
  </article>`
}

/** The value that the rule wants beside the one that came. */
export function sides({ expected, received }: CheckResult): Markup | string {
  if (expected === undefined && received === undefined) return ''
  return html`<div class="sides">
    ${side('Wanted', 'wanted', expected)}${side('Received', 'got', received)}
  </div>`
}

/** The message without the rule ids at its beginning, which stand beside the rules already. */
function messageOf({ message, violates }: CheckResult): string {
  const marks = `${(violates ?? []).join(', ')}: `
  return message.startsWith(marks) ? message.slice(marks.length) : message
}

function side(title: string, kind: string, text: string | undefined): Markup | string {
  return text === undefined
    ? ''
    : html`<div>
        <h4>${title}</h4>
        <pre class="${kind}">${formatJson(text)}</pre>
      </div>`
}
