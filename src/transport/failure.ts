import { InvalidRequestError, apiErrorClass } from '../errors/api-errors'
import { AbortError, ConnectionError, type Outcome, RequestError } from '../errors/request-errors'
import { type Redactor, redactedCause } from '../redaction'
import type { Outgoing } from './exchange'
import { fromJson } from './json'
import { retryAfter } from './retry-after'

// Of code and message, in Node, undici and Bun, for a request that had no connection to travel on. What says `read` had one.
const noConnection = /^\w*(refused|_connect|cert|leaf|err_tls)|^\w+ (connect|getaddrinfo) /i

/** There was no answer. `sent`: whether there was a key to send a request with. */
export function noAnswer(
  { url, retryable, transport: { redact } }: Outgoing,
  error: unknown,
  sent: boolean,
): RequestError {
  const cause = redactedCause(error, redact)
  const inner = cause.cause ?? cause
  const reason = inner.message || cause.message
  const wasSent = sent && !noConnection.test(`${inner.code ?? cause.code} ${reason}`)
  const outcome = wasSent ? 'unknown' : 'not-sent'
  const failed = sent
    ? new ConnectionError(`No answer from ${new URL(url).origin}: ${reason}`, {}, cause)
    : new InvalidRequestError(reason, { param: 'apiKey' }, cause)
  return Object.assign(error instanceof RequestError ? error : failed, {
    outcome,
    retryable: sent && !(error instanceof AbortError) && retryable(outcome),
  })
}

/** The service's id of a request, under the names that are in use. */
export const requestIdOf = ({ headers }: Response, redact: Redactor): string | undefined =>
  redact(headers.get('x-request-id') ?? headers.get('request-id') ?? '') || undefined

/** The answer was no success, or one that cannot be read. */
export function apiFailure(
  { retryable, transport: { redact, clock } }: Outgoing,
  response: Response,
  text: string,
  requestId?: string,
): RequestError {
  const { status, headers, ok } = response
  // What is not the interface's error says nothing: the status speaks for itself.
  const error = Object((fromJson(text) as { error?: unknown } | null)?.error) as Record<string, unknown>
  const said = (name: string) => (typeof error[name] === 'string' ? redact(error[name]) : undefined)
  const isTransient = ok || status === 408 || status === 429 || status >= 500
  // Whether a 408 or a 5xx came before or after the work was done cannot be seen.
  const outcome: Outcome = isTransient && status !== 429 ? 'unknown' : 'rejected'
  return new (apiErrorClass(status))(
    said('message') || `The service answered ${status}${ok ? ' unreadably' : ''}.`,
    {
      status,
      code: said('code'),
      param: said('param'),
      requestId,
      headers: new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)])),
      outcome,
      retryable: isTransient && retryable(outcome),
      retryAfter: retryAfter(headers, clock.now()),
    },
  )
}
