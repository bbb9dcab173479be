import { InvalidRequestError, apiErrorClass } from '../errors/api-errors'
import {
  AbortError,
  type CallContext,
  ConnectionError,
  type Outcome,
  type RequestError,
  TimeoutError,
} from '../errors/request-errors'
import { type Redactor, redactedCause } from '../redaction'
import { type Repeatable, isTransient, mayRepeat } from './retry-policy'
import { retryAfter } from './retry-after'

/** An attempt that did not succeed, and the error it becomes if it was the last one. */
export interface Failure {
  transient: boolean
  outcome: Outcome
  /** Why, in a few words without a secret. */
  reason: string
  /** In milliseconds. */
  retryAfter?: number
  error(context: CallContext): RequestError
}

// Codes of Node, undici and Bun for a request that had no connection to travel on.
const noConnection =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|CONNECT_TIMEOUT|CERT|ERR_TLS|ConnectionRefused/

interface ErrorFields {
  message?: unknown
  code?: unknown
  cause?: unknown
}

const fieldsOf = (error: unknown) => Object(error) as ErrorFields

/** No key, no connection, or none any more. */
export function connectionFailure(
  error: unknown,
  url: string,
  keyIsKnown: boolean,
  redact: Redactor,
): Failure {
  const outer = fieldsOf(error)
  const inner = fieldsOf(outer.cause)
  const code = String(inner.code ?? outer.code)
  const reason = redact(String(inner.message || outer.message || error))
  const cause = redactedCause(error, redact)
  return {
    transient: keyIsKnown,
    outcome: !keyIsKnown || noConnection.test(code) ? 'not-sent' : 'unknown',
    reason,
    error: (context) =>
      keyIsKnown
        ? new ConnectionError(`No answer from ${new URL(url).origin}: ${reason}`, context, cause)
        : new InvalidRequestError(`No API key: ${reason}`, { param: 'apiKey' }, context, cause),
  }
}

export const aborted = (signal: AbortSignal | undefined): Failure => ({
  transient: false,
  outcome: 'unknown',
  reason: 'aborted',
  error: (context) => new AbortError('The call was aborted.', context, signal?.reason),
})

export const timedOut = (name: 'timeout' | 'deadline', ms: number): Failure => ({
  transient: name === 'timeout',
  outcome: 'unknown',
  reason: name,
  error: (context) => new TimeoutError(`The call ran into its ${name} of ${ms} ms.`, context),
})

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
  const said: { code?: string; message?: string; param?: string } = {}
  try {
    const { error } = JSON.parse(text) as { error: Record<string, unknown> }
    for (const name of ['code', 'message', 'param'] as const) {
      if (typeof error[name] === 'string') said[name] = redact(error[name])
    }
  } catch {
    // Not the interface's error: the status speaks for itself.
  }
  const { code, message, param } = said
  const wait = retryAfter(headers, now)
  const transient = ok || isTransient(status)
  const reason = ok
    ? `${status}, but not with what was asked for`
    : response.type === 'opaqueredirect' || (status >= 300 && status < 400)
      ? `${status}, a redirect, which is not followed`
      : code
        ? `${status} ${code}`
        : `${status}`
  return {
    transient,
    // Whether a 408 or a 5xx came before or after the work was done cannot be seen.
    outcome: transient && status !== 429 ? 'unknown' : 'rejected',
    reason,
    retryAfter: wait,
    error: (context) =>
      new (apiErrorClass(status))(
        message || `The service answered ${reason}.`,
        {
          status,
          code,
          param,
          requestId: requestIdOf(response),
          headers: new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)])),
          retryable: mayRepeat({ transient, repeatable, outcome: context.outcome }),
          retryAfter: wait === undefined ? wait : wait / 1000,
        },
        context,
      ),
  }
}
