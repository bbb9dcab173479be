import { InvalidRequestError, apiErrorClass } from '../errors/api-errors'
import { AbortError, ConnectionError, type Outcome, RequestError } from '../errors/request-errors'
import { fromJson } from './json'
import type { Plan } from './plan'
import { type Redactor, redactedCause, redactedHeaders } from './redaction'
import { retryAfter } from './retry-after'
import type { Transport } from './transport'

// Matches `code message` of errors after which nothing can have been sent, as Node, undici and Bun write them: a refused connection, a
// timeout of connecting, a certificate, a name that does not resolve. What says `read` or `write` had a connection.
const noConnection = /^\w*(refused|_connect|cert|leaf|err_tls)|^\w+ (connect|getaddrinfo) /i

const always = () => true

/** The failure of an attempt that got no whole answer. */
export function connectionFailure(
  { redact }: Transport,
  { mayRepeat = always }: Plan<unknown>,
  url: string,
  error: unknown,
  wasSent: boolean,
): RequestError {
  const cause = redactedCause(error, redact)
  const inner = cause.cause ?? cause
  const reason = inner.message || cause.message
  const hadConnection = wasSent && !noConnection.test(`${inner.code ?? cause.code} ${reason}`)
  const outcome: Outcome = hadConnection ? 'unknown' : 'not-sent'
  const failure = wasSent
    ? new ConnectionError(`No answer from ${new URL(url).origin}: ${reason}`, {}, cause)
    : new InvalidRequestError(reason, { param: 'apiKey' }, cause)
  return Object.assign(error instanceof RequestError ? error : failure, {
    outcome,
    retryable: wasSent && !(error instanceof AbortError) && mayRepeat(outcome),
  })
}

/** The service's id of a request, under the names that are in use. */
export const requestIdOf = ({ headers }: Response, redact: Redactor): string | undefined =>
  redact(headers.get('x-request-id') ?? headers.get('request-id') ?? '') || undefined

/**
 * The failure of an attempt whose answer is no success, or a success that is not what the interface promises. A body that is not the
 * interface's error says nothing, and the status speaks for itself.
 */
export function answerFailure(
  { redact, clock }: Transport,
  { mayRepeat = always }: Plan<unknown>,
  response: Response,
  text: string,
): RequestError {
  const { status, headers, ok } = response
  const error = Object((fromJson(text) as { error?: unknown } | null | undefined)?.error) as Record<
    string,
    unknown
  >
  const field = (name: string) => (typeof error[name] === 'string' ? redact(error[name]) : undefined)
  const isTransient = ok || status === 408 || status === 429 || status >= 500
  // A 408 and a 5xx do not say whether they came before or after the work was done.
  const outcome: Outcome = isTransient && status !== 429 ? 'unknown' : 'rejected'
  return new (apiErrorClass(status))(
    field('message') || `The service answered ${status}${ok ? ' unreadably' : ''}.`,
    {
      status,
      code: field('code'),
      param: field('param'),
      requestId: requestIdOf(response, redact),
      headers: redactedHeaders(headers, redact),
      outcome,
      retryable: isTransient && mayRepeat(outcome),
      retryAfter: retryAfter(headers, clock.now()),
    },
  )
}
