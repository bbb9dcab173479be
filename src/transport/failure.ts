import type { ApiError, ApiErrorFields } from '../errors/api-errors'
import { IdempotencyConflictError, InvalidRequestError, apiErrorClass } from '../errors/api-errors'
import {
  AbortError,
  ConnectionError,
  RequestError,
  type RetryDenial,
  TimeoutError,
} from '../errors/request-errors'
import { cureOfAnswer, cureOfConnection, repetition, troubleOf } from './cures'
import { fromJson } from './json'
import type { Outgoing, Plan } from './plan'
import { type Redact, redactedCause, redactedHeaders, bareUrl, redactedJson } from './redaction'
import { retryAfter } from './retry-after'
import type { Transport } from './transport'

// Matches `code message` of errors after which nothing can have been sent, as Node, undici and Bun write them: a refused connection, a
// timeout of connecting, a certificate, a name that does not resolve. What says `read` or `write` had a connection.
const noConnection = /^\w*(refused|_connect|cert|leaf|err_tls)|^\w+ (connect|getaddrinfo) /i

/** The part of a request that its failure names. */
export type Called = Pick<Outgoing, 'method' | 'url'>

/** The first 200 characters of a text. */
const shorten = (text: string) => text.replace(/^(.{200}).+/su, '$1…')

const withoutStop = (text: string) => text.replace(/\.$/, '')

/** The message of a failure, and the fields that name the call. */
function describe(
  { redact }: Transport,
  { operation }: Plan<unknown>,
  { method, url }: Called,
  ending: string,
  anyReason: string,
  cure: string,
) {
  const named = { operation, method, url: redact(bareUrl(url)), reason: withoutStop(anyReason) }
  const message = `${operation} (${method} ${named.url}) ${ending}: ${named.reason}. ${cure}`.trim()
  return { message, named }
}

/**
 * The failure of an attempt that got no whole answer, or of a call that ended before one.
 *
 * @param wasSent Whether the service may have received the request.
 * @param wasAnswered Whether its answer came, and a middleware was called with it.
 */
export function connectionFailure(
  transport: Transport,
  plan: Plan<unknown>,
  outgoing: Called,
  error: unknown,
  wasSent: boolean,
  wasAnswered = false,
): RequestError {
  const known = error instanceof RequestError ? error : undefined
  const isAborted = error instanceof AbortError
  const isTimeout = error instanceof TimeoutError
  const thrown = redactedCause(isAborted ? error.cause : error, transport.redact)
  const inner = thrown.cause ?? thrown
  const ownReason = known && !isAborted ? thrown.message : inner.message || inner.code || thrown.message
  const reason = known || wasSent ? ownReason : `the function apiKey failed: ${ownReason}`
  const clue = `${inner.code ?? thrown.code} ${ownReason}`
  const isUnknown = wasSent && (known || !noConnection.test(clue))
  const trouble = troubleOf(plan, isUnknown ? 'unknown' : 'not-sent')

  const ending = isAborted
    ? 'was aborted'
    : wasAnswered
      ? 'was answered, but not to its end'
      : isUnknown
        ? 'got no complete answer'
        : 'was not sent'
  const again = isUnknown ? repetition(trouble) : ''
  const cure = (): string => {
    if (isAborted) return again || 'Nothing was sent.'
    if (isTimeout) {
      const slow = wasAnswered ? 'a middleware' : 'the service'
      return wasSent
        ? `Raise that option, or find out why ${slow} is slow. ${again}`
        : 'The function apiKey, a hook or a middleware took too long.'
    }
    // The message of any other error of this package has its own cure.
    if (known) return again
    return wasSent ? `${cureOfConnection(clue)} ${again}` : 'Make it return a key.'
  }
  const { message, named } = describe(transport, plan, outgoing, ending, reason, cure())
  const fields = {
    ...(known ?? (wasSent ? {} : { code: 'invalid_request', param: 'apiKey' })),
    ...named,
    outcome: trouble.outcome,
    // A timeout is the only error of this package that a repetition may mend: an answer that was too long would be as long again.
    retryable: (known ? isTimeout : wasSent) && trouble.mayRepeat,
  }
  const Failure = (known?.constructor ?? (wasSent ? ConnectionError : InvalidRequestError)) as typeof ApiError
  // The reason of a signal is a value of the caller, and stays as it is.
  return new Failure(message, fields, known ? known.cause : thrown)
}

