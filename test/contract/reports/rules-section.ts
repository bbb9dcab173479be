import { chapters } from '../../../generated/rules'
import { seconds, states, statuses } from './appearance'
import { html, prose, type Markup } from './markup'
import type { CheckResult } from '../engine/report'
import type { JudgedRule } from './rule-states'

/** The address of a rule's own page. */
type LinkOf = (rule: string) => string

/** Every rule of the interface by chapter, with its state and the checks that concern it. */
export function rulesSection(judged: readonly JudgedRule[], linkOf?: LinkOf): Markup {
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
