import { shortened } from '../../src/core/visible'
import type { CompleteDialect } from '../../generated/dialect'
import type { Scope } from '../../generated/operations'
import { situationMessages, situations, type Situation } from '../../generated/situations'
import type { Settings } from '../settings/settings'
import { StoreFullError, StoreUnavailableError } from '../store/store-errors'
import { jsonAnswer, type Answer } from './answer'
import { controlRoot, isRead, wayOut } from './front-page'

/** The parts of a refusal beyond its status, code and message. */
export interface RefusalDetails {
  /** The request field that is at fault. `null` is written as null. */
  param?: string | null
  headers?: Record<string, string>
  /** The place in the document that the request violates: `#/components/...`. */
  pointer?: string
  situation?: Situation
  /** The offending value, as it was sent. */
  value?: string
  /** Further values that a dialect may have its message say, by the names of their places. */
  values?: Readonly<Record<string, string>>
}

/**
 * The reason why a request is answered with an error. Any part of the handling may throw it; the request handler turns
 * it into an answer.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly param: string | null | undefined
  readonly headers: Record<string, string>
  /** The place in the document that the request violates: `#/components/...`. Absent where the response itself is that place. */
  readonly pointer: string | undefined
  /** The occasion, by which a dialect may state the answer. Absent where no dialect can. */
  readonly situation: Situation | undefined
  /** The offending value, as it was sent. Empty where there is none. */
  readonly value: string
  /** Further values that a dialect may have its message say, by the names of their places. */
  readonly values: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, details: RefusalDetails = {}) {
    // A message may quote what was sent, which may be as long as a whole request.
    super(shortened(message, 2_000))
    this.status = status
    this.code = code
    this.param = details.param && shortened(details.param, 300)
    this.headers = details.headers ?? {}
    this.pointer = details.pointer
    this.situation = details.situation
    this.value = details.value ?? ''
    this.values = details.values ?? {}
  }
}

/** The error envelope of the interface. */
export function errorAnswer({ status, code, message, param, headers }: Refusal): Answer {
  const answer = jsonAnswer(status, JSON.stringify({ error: { code, message, param } }))
  Object.assign(answer.headers, headers)
  return answer
}

/** A refusal in one of the situations of the rulebook, with its status and code, and with its message unless another one is given. */
export function refuse(situation: Situation, details: RefusalDetails & { message?: string } = {}): Refusal {
  const { status, code } = situations[situation]
  const { message = messageOf(situation, details) } = details
  return new Refusal(status, code, message, { ...details, situation })
}

/** The message of the rulebook, with what the refusal names in it. */
function messageOf(situation: Situation, { param, value, values }: RefusalDetails): string {
  const named: Readonly<Record<string, unknown>> = { ...values, param, value }
  return situationMessages[situation].replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]))
}

/** ER-3: an invalid parameter. */
export function invalidRequest(message: string, param?: string, pointer?: string): Refusal {
  return new Refusal(400, 'invalid_request', message, { param, pointer })
}

/** ER-4: a resource or a path that does not exist. WD-3: no `param` is named. */
export function notFound(message: string): Refusal {
  return new Refusal(404, 'not_found', message)
}

/**
 * OQ-27, RFC 9110 section 15.5.6: the path exists, but not for this method. `Allow` lists the methods in `named`; where there are none, the header is
 * left out.
 */
export function methodNotAllowed(
  { method, path }: { method: string; path: string },
  allowed: readonly string[],
  named: readonly string[] = allowed,
): Refusal {
  const methods = (named.length > 0 ? named : allowed).join(', ')
  return refuse('wrongMethod', {
    value: method,
    values: { methods, path },
    headers: named.length > 0 ? { allow: methods } : {},
  })
}

/** OQ-27: nothing is at the path. */
export function unknownPath(path: string): Refusal {
  return refuse('unknownPath', { message: `There is nothing at this path. ${wayOut}`, value: path })
}

