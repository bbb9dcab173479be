import type { RequestEntry } from '../../journal/entry'
import { sourceOf } from './source-text'
import { objectIn } from './starting-point'

/** The statuses of refusals that a new mock repeats. */
const repeated = new Set([400, 401, 403, 404, 405, 415, 429])

/** The reason why a new mock cannot give the answer of this entry, `undefined` where it can. */
export function unrepeatable({ status, fault, path, operation }: RequestEntry): string | undefined {
  if (/kind=latency/.test(fault ?? ''))
    return 'The answer was delayed, which a test whose clock stands still cannot wait for.'
  if (fault !== undefined || status < 300) {
    const isLaterPage = operation?.startsWith('list') && /[?&]cursor=/.test(path)
    return isLaterPage ? 'A cursor belongs to the list that it came from.' : undefined
  }
  if (repeated.has(status)) return undefined
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
  const expected = expectedOf(entry)
  if (expected) lines.push(`  expect(await response.json()).toMatchObject(${sourceOf(expected, '  ')})`)
  return lines
}

/** The members of an answer that do not change from one run to the next. `undefined` where the journal does not hold the answer. */
function expectedOf({ operation, status, answer, refusal, fault }: RequestEntry): object | undefined {
  const found = objectIn(answer)
  if (!found || fault !== undefined) return undefined
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
