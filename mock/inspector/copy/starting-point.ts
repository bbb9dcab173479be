import type { CompleteDialect } from '../../../generated/dialect'
import type { Scope } from '../../../generated/operations'
import type { RequestEntry } from '../../journal/entry'
import { fetchCall, type SentRequest } from './as-fetch'
import { clockWait } from './clock-wait'
import { headerOf, type CopiedRequest } from './copied-request'
import { earlierRequest } from './earlier-request'
import { largeBody } from './large-body'
import { firstPageOf, itemsFor, listedPage, seedOfItems } from './listed-page'
import { objectIn } from './stated-object'

/** An API key as the mock describes it, without its text. */
export interface KnownKey {
  /** `null` means full access. */
  scopes: readonly Scope[] | null
  expiresAt: string | null
}

/** The facts that a copied test needs besides the request. */
export interface TestContext {
  dialect: CompleteDialect
  /** The API key that the request bore, without its text. `undefined` where the mock does not know it. */
  key?: KnownKey
  /**
   * The occasion of a refusal, as `GET /__mock/journal/:number/explanation` names it. `null` for a refusal that belongs to none, and
   * `undefined` where the mock does not hold the request any more.
   */
  situation?: string | null
}

/** The state in which a request was met, as far as its answer depends on it. */
export interface StartingPoint {
  /** Options of the mock: `keys`, `seed`, `faults` and `plan`. */
  options: Readonly<Record<string, unknown>>
  /** Lines of the test that come before the request. */
  before: readonly string[]
  /** The request with a key of the test in place of a hidden one, and without the session, because the test has its mock for itself. */
  request: SentRequest
  /** The URL of the request as an expression. */
  url: string
  /** Milliseconds of the mock's clock for which the answer waits. 0 where it does not. */
  wait: number
}

/** The names of the keys that stand for hidden ones. */
const copiedKey = { live: 'sk_live_copied', test: 'sk_test_copied' } as const

/** Makes the state for a request from its entry. The reason takes its place where the entry does not tell enough. */
export function startingPoint(
  request: CopiedRequest,
  entry: RequestEntry,
  { dialect, key, situation }: TestContext,
): StartingPoint | { reason: string } {
  const isHidden = /\.\.\.$/.test(headerOf(request, 'authorization') ?? '')
  if (isHidden && key === undefined && entry.status === 403) {
    return { reason: 'The mock no longer knows the scopes of the key that this request bore.' }
  }
  const mode = /^Bearer +sk_test_/i.test(entry.headers.authorization ?? '') ? 'test' : 'live'
  const own = withOwnKey(request, isHidden ? copiedKey[mode] : undefined)
  const isTooLarge = situation === 'payloadTooLarge' || entry.status === 413
  const sent = isTooLarge ? { ...own, body: largeBody(entry.operation, dialect.maxPayloadBytes) } : own
  const isLimited = entry.status === 429 && entry.fault === undefined
  const earlier = earlierRequest(sent, entry, situation)
  const later = laterPage(sent, entry)
  return {
    options: {
      plan: isLimited ? 'enterprise:1' : undefined,
      keys: isHidden && key ? [{ key: copiedKey[mode], ...statedFields(key) }] : undefined,
      seed: seedOf(entry, dialect),
      faults: faultsOf(entry),
    },
    before: earlier ? [`await ${fetchCall(earlier, urlOf(earlier), '  ')}`] : (later?.before ?? []),
    request: sent,
    url: later?.url ?? urlOf(sent),
    wait: clockWait(entry),
  }
}

/** The URL of a request to the server of a test, as an expression. */
export function urlOf({ path }: Pick<SentRequest, 'path'>): string {
  return `\`\${baseUrl}${path.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``
}

/** A cursor belongs to the list that it came from, so a test follows the one of its own list. */
function laterPage(
  request: SentRequest,
  { path, operation, status }: RequestEntry,
): { before: string[]; url: string } | undefined {
  const first = firstPageOf(path)
  if (!first.isLater || !operation?.startsWith('list') || status >= 300) return undefined
  const sign = first.path.includes('?') ? '&' : '?'
  return {
    before: [
      `const first = await ${fetchCall(request, urlOf(first), '  ')}`,
      'const { nextCursor } = await first.json()',
    ],
    url: `${urlOf(first).slice(0, -1)}${sign}cursor=\${nextCursor}\``,
  }
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
function seedOf(entry: RequestEntry, dialect: CompleteDialect): object | undefined {
  const { operation, status, answer, mode } = entry
  if (status >= 300) return undefined
  if (operation?.startsWith('list')) {
    // A page whose items the journal does not hold has one at least, so that its list can have a cursor.
    const page = listedPage(entry) ?? { count: firstPageOf(entry.path).isLater ? 1 : 0, hasMore: false }
    return seedOfItems(operation, itemsFor(entry, page, dialect), mode)
  }
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

/** The fault of a rule, or one in place of a failure of the mock. One that a `Prefer` header asked for comes with the request itself. */
function faultsOf(entry: RequestEntry): object[] | undefined {
  const { fault, status } = entry
  if (fault === undefined) return status >= 500 ? [{ kind: 'status', status }] : undefined
  const kind = /(?:^|; )fault_[^;]*; kind=([a-z-]+)/.exec(fault)?.[1]
  if (kind === undefined) return undefined
  if (kind.startsWith('latency')) return [{ kind, latency: clockWait(entry) }]
  return [kind === 'status' || kind === 'html' ? { kind, status } : { kind }]
}