/** OQ-19: a body that is too large. */
export function payloadTooLarge(limit: number): Refusal {
  return refuse('payloadTooLarge', { value: String(limit) })
}

/** AU-11 to AU-14: a scoped key that lacks the scope of the operation. The scope `null` means full access. */
export function missingScope(scope: Scope | null): Refusal {
  if (scope) return refuse('missingScope', { value: scope })
  return refuse('missingScope', { message: 'The API key must have full access.', value: '' })
}

/** LM-1: too many requests. `wait` is the milliseconds until the next one may pass. */
export function rateLimited(dialect: CompleteDialect, wait: number, now: number): Refusal {
  return refuse('rateLimited', { headers: retryAfter(dialect, wait, now) })
}

/** `Retry-After` in the dialect's format (OQ-11), rounded up. A date comes with the `Date` header that clients judge it by. */
export function retryAfter(
  { retryAfter: format }: CompleteDialect,
  wait: number,
  now: number,
): Record<string, string> {
  if (format === 'seconds') return { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
  if (format === 'fractional-seconds')
    return { 'retry-after': (Math.max(1, Math.ceil(wait)) / 1_000).toFixed(3) }
  const until = Math.ceil((now + Math.max(wait, 1)) / 1_000) * 1_000
  return { 'retry-after': new Date(until).toUTCString(), date: new Date(now).toUTCString() }
}

/** A failure of the backend itself. */
export function internalError({ errorCodes }: CompleteDialect): Refusal {
  return new Refusal(500, errorCodes[500] ?? 'internal_error', 'The service failed to handle the request.')
}

// Nobody knows when there is room again, or when the store is back. A second lets deliveries end, and asks nobody to wait in vain.
const usualWait = 1_000

/** The service cannot answer for now. `code` is that of the refusal where the dialect names none. */
export function unavailable(
  code: string,
  message: string,
  { dialect, clock }: Pick<Settings, 'dialect' | 'clock'>,
): Refusal {
  const headers = retryAfter(dialect, usualWait, clock.now())
  return new Refusal(503, dialect.errorCodes[503] ?? code, message, { headers })
}

/** AU-16: a scoped key on a plan that has none. */
export function noScopedKeys({ errorCodes }: Pick<CompleteDialect, 'errorCodes'>): Refusal {
  const code = errorCodes[403] ?? 'insufficient_scope'
  return new Refusal(403, code, 'Scoped API keys exist on enterprise plans only.')
}

/** What is known of a request that the store did not answer, and what its sender does next. */
function outcomeOf(
  { method, url }: Pick<Request, 'method' | 'url'>,
  { sent }: StoreUnavailableError,
): string {
  // A control route may have changed one thing before the store was away for the next one.
  const isControl = new URL(url).pathname.startsWith(controlRoot)
  if (isRead(method) || (!sent && !isControl)) return 'Nothing was changed: send the request again.'
  const unknown = 'It is unknown whether the request was carried out.'
  if (isControl) return `${unknown} Look at the data before you send it again.`
  if (method === 'DELETE') return `${unknown} Send it again: an answer of 404 says that it was.`
  return (
    `${unknown} Repeat an event with the same idempotency key. Look for a webhook in GET /v1/webhooks first, and delete it if it is ` +
    'there, because its secret is not shown again.'
  )
}

/** The refusal that an error stands for. Anything but a refusal, a full store or one that is away is a failure of the backend, and logged. */
export function refusalOf(
  error: unknown,
  request: Pick<Request, 'method' | 'url'>,
  { dialect, logger, clock }: Pick<Settings, 'dialect' | 'logger' | 'clock'>,
): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StoreFullError) return unavailable('out_of_memory', error.message, { dialect, clock })
  if (error instanceof StoreUnavailableError) {
    const { reason = 'The service cannot reach its data for now.' } = error
    return unavailable('store_unavailable', `${reason} ${outcomeOf(request, error)}`, { dialect, clock })
  }
  logger.error?.(`${request.method} ${request.url} failed.`, error)
  return internalError(dialect)
}
