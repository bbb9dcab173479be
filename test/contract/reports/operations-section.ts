import { operations } from '../../../generated/operations'
import { states } from './appearance'
import { html, type Markup } from './markup'
import type { JudgedRule, RuleState } from './rule-states'

/** The rules that bind each operation, by their states: one line an operation. */
export function operationsSection(judged: readonly JudgedRule[]): Markup {
  const rows = Object.values(operations).flatMap(({ id, method, path }) => {
    const binding = judged.filter(({ rule }) => rule.operations.some((operation) => operation === id))
    return binding.length === 0 ? [] : [row(`${method} ${path}`, binding)]
  })
  return html`<div class="card">
    <table>
      <thead>
        <tr>
          <th>Operation</th>
          <th>Rules</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

function row(operation: string, binding: readonly JudgedRule[]): Markup {
  const counts = (Object.keys(states) as RuleState[])
    .map((state) => ({ ...states[state], number: binding.filter((one) => one.state === state).length }))
    .filter(({ number }) => number > 0)
  return html`<tr>
    <td><code>${operation}</code></td>
    <td data-label="Rules:">
      ${counts.map(({ tone, number, said }) => html`<span class="badge ${tone}">${number} ${said}</span> `)}
    </td>
  </tr>`
}
