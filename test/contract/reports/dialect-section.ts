import { defaultDialect, type Dialect } from '../../../generated/dialect'
import { openQuestions } from '../../../generated/rules'
import type { OpenQuestion } from '../../../openapi/model'
import { extendsIt } from '../engine/observed-dialect'
import { isRecord } from '../wire/json'
import { html, prose, tableCard, type Markup } from './markup'
import type { CheckResult, Report } from '../engine/report'

/** The choices that the deployment made where the interface is silent, beside those of the reference backend. */
export function dialectSection({ dialect, checks }: Report): Markup {
  const chosen = openQuestions.flatMap((question) =>
    question.dialectFields.map((name) => {
      const field = name as keyof Dialect
      return choice(field, dialect[field], question)
    }),
  )
  // Questions with a field stand in the table of fields.
  const noted = openQuestions.flatMap((question) => {
    const seen = checks.filter(
      ({ status, rules, message }) => status === 'observed' && rules.includes(question.id) && message,
    )
    return question.dialectFields.length === 0 && seen.length > 0 ? [note(question, seen)] : []
  })
  return html`<section id="dialect">
    <h2>Dialect</h2>
    <p>
      What this deployment chose where the interface leaves a question open. None of it is right or wrong.
      Choices that differ from the reference backend’s are marked.
    </p>
    ${tableCard(['Field', 'Observed', 'Reference', 'Open question'], chosen)}
    ${noted.length === 0 ? '' : tableCard(['Open question', 'Observed'], noted)}
  </section>`
}

function choice(field: keyof Dialect, seen: unknown, { id, question }: OpenQuestion): Markup {
  const usual = (defaultDialect as Dialect)[field]
  // A choice may be an object, such as the error codes. A run need not meet all of its parts, so that those it met are compared alone.
  const differs = seen !== undefined && seen !== usual && !extendsIt(usual, seen)
  return html`<tr class="${differs ? 'differs' : ''}">
    <td><code>${field}</code></td>
    ${
      seen === undefined
        ? html`<td class="unseen" data-label="Observed:">not seen</td>`
        : html`<td data-label="Observed:"><code>${textOf(seen)}</code></td>`
    }
    <td data-label="Reference:"><code>${textOf(usual)}</code></td>
    <td><span class="question">${id} ${prose(question)}</span></td>
  </tr>`
}

function note({ id, question }: OpenQuestion, seen: readonly CheckResult[]): Markup {
  return html`<tr>
    <td><span class="question">${id} ${prose(question)}</span></td>
    <td>${seen.map(({ message }) => html`<p>${prose(message)}</p>`)}</td>
  </tr>`
}

/** A choice as text. What a refusal says has parts within parts. */
function textOf(value: unknown): string {
  if (!isRecord(value)) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${typeof part === 'string' ? part : JSON.stringify(part)}`)
    .join(', ')
}
