import type { CompleteDialect } from '../../generated/dialect'
import type { Scope } from '../../generated/operations'
import { jsonAnswer, type Answer } from './answer'

/** A request that is refused. Thrown anywhere in the handling of a request, answered in one place. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly param: string | undefined
  readonly headers: Record<string, string>
  /** Where the document says so, when that is another place than the answer's: `#/components/...`. */
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

/** ER-4: a resource or a path that does not exist. Names no `param` (WD-3). */
export function notFound(message: string): Refusal {
  return new Refusal(404, 'not_found', message)
}

/** OQ-27, RFC 9110 section 15.5.6: a path that has other methods. */
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

/** The code that the dialect gives to a status, where the interface leaves it open (OQ-09). */
export function codeOf(dialect: CompleteDialect, status: 401 | 403 | 429 | 500): string {
  return dialect.errorCodes[status]
}

/** AU-3, AU-4: no key, or none that is valid. RFC 6750 section 3 asks for the challenge. */
export function unauthorized(dialect: CompleteDialect, reason: 'missing' | 'invalid'): Refusal {
  const message =
    reason === 'missing'
      ? 'An API key is required: send Authorization: Bearer <API_KEY>.'
      : 'The API key is not valid.'
  const challenge = reason === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"'
  return new Refusal(401, codeOf(dialect, 401), message, { headers: { 'www-authenticate': challenge } })
}

/** AU-15: a scoped key past its end. */
export function expiredKey(dialect: CompleteDialect): Refusal {
  const status = dialect.expiredKeyStatus
  return new Refusal(status, codeOf(dialect, status), 'The API key has expired.', {
    headers: status === 401 ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {},
  })
}

/** AU-11 to AU-14: a scoped key without the scope. `null`: the operation needs full access. */
export function missingScope(dialect: CompleteDialect, scope: Scope | null): Refusal {
  const status = dialect.missingScopeStatus
  const message = scope ? `The API key lacks the scope ${scope}.` : 'The API key must have full access.'
  const challenge = `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`
  return new Refusal(status, codeOf(dialect, status), message, { headers: { 'www-authenticate': challenge } })
}

/** LM-1: too many requests. `wait` is the milliseconds until the next one may pass. */
export function rateLimited(dialect: CompleteDialect, wait: number, now: number): Refusal {
  return new Refusal(
    429,
    codeOf(dialect, 429),
    'Too many requests. Try again after the time in the Retry-After header.',
    { headers: retryAfter(dialect, wait, now) },
  )
}

/** `Retry-After` in the dialect's format (OQ-11), never too early. A date comes with the `Date` that it is judged by. */
export function retryAfter(dialect: CompleteDialect, wait: number, now: number): Record<string, string> {
  if (dialect.retryAfter === 'seconds') return { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
  const until = Math.ceil((now + Math.max(wait, 1)) / 1_000) * 1_000
  return { 'retry-after': new Date(until).toUTCString(), date: new Date(now).toUTCString() }
}

/** A failure of the backend itself. */
export function internalError(dialect: CompleteDialect): Refusal {
  return new Refusal(500, codeOf(dialect, 500), 'The service failed to handle the request.')
}
