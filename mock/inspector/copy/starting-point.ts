import type { Scope } from '../../../generated/operations'
import type { RequestEntry } from '../../journal/entry'
import { headerOf, type CopiedRequest } from './copied-request'
import { fetchCall } from './as-fetch'

/** An API key as the mock describes it, without its text. */
export interface KnownKey {
  /** `null` means full access. */
  scopes: readonly Scope[] | null
  expiresAt: string | null
}

/** The state in which a request was met, as far as its answer depends on it. */
export interface StartingPoint {
  /** Options of the mock: `keys`, `seed`, `faults` and `plan`. */
  options: Readonly<Record<string, unknown>>
  /** Lines of the test that come before the request. */
  before: readonly string[]
  /** The request with a key of the test in place of a hidden one, and without the session, because the test has its mock for itself. */
  request: CopiedRequest
}

/** The names of the keys that stand for hidden ones. */
const copiedKey = { live: 'sk_live_copied', test: 'sk_test_copied' } as const

/** Makes the state for a request from its entry. The reason takes its place where the entry does not tell enough. */
export function startingPoint(
  request: CopiedRequest,
  entry: RequestEntry,
  key: KnownKey | undefined,
): StartingPoint | { reason: string } {
  const isHidden = /\.\.\.$/.test(headerOf(request, 'authorization') ?? '')
  if (isHidden && key === undefined && entry.status === 403) {
    return { reason: 'The mock no longer knows the scopes of the key that this request bore.' }
  }
  const mode = /^Bearer +sk_test_/i.test(entry.headers.authorization ?? '') ? 'test' : 'live'
  const own = withOwnKey(request, isHidden ? copiedKey[mode] : undefined)
  const isLimited = entry.status === 429 && entry.fault === undefined
  return {
    options: {
      plan: isLimited ? 'enterprise:1' : undefined,
      keys: isHidden && key ? [{ key: copiedKey[mode], ...statedFields(key) }] : undefined,
      seed: seedOf(entry),
      faults: faultsOf(entry),
    },
    // A replay has the request before it, and so has the first refusal of a rate limit.
    before: isLimited || entry.replayed ? [`await ${fetchCall(own, urlOf(own), '  ')}`] : [],
    request: own,
  }
}

/** The URL of a request to the server of a test, as an expression. */
export function urlOf({ path }: CopiedRequest): string {
  return `\`\${baseUrl}${path.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``
}

function withOwnKey(request: CopiedRequest, key: string | undefined): CopiedRequest {
  const headers = request.headers
    .filter(([name]) => name !== 'x-mock-session')
    .map(([name, value]): CopiedRequest['headers'][number] =>
      name === 'authorization' && key !== undefined ? [name, [`Bearer ${key}`]] : [name, value],
    )
  return { ...request, headers }
}

function statedFields({ scopes, expiresAt }: KnownKey): object {
  return { scopes: scopes ?? undefined, expiresAt: expiresAt ?? undefined }
}

/** The data without which the answer would be another: what was retrieved, listed or deleted. */
function seedOf({ operation, status, answer, mode }: RequestEntry): object | undefined {
  if (status >= 300) return undefined
  const found = objectIn(answer)
  if (!found) return undefined
  const inMode = mode === 'test' ? { mode } : {}
  switch (operation) {
    case 'retrieveEvent':
      return { events: [{ ...found, ...inMode }] }
    case 'deleteWebhook':
      return { webhooks: [{ id: found.id, url: 'https://shop.example/hooks', events: ['*'], ...inMode }] }
    default:
      return undefined
  }
}

/** The fault of a rule. One that a `Prefer` header asked for comes with the request itself. */
function faultsOf({ fault, status }: RequestEntry): object[] | undefined {
  const kind = /(?:^|; )fault_[^;]*; kind=([a-z-]+)/.exec(fault ?? '')?.[1]
  if (kind === undefined) return undefined
  return [kind === 'status' || kind === 'html' ? { kind, status } : { kind }]
}

/** The JSON object in a text, `undefined` where it is none or was cut off. */
export function objectIn(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