/** The failure of the last attempt, which says why there was no further one. */
export function deniedFailure(failure: RequestError, retryDenied: RetryDenial): RequestError {
  const { retries, permitted, windowMs } = retryDenied
  failure.message += ` It was not sent again: all calls of the client had made ${retries} of the ${permitted} retries that retryBudget permits in ${windowMs} ms.`
  return Object.assign(failure, { retryDenied })
}

type ReceivedEvent = NonNullable<ApiErrorFields['event']>

/** The failure of an attempt that was answered with what was made of another request. */
export function conflictFailure(
  transport: Transport,
  plan: Plan<unknown>,
  outgoing: Called,
  response: Response,
  value: unknown,
  found: string,
): RequestError {
  const { redact } = transport
  const { status, headers } = response
  const came = value as ReceivedEvent
  const event = (redactedJson(came, redact) ?? redactedJson({ ...came, data: {} }, redact)) as ReceivedEvent
  const requestId = requestIdOf(response, redact)
  const cure =
    'This idempotency key was used for another event: choose a key for each event, such as one made of its type and its id.'
  const reason = `${status} ${shorten(`${event.id}`)} ${shorten(redact(found))}${requestId ? `, request id ${requestId}` : ''}`
  const { message, named } = describe(
    transport,
    plan,
    outgoing,
    'was answered with another event',
    reason,
    cure,
  )
  return new IdempotencyConflictError(message, {
    ...named,
    event,
    status,
    requestId,
    code: 'idempotency_conflict',
    headers: redactedHeaders(headers, redact),
    // By the interface, a key that is known makes no event.
    outcome: 'rejected',
  })
}

/** The service's id of a request, under the names that are in use. */
export const requestIdOf = ({ headers }: Response, redact: Redact): string | undefined =>
  redact(headers.get('x-request-id') ?? headers.get('request-id') ?? '') || undefined

/** The fields of an error answer: those of the interface's error, or of problem details (RFC 9457). */
function readError(text: string, redact: Redact) {
  const problem = Object(fromJson(text)) as Record<string, unknown>
  const error = Object(problem['error']) as Record<string, unknown>
  const read = (value: unknown) => (typeof value === 'string' && value ? redact(value) : undefined)
  return {
    code: read(error['code']),
    param: read(error['param']),
    detail: read(error['message']) ?? read(problem['detail']) ?? read(problem['title']),
  }
}

// More is not redacted for a message that quotes 200 characters.
const maxRead = 1_048_576

/**
 * The failure of an attempt whose answer is no success, or a success that is not what the interface promises. The message quotes the
 * service's own words, or else the beginning of the body.
 */
export function answerFailure(
  transport: Transport,
  plan: Plan<unknown>,
  outgoing: Called,
  response: Response,
  text: string,
): RequestError {
  const { redact, clock } = transport
  const { status, headers, ok } = response
  const error = readError(text, redact)
  const requestId = requestIdOf(response, redact)
  const wait = retryAfter(headers, clock.now())
  const isTransient = ok || status === 408 || status === 429 || status >= 500
  // A 408 and a 5xx do not say whether they came before or after the work was done.
  const trouble = troubleOf(plan, isTransient && status !== 429 ? 'unknown' : 'rejected')
  const isJson = fromJson(text) !== undefined

  let missing: string | undefined
  if (ok && isJson) plan.parse(text, (field) => (missing ??= field))
  const type = redact(headers.get('content-type') ?? '').replace(/;.*/s, '')
  // The body of a success in JSON may hold a secret that is shown once.
  const quoted =
    error.detail ?? (ok && isJson ? '' : redact(text.slice(0, maxRead).replace(/\s+/g, ' ')).trim())
  const part = (before: string, value: string | undefined, after = '') =>
    value ? before + withoutStop(shorten(value)) + after : ''
  const reason = [
    status || 'a redirect',
    part(' ', type),
    part(' ', error.code),
    part(' to ', bareUrl(redact(headers.get('location') ?? ''))),
    part(' "', quoted, '"'),
    ok && !text ? ' without a body' : part(' without ', missing),
    part(', param ', error.param),
    part(', request id ', requestId),
  ].join('')
  const ending = ok ? 'was answered unreadably' : status >= 500 ? 'failed' : 'was refused'
  const cure = cureOfAnswer({ ...trouble, status, isJson, wait, param: error.param })
  const { message, named } = describe(transport, plan, outgoing, ending, reason, cure)
  return new (apiErrorClass(status))(message, {
    ...error,
    ...named,
    status,
    requestId,
    headers: redactedHeaders(headers, redact),
    outcome: trouble.outcome,
    retryable: isTransient && trouble.mayRepeat,
    retryAfter: wait,
  })
}
