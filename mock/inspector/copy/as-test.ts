import { type CompleteDialect, defaultDialect } from '../../../generated/dialect'
import type { RequestEntry } from '../../journal/entry'
import { type CopiedText, fetchCall } from './as-calls'
import { type CopiedRequest, isEmpty, objectIn, quoted, sourceOf } from './source'
import { listedPage, startingPoint, type TestContext, unclearReason, waitsForClock } from './starting-point'

/**
 * A request as a test for Vitest that makes a mock of its own, brings it to where the request met it, with the earlier requests on
 * which the answer rests, sends the request and expects the same answer. The reason stands in its stead where a new mock cannot give it.
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
  const call = `${method} ${path.replace(/\?.*/s, '')}`
  if (refusal?.param !== undefined) return `${call} is refused for ${refusal.param} with ${status}`
  if (refusal) return `${call} is refused with ${status} ${refusal.code}`
  return fault ? `${call} meets a fault` : `${call} is answered with ${status}`
}

/** The fields in which a dialect differs from the default one, `undefined` where there are none. */
function changedFields(dialect: CompleteDialect): object | undefined {
  const fields = Object.entries(dialect).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(defaultDialect[name as keyof CompleteDialect]),
  )
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

/** The statuses of refusals that a new mock repeats, whatever their occasion is. */
const repeated = new Set([400, 401, 403, 404, 405, 415, 429])

/**
 * The reason why a new mock cannot give the answer of this entry, `undefined` where it can. `situation` is the occasion of a refusal
 * as the mock names it.
 */
function unrepeatable(
  { status, fault, operation }: RequestEntry,
  situation: string | null | undefined,
): string | undefined {
  if (waitsForClock(fault) && status === 503) {
    return 'The request waited for a clock that stood still, and was refused when real time had passed.'
  }
  if (fault !== undefined || status < 300 || situation || repeated.has(status)) return undefined
  // A failure of the mock itself is repeated by a fault, and faults affect operations.
  if (status >= 500 && operation !== undefined) return undefined
  return `A mock that was just made gives the status ${status} for reasons of its own only.`
}

/** The statements that send a request by the expression `call` and expect the answer of an entry. */
function answerAssertion(call: string, entry: RequestEntry): string[] {
  const fault = entry.fault ?? ''
  if (/(?:kind|fault)=reset/.test(fault)) return [`  await expect(${call}).rejects.toThrow()`]
  const asked = `  const response = await ${call}`
  if (/(?:kind|fault)=truncated/.test(fault))
    return [asked, '  await expect(response.text()).rejects.toThrow()']
  const lines = [asked, `  expect(response.status).toBe(${entry.status})`]
  const page = listedPage(entry)
  if (page) {
    lines.push('  const page = await response.json()', `  expect(page.data).toHaveLength(${page.count})`)
    lines.push(`  expect(page.hasMore).toBe(${page.hasMore})`)
    return lines
  }
  const expected = expectedOf(entry)
  if (expected) lines.push(`  expect(await response.json()).toMatchObject(${sourceOf(expected, '  ')})`)
  return lines
}

/** The members of an answer that do not change from one run to the next. `undefined` where the journal does not hold the answer. */
function expectedOf({ operation, status, answer, refusal, fault }: RequestEntry): object | undefined {
  const found = objectIn(answer)
  if (!found || (fault !== undefined && !waitsForClock(fault)) || status >= 500) return undefined
  if (refusal) {
    const { code, param } = Object(found.error) as { code?: unknown; param?: unknown }
    return typeof code === 'string' ? { error: { code, param: param ?? undefined } } : undefined
  }
  if (status >= 300) return undefined
  switch (operation) {
    case 'createEvent':
      return stated(found, ['type', 'data'])
    case 'createWebhook':
      return stated(found, ['url', 'events', 'description', 'status'])
    case 'createKey':
      return stated(found, ['name', 'scopes'])
    case 'retrieveEvent':
      return stated(found, ['id', 'type', 'data'])
    case 'deleteWebhook':
      return found
    default:
      return undefined
  }
}

function stated(found: Record<string, unknown>, names: readonly string[]): object {
  return Object.fromEntries(names.filter((name) => name in found).map((name) => [name, found[name]]))
}
