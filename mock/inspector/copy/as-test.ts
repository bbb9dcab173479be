import { defaultDialect, type CompleteDialect } from '../../../generated/dialect'
import type { RequestEntry } from '../../journal/entry'
import { answerAssertion, unrepeatable } from './answer-assertion'
import { fetchCall } from './as-fetch'
import type { CopiedText } from './as-sdk'
import type { CopiedRequest } from './copied-request'
import { unclearReason } from './earlier-request'
import { isEmpty, quoted, sourceOf } from './source-text'
import { startingPoint, type TestContext } from './starting-point'

/**
 * A request as a test for Vitest that makes a mock of its own, brings it to where the request met it, with the earlier requests on
 * which the answer rests, sends the request and expects the same answer. The reason takes its place where a new mock cannot give it.
 */
export function asTest(request: CopiedRequest, entry: RequestEntry, context: TestContext): CopiedText {
  const { dialect, situation } = context
  const reason = unrepeatable(entry, situation) ?? unclearReason(entry, situation, dialect)
  if (reason !== undefined) return { reason }
  const start = startingPoint(request, entry, context)
  if ('reason' in start) return start

  const { wait } = start
  const options = { dialect: changedFields(dialect), ...start.options }
  const hasOptions = !isEmpty(options)
  const call = fetchCall(start.request, start.url, '  ')
  const lines = [
    `import { ${wait > 0 ? 'expect, onTestFinished' : 'expect'} } from 'vitest'`,
    `import { ${hasOptions ? 'createTest' : 'test'} } from '@event-delivery/mock/vitest'`,
    '',
    ...(hasOptions ? [`const test = createTest(${sourceOf(options)})`, ''] : []),
    `test(${quoted(titleOf(entry))}, async ({ baseUrl${wait > 0 ? ', clock' : ''} }) => {`,
    ...(wait > 0 ? movedClock(wait) : []),
    ...start.before.map((line) => `  ${line}`),
    ...answerAssertion(call, entry),
    ...(wait > 0 ? [`  ${causeOfWait(entry)}`] : []),
    '})',
  ]
  return { text: `${lines.join('\n')}\n` }
}

/** The lines that move the clock while the request waits for it. Moved once, it might be moved before the request has come. */
function movedClock(wait: number): string[] {
  return [
    '  // The answer waits for the clock of the mock, which stands still in a test unless it is moved.',
    `  const moving = setInterval(() => void clock.advance(${wait}), 10)`,
    '  onTestFinished(() => clearInterval(moving))',
  ]
}

/** The statement that expects the answer to say why it came late. */
function causeOfWait({ fault = '' }: RequestEntry): string {
  const kind = /kind=(latency[a-z-]*)/.exec(fault)?.[1]
  const [header, words] =
    kind === undefined || fault.startsWith('Prefer; ')
      ? ['preference-applied', 'delay=']
      : ['mock-fault', kind]
  return `expect(response.headers.get('${header}')).toContain('${words}')`
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
