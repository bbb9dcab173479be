import { InvalidRequestError, apiErrorClass } from '../errors/api-errors'
import { AbortError, ConnectionError, type Outcome, RequestError } from '../errors/request-errors'
import { type Redactor, redactedCause } from '../redaction'
import { fromJson } from './json'
import { type Repeatable, isTransient, mayRepeat } from './retry-policy'
import { retryAfter } from './retry-after'

/** An attempt that did not succeed, and the error it becomes if it was the last one. */
export interface Failure {
  error: RequestError
  transient: boolean
  outcome: Outcome
  /** In milliseconds. */
  retryAfter?: number
}

// Codes of Node, undici and Bun for a request that had no connection to travel on.
const noConnection = /refused|ENOTFOUND|EAI_AGAIN|UNREACH|CONNECT_TIMEOUT|CERT|ERR_TLS/i

interface Thrown {
  message?: unknown
  code?: unknown
  cause?: unknown
}

/** There was no answer. `sent`: whether there was a key to send a request with. */
export function noAnswer(error: unknown, url: string, sent: boolean, redact: Redactor): Failure {
  const outer = Object(error) as Thrown
  const inner = Object(outer.cause) as Thrown
  const reason = redact(String(inner.message || outer.message || error))
  const wasSent = sent && !noConnection.test(String(inner.code ?? outer.code))
  const cause = redactedCause(error, redact)
  const failed = sent
    ? new ConnectionError(`No answer from ${new URL(url).origin}: ${reason}`, {}, cause)
    : new InvalidRequestError(`No API key: ${reason}`, { param: 'apiKey' }, cause)
  return {
    error: error instanceof RequestError ? error : failed,
    transient: sent && !(error instanceof AbortError),
    outcome: wasSent ? 'unknown' : 'not-sent',
  }
}

/** The service's id of a request, under the names that are in use. */
export const requestIdOf = ({ headers }: Response) =>
  headers.get('x-request-id') ?? headers.get('request-id') ?? undefined

/** The answer was no success, or one that cannot be read. */
export function apiFailure(
  response: Response,
  text: string,
  repeatable: Repeatable,
  redact: Redactor,
  now: number,
): Failure {
  const { status, headers, ok } = response
  // What is not the interface's error says nothing: the status speaks for itself.
  const error = Object((fromJson(text) as { error?: unknown } | null)?.error) as Record<string, unknown>
  const said = (name: string) => (typeof error[name] === 'string' ? redact(error[name]) : undefined)
  const wait = retryAfter(headers, now)
  const transient = ok || isTransient(status)
  // Whether a 408 or a 5xx came before or after the work was done cannot be seen.
  const outcome: Outcome = transient && status !== 429 ? 'unknown' : 'rejected'
  return {
    error: new (apiErrorClass(status))(
      said('message') || `The service answered ${status}${ok ? ' unreadably' : ''}.`,
      {
        status,
        code: said('code'),
        param: said('param'),
        requestId: requestIdOf(response),
        headers: new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)])),
        retryable: mayRepeat({ transient, repeatable, outcome }),
        retryAfter: wait && wait / 1000,
      },
    ),
    transient,
    outcome,
    retryAfter: wait,
  }
}
