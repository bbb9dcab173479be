import type { ApiError } from '../errors/api-errors'
import { InvalidRequestError, apiErrorClass } from '../errors/api-errors'
import {
  AbortError,
  ConnectionError,
  type Outcome,
  RequestError,
  TimeoutError,
} from '../errors/request-errors'
import { type Trouble, cureOfAnswer, cureOfConnection, repetition } from './cures'
import { fromJson } from './json'
import type { Outgoing, Plan } from './plan'
import { type Redactor, redactedCause, redactedHeaders, bareUrl } from './redaction'
import { retryAfter } from './retry-after'
import type { Transport } from './transport'

// Matches `code message` of errors after which nothing can have been sent, as Node, undici and Bun write them: a refused connection, a
// timeout of connecting, a certificate, a name that does not resolve. What says `read` or `write` had a connection.
const noConnection = /^\w*(refused|_connect|cert|leaf|err_tls)|^\w+ (connect|getaddrinfo) /i

const always = () => true

/** The part of a request that its failure names. */
export type Called = Pick<Outgoing, 'method' | 'url'>

/** How a call ended, the reason, and what can be done. */
type Ending = [ending: string, reason: string, cure: string]

/** The first 200 characters of a text. */
const shorten = (text: string) => text.replace(/^(.{200}).+/su, '$1…')

/** The message of a failure, and the fields that name the call. */
function describe(
  { redact }: Transport,
  { operation }: Plan<unknown>,
  { method, url }: Called,
  [ending, reason, cure]: Ending,
) {
  const named = { operation, method, url: redact(bareUrl(url)), reason: reason.replace(/\.$/, '') }
  const message = `${operation} (${method} ${named.url}) ${ending}: ${named.reason}. ${cure}`.trim()
  return { message, named }
}

/**
 * The failure of an attempt that got no whole answer, or of a call that ended before one.
 *
 * @param wasSent Whether the service may have received the request.
 */
export function connectionFailure(
  transport: Transport,
  plan: Plan<unknown>,
  outgoing: Called,
  error: unknown,
  wasSent: boolean,
): RequestError {
  const { mayRepeat = always } = plan
  const known = error instanceof RequestError ? error : undefined
  const isAborted = error instanceof AbortError
  const isTimeout = error instanceof TimeoutError
  const thrown = redactedCause(isAborted ? error.cause : error, transport.redact)
  const inner = thrown.cause ?? thrown
  const reason = known && !isAborted ? thrown.message : inner.message || inner.code || thrown.message
  const clue = `${inner.code ?? thrown.code} ${reason}`
  const outcome: Outcome = wasSent && (known || !noConnection.test(clue)) ? 'unknown' : 'not-sent'
  const trouble: Trouble = { plan, outcome, mayRepeat: mayRepeat(outcome) }

  const ending = (): Ending => {
    const again = outcome === 'unknown' ? repetition(trouble) : ''
    if (isAborted) return ['was aborted', reason, again || 'Nothing was sent.']
    const how = outcome === 'unknown' ? 'got no complete answer' : 'was not sent'
    if (isTimeout && !wasSent) return [how, reason, 'The function apiKey, or a hook, took too long.']
    // The message of any other error of this package has its own cure.
    if (known && !isTimeout) return [how, reason, again]
    if (!wasSent) return [how, `the function apiKey failed: ${reason}`, 'Make it return a key.']
    return [how, reason, `${cureOfConnection(clue)} ${again}`]
  }
  const { message, named } = describe(transport, plan, outgoing, ending())
  const fields = {
    ...(known ?? (wasSent ? {} : { code: 'invalid_request', param: 'apiKey' })),
    ...named,
    outcome,
    retryable: !isAborted && (wasSent || isTimeout) && trouble.mayRepeat,
  }
  const Failure = (known?.constructor ?? (wasSent ? ConnectionError : InvalidRequestError)) as typeof ApiError
  // The reason of a signal is a value of the caller, and stays as it is.
  return new Failure(message, fields, known ? known.cause : thrown)
}

/** The service's id of a request, under the names that are in use. */
export const requestIdOf = ({ headers }: Response, redact: Redactor): string | undefined =>
  redact(headers.get('x-request-id') ?? headers.get('request-id') ?? '') || undefined

/** The fields of an error answer: those of the interface's error, or of problem details (RFC 9457). */
function readError(text: string, redact: Redactor) {
  const problem = Object(fromJson(text)) as Record<string, unknown>
  const error = Object(problem['error']) as Record<string, unknown>
  const [code, param, message, detail, title] = [
    error['code'],
    error['param'],
    error['message'],
    problem['detail'],
    problem['title'],
  ].map((value) => (typeof value === 'string' && value ? redact(value) : undefined))
  return { code, param, detail: message ?? detail ?? title }
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
  const { mayRepeat = always } = plan
  const { status, headers, ok } = response
  const error = readError(text, redact)
  const requestId = requestIdOf(response, redact)
  const wait = retryAfter(headers, clock.now())
  const isTransient = ok || status === 408 || status === 429 || status >= 500
  // A 408 and a 5xx do not say whether they came before or after the work was done.
  const outcome: Outcome = isTransient && status !== 429 ? 'unknown' : 'rejected'
  const isJson = fromJson(text) !== undefined

  let missing: string | undefined
  if (ok && isJson) plan.parse(text, (field) => (missing ??= field))
  const type = redact(headers.get('content-type') ?? '').replace(/;.*/s, '')
  const location = headers.get('location')
  // The body of a success in JSON may hold a secret that is shown once.
  const quoted =
    error.detail ?? (ok && isJson ? '' : redact(text.slice(0, maxRead).replace(/\s+/g, ' ')).trim())
  const reason = [
    status || 'a redirect',
    type,
    error.code && shorten(error.code),
    location && `to ${bareUrl(redact(location))}`,
    quoted && `"${shorten(quoted).replace(/\.$/, '')}"`,
    ok && (text ? missing && `without ${missing}` : 'without a body'),
  ]
  const also = [
    reason.filter(Boolean).join(' '),
    error.param && `param ${shorten(error.param)}`,
    requestId && `request id ${shorten(requestId)}`,
  ]
  const ending = ok ? 'was answered unreadably' : status >= 500 ? 'failed' : 'was refused'
  const trouble = { plan, outcome, mayRepeat: mayRepeat(outcome), status, isJson, wait, ...error }
  const { message, named } = describe(transport, plan, outgoing, [
    ending,
    also.filter(Boolean).join(', '),
    cureOfAnswer(trouble),
  ])
  return new (apiErrorClass(status))(message, {
    ...error,
    ...named,
    status,
    requestId,
    headers: redactedHeaders(headers, redact),
    outcome,
    retryable: isTransient && trouble.mayRepeat,
    retryAfter: wait,
  })
}
