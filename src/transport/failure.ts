import { apiErrorClass, type ApiErrorFields } from '../errors/api-errors'
import {
  AbortError,
  type CallContext,
  ConnectionError,
  type Outcome,
  type RequestError,
  TimeoutError,
} from '../errors/request-errors'
import { type Redactor, redactedCause } from '../redaction'
import type { Interruption } from './attempt'
import { type Repeatable, isTransient, mayRepeat } from './retry-policy'
import { retryAfter } from './retry-after'

/** An attempt that did not succeed, and the error it becomes if it was the last one. */
export interface Failure {
  transient: boolean
  outcome: Outcome
  /** Why, in a few words without a secret. */
  reason: string
  status?: number
  requestId?: string
  /** In milliseconds. */
  retryAfter?: number
  error(context: CallContext): RequestError
}

// Codes of Node, undici and Bun for a request that had no connection to travel on.
const noConnection =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|CONNECT_TIMEOUT|CERT|ERR_TLS|ConnectionRefused/

export function connectionFailure(error: unknown, url: string, redact: Redactor): Failure {
  const { message, code, cause } = Object(error) as { message?: string; code?: string; cause?: typeof error }
  const inner = Object(cause) as { message?: string; code?: string }
  const name = String(inner.code ?? code ?? '')
  const reason = redact(inner.message || name || message || 'no reason given')
  return {
    transient: true,
    outcome: noConnection.test(name) ? 'not-sent' : 'unknown',
    reason,
    error: (context) =>
      new ConnectionError(
        `No answer from ${new URL(url).origin}: ${reason}`,
        context,
        redactedCause(error, redact),
      ),
  }
}

export function interruption(
  by: Interruption,
  ms: number,
  isDeadline: boolean,
  signal?: AbortSignal,
): Failure {
  const reason = by === 'signal' ? 'aborted' : `${isDeadline ? 'deadline' : 'timeout'} of ${ms} ms`
  return {
    transient: by === 'timeout' && !isDeadline,
    outcome: 'unknown',
    reason,
    error: (context) =>
      by === 'signal'
        ? new AbortError('The call was aborted.', context, signal?.reason)
        : new TimeoutError(`The call ran into its ${reason}.`, context),
  }
}

/** What the body of an error says, where it keeps to the interface's shape. */
function readError(body: unknown): { code?: string; message?: string; param?: string } {
  try {
    const { code, message, param } = (JSON.parse(body as string) as { error: Record<string, unknown> }).error
    const string = (value: unknown) => (typeof value === 'string' ? value : undefined)
    return { code: string(code), message: string(message), param: string(param) }
  } catch {
    return {}
  }
}

export const requestIdOf = ({ headers }: Response) =>
  headers.get('x-request-id') ?? headers.get('request-id') ?? undefined

/** The answer was no success, or one that cannot be read. */
export function apiFailure(
  response: Response,
  body: unknown,
  repeatable: Repeatable,
  redact: Redactor,
  now: number,
): Failure {
  const { status, headers, ok } = response
  const said = ok ? {} : readError(body)
  const wait = retryAfter(headers, now)
  const requestId = requestIdOf(response)
  const transient = ok || isTransient(status)
  // Whether a 408 or a 5xx came before or after the work was done cannot be seen.
  const outcome: Outcome = transient && status !== 429 ? 'unknown' : 'rejected'
  const redirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400)
  const reason = ok
    ? `${status} with a body that is not what was asked for`
    : redirect
      ? `${status || 'redirect'}, which is not followed`
      : `${status} ${redact(said.code ?? '')}`.trim()
  const safeHeaders = () =>
    new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)]))
  return {
    transient,
    outcome,
    reason,
    status,
    requestId,
    retryAfter: wait,
    error(context) {
      const fields: ApiErrorFields = {
        status,
        code: said.code && redact(said.code),
        param: said.param && redact(said.param),
        requestId,
        headers: safeHeaders(),
        retryable: mayRepeat({ transient, repeatable, outcome: context.outcome }),
        retryAfter: wait === undefined ? undefined : wait / 1000,
      }
      const message = redact(said.message || `The service answered ${reason}.`)
      return new (apiErrorClass(status))(message, fields, context)
    },
  }
}
