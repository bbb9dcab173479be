import type { CompleteDialect } from '../../../generated/dialect'
import type { Scope } from '../../../generated/operations'
import type { RequestEntry } from '../../journal/entry'
import { fetchCall, type SentRequest } from './as-calls'
import { type CopiedRequest, Expression, headerOf, objectIn } from './source'

/** An API key as the mock describes it, without its text. */
interface KnownKey {
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
interface StartingPoint {
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
function urlOf({ path }: Pick<SentRequest, 'path'>): string {
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

/**
 * The request without which an entry would have had another answer: the creation whose idempotency key it repeats, the webhook whose
 * URL it has, or the one that used up the rate limit. `undefined` where the answer rests on no other request.
 */
function earlierRequest(
  request: SentRequest,
  entry: RequestEntry,
  situation: string | null | undefined,
): SentRequest | undefined {
  if (entry.fault !== undefined) return undefined
  if (entry.replayed) return withMembers(request, createdMembers(request, entry))
  if (situation === 'idempotencyMismatch') return withMembers(request, otherData(request))
  const isSame = entry.status === 429 || situation === 'rateLimited' || situation === 'duplicateUrl'
  return isSame ? request : undefined
}

/**
 * The reason why nobody can tell whether a refusal rests on an earlier request: the mock has forgotten this one, and it plays a dialect
 * in which such refusals exist. `undefined` where it is plain.
 */
export function unclearReason(
  { operation, status }: RequestEntry,
  situation: string | null | undefined,
  { idempotencyMismatch, duplicateUrls }: Pick<CompleteDialect, 'idempotencyMismatch' | 'duplicateUrls'>,
): string | undefined {
  if (situation !== undefined || status < 400 || status >= 500) return undefined
  const mayRest =
    (operation === 'createEvent' && idempotencyMismatch !== 'original') ||
    (operation === 'createWebhook' && duplicateUrls === 'reject')
  return mayRest
    ? 'The mock no longer holds this request, which may have been refused for an earlier one.'
    : undefined
}

/** The members of the event that the request got back. They are those of the first request, and need not be those of this one. */
function createdMembers({ body }: SentRequest, { answer }: RequestEntry): object | undefined {
  const sent = typeof body === 'string' ? objectIn(body) : undefined
  const { type, data } = objectIn(answer) ?? {}
  const isSame = JSON.stringify([sent?.type, sent?.data]) === JSON.stringify([type, data])
  return isSame || type === undefined ? undefined : { type, data }
}

function otherData({ body }: SentRequest): object {
  const sent = typeof body === 'string' ? objectIn(body) : undefined
  const other = { earlier: true }
  return { data: JSON.stringify(sent?.data) === JSON.stringify(other) ? { earlier: false } : other }
}

function withMembers(request: SentRequest, members: object | undefined): SentRequest {
  const sent = typeof request.body === 'string' ? objectIn(request.body) : undefined
  return sent && members ? { ...request, body: JSON.stringify({ ...sent, ...members }) } : request
}

/** A page of a list, as a request got it. */
interface ListedPage {
  count: number
  hasMore: boolean
}

/** The page that an entry shows, `undefined` where it is no page or the journal does not hold all of it. */
export function listedPage({
  operation,
  status,
  answer,
  fault,
}: Pick<RequestEntry, 'operation' | 'status' | 'answer' | 'fault'>): ListedPage | undefined {
  if (!operation?.startsWith('list') || status >= 300 || /Prefer;.*(code|example)=/.test(fault ?? ''))
    return undefined
  const { data, hasMore } = objectIn(answer) ?? {}
  return Array.isArray(data) && typeof hasMore === 'boolean' ? { count: data.length, hasMore } : undefined
}

/** The path of a page without its cursor, and whether it had one. */
function firstPageOf(path: string): { path: string; isLater: boolean } {
  const [pathname = '', search = ''] = path.split(/\?(.*)/s)
  const terms = search.split('&')
  const kept = terms.filter((term) => !/^cursor=/.test(term))
  return {
    path: kept.join('&') === '' ? pathname : `${pathname}?${kept.join('&')}`,
    isLater: kept.length < terms.length,
  }
}

/** How many items a list must have so that it has this page: as many as stand before it, on it, and one where more follow. */
function itemsFor(
  { path }: Pick<RequestEntry, 'path'>,
  { count, hasMore }: ListedPage,
  { defaultPageSize }: Pick<CompleteDialect, 'defaultPageSize'>,
): number {
  const limit = Number(/[?&]limit=(\d+)/.exec(path)?.[1] ?? defaultPageSize)
  // A page has 100 items at most, whatever was asked for.
  const before = firstPageOf(path).isLater ? Math.min(limit, 100) : 0
  return before + count + (hasMore ? 1 : 0)
}

/** The seed of a list with so many items, as an expression. `undefined` for an empty one. */
function seedOfItems(
  operation: RequestEntry['operation'],
  count: number,
  mode: RequestEntry['mode'],
): object | undefined {
  if (count === 0) return undefined
  const inMode = mode === 'test' ? "mode: 'test', " : ''
  const items = (item: string) =>
    new Expression(`Array.from({ length: ${count} }, (_, order) => ({ ${inMode}${item} }))`)
  if (operation === 'listEvents') return { events: items("type: 'order.paid', data: { order }") }
  return { webhooks: items("url: `https://shop.example/hooks/${order}`, events: ['*']") }
}

/** A body of an operation that is larger than `limit` bytes, as an expression: nobody could read its text. */
function largeBody(operation: RequestEntry['operation'], limit: number): Expression {
  const text = `'x'.repeat(${limit})`
  switch (operation) {
    case 'createWebhook':
      return stringified(`url: 'https://shop.example/hooks', events: ['*'], description: ${text}`)
    case 'createKey':
      return stringified(`name: ${text}, scopes: ['events:read']`)
    default:
      return stringified(`type: 'order.paid', data: { text: ${text} }`)
  }
}

function stringified(members: string): Expression {
  return new Expression(`JSON.stringify({ ${members} })`)
}

/** Whether the cause of an answer made the request wait for the clock of the mock. */
export function waitsForClock(fault: string | undefined): boolean {
  return /kind=latency|(?:^|; )delay=/.test(fault ?? '')
}

/**
 * The milliseconds of the mock's clock for which a request waited, 0 where it did not. The journal holds the time to the answer, of
 * which all but a few milliseconds were the wait.
 */
function clockWait({ fault, duration }: Pick<RequestEntry, 'fault' | 'duration'>): number {
  if (!waitsForClock(fault)) return 0
  const preferred = /(?:^|; )delay=(\d+)/.exec(fault ?? '')?.[1]
  if (preferred !== undefined) return Number(preferred)
  const step = duration < 1_000 ? 1 : 10 ** (Math.floor(Math.log10(duration)) - 2)
  return Math.max(1, Math.round(duration / step) * step)
}
