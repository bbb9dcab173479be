import { groupBy } from './group-by'
import { html, prose, type Markup } from './markup'
import type { CheckResult, Report } from '../engine/report'

/** The checks that were not judged, by reason, and the flags that would have them judged. */
export function unjudgedSection({ checks }: Report): Markup | undefined {
  const left = (['could-not-run', 'not-applicable'] as const).flatMap((status) =>
    [
      ...groupBy(
        checks.filter((result) => result.status === status),
        reasonOf,
      ).values(),
    ].map((results) => ({
      status,
      results,
    })),
  )
  if (left.length === 0) return undefined
  return html`<section id="unjudged">
    <h2>Not judged</h2>
    <p>What could not run makes a verdict incomplete. What is not applicable was not asked for.</p>
    <ul class="card open-list">
      ${left.map(({ status, results }) => line(status, results))}
    </ul>
  </section>`
}

function reasonOf({ message, remedy = '' }: CheckResult): string {
  return `${message}\n${remedy}`
}

function line(status: 'could-not-run' | 'not-applicable', results: readonly CheckResult[]): Markup {
  const [first] = results
  const [tone, said] = status === 'could-not-run' ? ['warn', 'could not run'] : ['idle', 'not applicable']
  return html`<li>
    <p><span class="badge ${tone}">${said}</span> ${prose(first?.message ?? '')}</p>
    ${first?.remedy === undefined ? '' : html`<p class="how">To have it judged: <code>${first.remedy}</code></p>`}
    <p class="which">${which(results)}</p>
  </li>`
}

function which(results: readonly CheckResult[]): Markup {
  const named = results.map(({ id }) => id)
  if (named.length <= 6) return html`${named.join(', ')}`
  return html`<details>
    <summary>${named.length} checks</summary>
    ${named.join(', ')}
  </details>`
}
