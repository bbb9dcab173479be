import type { CompleteDialect } from '../../generated/dialect'
import type { Scope } from '../../generated/operations'
import type { Settings } from '../settings/settings'
import { jsonAnswer, type Answer } from './answer'

/**
 * The reason why a request is answered with an error. Any part of the handling may throw it; the request handler turns
 * it into an answer.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly param: string | undefined
  readonly headers: Record<string, string>
  /** The place in the document that the request violates: `#/components/...`. Absent where the response itself is that place. */
  readonly pointer: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    details: { param?: string; headers?: Record<string, string>; pointer?: string } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.param = details.param
    this.headers = details.headers ?? {}
    this.pointer = details.pointer
  }
}

/** The error envelope of the interface. */
export function errorAnswer({ status, code, message, param, headers }: Refusal): Answer {
  const answer = jsonAnswer(status, JSON.stringify({ error: { code, message, param } }))
  Object.assign(answer.headers, headers)
  return answer
}

/** ER-3: an invalid parameter. */
export function invalidRequest(message: string, param?: string, pointer?: string): Refusal {
  return new Refusal(400, 'invalid_request', message, { param, pointer })
}

/** ER-4: a resource or a path that does not exist. WD-3: no `param` is named. */
export function notFound(message: string): Refusal {
  return new Refusal(404, 'not_found', message)
}

/** OQ-27, RFC 9110 section 15.5.6: the path exists, but not for this method. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Refusal {
  const allow = allowed.join(', ')
  return new Refusal(405, 'method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`, {
    headers: { allow },
  })
}

/** OQ-19: a body that is too large. */
export function payloadTooLarge(limit: number): Refusal {
  return new Refusal(413, 'payload_too_large', `The request body is larger than ${limit} bytes.`)
}

/** AU-3, AU-4: no key, or an invalid one. RFC 6750 section 3 asks for the challenge. */
export function unauthorized(dialect: CompleteDialect, reason: 'missing' | 'invalid'): Refusal {
  const message =
    reason === 'missing'
      ? 'An API key is required: send Authorization: Bearer <API_KEY>.'
      : 'The API key is not valid.'
  const challenge = reason === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"'
  return new Refusal(401, dialect.errorCodes[401] ?? 'unauthorized', message, {
    headers: { 'www-authenticate': challenge },
  })
}

/** AU-15: a scoped key that has expired. */
export function expiredKey(dialect: CompleteDialect): Refusal {
  const status = dialect.expiredKeyStatus
  return new Refusal(status, dialect.errorCodes[status] ?? 'insufficient_scope', 'The API key has expired.', {
    headers: status === 401 ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {},
  })
}

/** AU-11 to AU-14: a scoped key that lacks the scope of the operation. The scope `null` means full access. */
export function missingScope(dialect: CompleteDialect, scope: Scope | null): Refusal {
  const status = dialect.missingScopeStatus
  const message = scope ? `The API key lacks the scope ${scope}.` : 'The API key must have full access.'
  const challenge = `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`
  return new Refusal(status, dialect.errorCodes[status] ?? 'insufficient_scope', message, {
    headers: { 'www-authenticate': challenge },
  })
}

/** LM-1: too many requests. `wait` is the milliseconds until the next one may pass. */
export function rateLimited(dialect: CompleteDialect, wait: number, now: number): Refusal {
  return new Refusal(
    429,
    dialect.errorCodes[429] ?? 'rate_limited',
    'Too many requests. Try again after the time in the Retry-After header.',
    { headers: retryAfter(dialect, wait, now) },
  )
}

/** `Retry-After` in the dialect's format (OQ-11), rounded up. A date comes with the `Date` header that clients judge it by. */
export function retryAfter(dialect: CompleteDialect, wait: number, now: number): Record<string, string> {
  if (dialect.retryAfter === 'seconds') return { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
  const until = Math.ceil((now + Math.max(wait, 1)) / 1_000) * 1_000
  return { 'retry-after': new Date(until).toUTCString(), date: new Date(now).toUTCString() }
}

/** A failure of the backend itself. */
export function internalError(dialect: CompleteDialect): Refusal {
  return new Refusal(
    500,
    dialect.errorCodes[500] ?? 'internal_error',
    'The service failed to handle the request.',
  )
}

/** The refusal that an error stands for. Anything but a refusal is a failure of the backend, and logged. */
export function refusalOf(error: unknown, { method, url }: Request, { dialect, logger }: Settings): Refusal {
  if (error instanceof Refusal) return error
  logger.error?.(`${method} ${url} failed.`, error)
  return internalError(dialect)
}
