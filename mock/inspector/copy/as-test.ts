import { defaultDialect, type CompleteDialect } from '../../../generated/dialect'
import type { RequestEntry } from '../../journal/entry'
import { answerAssertion, unrepeatable } from './answer-assertion'
import { fetchCall } from './as-fetch'
import type { CopiedText } from './as-sdk'
import type { CopiedRequest } from './copied-request'
import { quoted, sourceOf } from './source-text'
import { startingPoint, urlOf, type KnownKey } from './starting-point'

/** The facts that a copied test needs besides the request. */
export interface TestContext {
  dialect: CompleteDialect
  /** The API key that the request bore, without its text. `undefined` where the mock does not know it. */
  key?: KnownKey
}

/**
 * A request as a test for Vitest that makes a mock of its own, brings it to where the request met it, sends the request and
 * expects the same answer. The reason takes its place where a new mock cannot give this answer.
 */
export function asTest(
  request: CopiedRequest,
  entry: RequestEntry,
  { dialect, key }: TestContext,
): CopiedText {
  const reason = unrepeatable(entry)
  if (reason !== undefined) return { reason }
  const start = startingPoint(request, entry, key)
  if ('reason' in start) return start

  const options = { dialect: changedFields(dialect), ...start.options }
  const hasOptions = Object.values(options).some((option) => option !== undefined)
  const call = fetchCall(start.request, urlOf(start.request), '  ')
  const lines = [
    "import { expect } from 'vitest'",
    `import { ${hasOptions ? 'createTest' : 'test'} } from '@event-delivery/mock/vitest'`,
    '',
    ...(hasOptions ? [`const test = createTest(${sourceOf(options)})`, ''] : []),
    `test(${quoted(titleOf(entry))}, async ({ baseUrl }) => {`,
    ...start.before.map((line) => `  ${line}`),
    ...answerAssertion(call, entry),
    '})',
  ]
  return { text: `${lines.join('\n')}\n` }
}

function titleOf({ method, path, status, refusal, fault }: RequestEntry): string {
  const place = `${method} ${path.replace(/\?.*/s, '')}`
  if (refusal?.param !== undefined) return `${place} is refused for ${refusal.param} with ${status}`
  if (refusal) return `${place} is refused with ${status} ${refusal.code}`
  return fault ? `${place} meets a fault` : `${place} is answered with ${status}`
}

/** The fields in which a dialect differs from the default one, `undefined` where there are none. */
function changedFields(dialect: CompleteDialect): object | undefined {
  const fields = Object.entries(dialect).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(defaultDialect[name as keyof CompleteDialect]),
  )
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}
