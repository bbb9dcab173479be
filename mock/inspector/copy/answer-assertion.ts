import type { RequestEntry } from '../../journal/entry'
import { waitsForClock } from './clock-wait'
import { listedPage } from './listed-page'
import { sourceOf } from './source-text'
import { objectIn } from './stated-object'

/** The statuses of refusals that a new mock repeats, whatever their occasion is. */
const repeated = new Set([400, 401, 403, 404, 405, 415, 429])

/**
 * The reason why a new mock cannot give the answer of this entry, `undefined` where it can. `situation` is the occasion of a refusal
 * as the mock names it.
 */
export function unrepeatable(
  { status, fault, operation }: RequestEntry,
  situation: string | null | undefined,
): string | undefined {
  if (waitsForClock(fault) && status === 503) {
    return 'The request waited for a clock that stood still, and was refused when real time had passed.'
  }
  if (fault !== undefined || status < 300 || situation || repeated.has(status)) return undefined
  // A failure of the mock itself is repeated by a fault, and faults strike operations.
  if (status >= 500 && operation !== undefined) return undefined
  return `A mock that was just made gives the status ${status} for reasons of its own only.`
}

/** The statements that send a request by the expression `call` and expect the answer of an entry. */
export function answerAssertion(call: string, entry: RequestEntry): string[] {
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
