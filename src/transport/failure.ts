import type { components } from '../../generated/types'
import {
  type ApiError,
  IdempotencyConflictError,
  InvalidRequestError,
  apiErrorClass,
} from '../errors/api-errors'
import {
  AbortError,
  ConnectionError,
  type Outcome,
  RequestError,
  type RetryDenial,
  TimeoutError,
} from '../errors/request-errors'
import { fromJson } from './json'
import type { Outgoing, Plan } from './plan'
import { setOption } from './preflight'
import { type Redact, redactedCause, redactedHeaders, redactedJson, bareUrl } from './redaction'
import { retryAfter } from './retry-after'
import type { Transport } from './transport'

/** The part of a request that its failure names. */
export type Called = Pick<Outgoing, 'method' | 'url'>

/** The first 200 characters of a text. */
const shorten = (text: string) => text.replace(/^(.{200}).+/su, '$1…')

const withoutStop = (text: string) => text.replace(/\.$/, '')

/** A text between `before` and `after`. Empty where there is no text. */
const part = (before: string, value: string | undefined, after = '') =>
  value ? before + withoutStop(shorten(value)) + after : ''

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

/** Whether the same request can be sent again without harm after an attempt with this outcome. */
const mayRepeat = (plan: Plan<unknown>, outcome: Outcome) => plan.mayRepeat?.(outcome) ?? true

/** Says how a call can go on after an attempt with this outcome. */
function repetition(plan: Plan<unknown>, outcome: Outcome): string {
  if (outcome === 'unknown' && plan.idempotencyKey)
    return 'Repeat the call with the idempotencyKey of this error: no second event is made.'
  return mayRepeat(plan, outcome)
    ? 'Repeat the call later.'
    : 'It may have been carried out: look before you repeat it.'
}

// Matches `code message` of errors after which nothing can have been sent, as Node, undici and Bun write them: a refused connection, a
// timeout of connecting, a certificate, a name that does not resolve, a port that `fetch` blocks, a proxy that does not connect, a greeting
// of TLS that was cut off. What says `read` or `write` had a connection.
const noConnection =
  /^\w*(refused|_connect|cert|leaf|err_tls)|^\w+ (connect |getaddrinfo |bad port|proxy resp|client net)/i
// Matches them where a server answered the greeting of TLS with something else, as one of plain HTTP does.
const noTls = /(ssl|eproto).*(wrong.version|packet.length)/i

// What is wrong with `baseUrl`, by the code and the message of an error.
const addressFaults: [RegExp, string][] = [
  [/refused/i, ': nothing listens there'],
  [/enotfound|getaddrinfo|dns/i, ': its name does not resolve'],
  [noTls, ': its port may be one of plain HTTP'],
  [/cert|leaf/i, ': its certificate is not trusted. In Node, NODE_EXTRA_CA_CERTS can add its authority'],
  [/^/, ' and the network'],
]

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
  // A proxy's refusal is the cause of the cause.
  const inner = thrown.cause?.cause ?? thrown.cause ?? thrown
  const toldReason = known && !isAborted ? thrown.message : inner.message || inner.code || thrown.message
  const clue = `${inner.code ?? thrown.code} ${toldReason}`
  const lacksTls = !known && noTls.test(clue)
  const ownReason = lacksTls ? 'the server does not speak TLS there' : toldReason
  const isUnknown = wasSent && !lacksTls && (known || !noConnection.test(clue))
  const outcome = isUnknown ? 'unknown' : 'not-sent'
  const again = isUnknown ? ' ' + repetition(plan, outcome) : ''
  const isOfKey = !known && !wasSent

  const ending = isAborted
    ? 'was aborted'
    : wasAnswered
      ? 'was answered, but not to its end'
      : isUnknown
        ? 'got no complete answer'
        : 'was not sent'
  const cure = isAborted
    ? again || 'Nothing was sent.'
    : isTimeout && !wasSent
      ? 'The function apiKey, a hook or a middleware took too long.'
      : isTimeout
        ? `Raise that option, or find out why ${wasAnswered ? 'a middleware' : 'the service'} is slow.${again}`
        : // The message of any other error of this package has its own cure.
          known
          ? again
          : isOfKey
            ? 'Make it return a key.'
            : `Check baseUrl${addressFaults.find(([pattern]) => pattern.test(clue))?.[1]}.${again}`
  const { message, named } = describe(
    transport,
    plan,
    outgoing,
    ending,
    isOfKey ? `the function apiKey failed: ${ownReason}` : ownReason,
    cure.trim(),
  )
  const Failure = (known?.constructor ?? (isOfKey ? InvalidRequestError : ConnectionError)) as typeof ApiError
  const fields = {
    ...(isOfKey ? { code: 'invalid_request', param: 'apiKey' } : known),
    ...named,
    outcome,
    // A timeout is the only error of this package that a repetition may mend: an answer that was too long would be as long again.
    retryable: (known ? isTimeout : wasSent) && mayRepeat(plan, outcome),
  } as const
  // The reason of a signal is a value of the caller, and stays as it is.
  return new Failure(message, fields, known ? known.cause : thrown)
}

/** The failure of the last attempt, which says why there was no further one. */
export function deniedFailure(failure: RequestError, retryDenied: RetryDenial): RequestError {
  const { retries, permitted, windowMs } = retryDenied
  failure.message += ` It was not sent again: the client had made ${retries} of the ${permitted} retries that retryBudget permits in ${windowMs} ms.`
  return Object.assign(failure, { retryDenied })
}

/** The service's id of a request, under the names that are in use. */
export const requestIdOf = ({ headers }: Response, redact: Redact): string | undefined =>
  redact(headers.get('x-request-id') ?? headers.get('request-id') ?? '') || undefined

type Event = components['schemas']['Event']

/** The failure of an attempt that was answered with an event which was certainly made of another request. */
export function conflictFailure(
  transport: Transport,
  plan: Plan<unknown>,
  outgoing: Called,
  response: Response,
  came: Event,
  contradiction: string,
): RequestError {
  const { redact } = transport
  const { status, headers } = response
  const event = (redactedJson(came, redact) ?? redactedJson({ ...came, data: {} }, redact)) as Event
  const requestId = requestIdOf(response, redact)
  const reason = `${status} ${shorten(`${event.id}`)} ${shorten(redact(contradiction))}`
  const { message, named } = describe(
    transport,
    plan,
    outgoing,
    'was answered with another event',
    reason + part(', request id ', requestId),
    'This idempotency key was used for another event: choose a key for each event, such as its type and its id.',
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

/** Names the scope that an operation needs: `createWebhook` needs `webhooks:write`. Scoped keys create no keys. */
function permission(operation: string): string {
  const [, verb, resource] = /^(\w+)(Event|Webhook)/.exec(operation) ?? []
  if (!resource) return 'Use a key that permits this.'
  const access = verb === 'create' || verb === 'delete' ? 'write' : 'read'
  return `Use a key with the scope ${resource.toLowerCase()}s:${access}.`
}

const checkAddress = 'Check that baseUrl is the address of the service, or tell its owner.'

/** The cure for an answer that is no success. */
function cureOf(
  plan: Plan<unknown>,
  outcome: Outcome,
  status: number,
  param: string | undefined,
  wait: number | undefined,
): string {
  const cures: Record<number, string> = {
    401: `${setOption('apiKey', 'API_KEY')} to a valid key.`,
    403: permission(plan.operation),
    404: 'Check the id, and that baseUrl is the address of the service.',
    405: checkAddress,
    408: repetition(plan, outcome),
    409: 'Repeat the same input later, or give another idempotencyKey.',
    413: 'Send less data.',
    429: `Wait ${wait === undefined ? 'some seconds' : `${wait} s`}, and set the option rate to that of the plan.`,
  }
  return (
    cures[status] ??
    (status < 300 ? checkAddress : `Correct ${param ? `the field ${param}` : 'the request'}.`)
  )
}

// So many characters of a body are redacted at most, for a message that quotes 200 of them.
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
  const location = headers.get('location') ?? ''
  const wait = retryAfter(headers, clock.now())
  const isTransient = ok || status === 408 || status === 429 || status >= 500
  // A 408 and a 5xx do not say whether they came before or after the work was done.
  const outcome = isTransient && status !== 429 ? 'unknown' : 'rejected'
  const isJson = fromJson(text) !== undefined

  let missing: string | undefined
  if (ok && isJson) plan.parse(text, (field) => (missing ??= field))
  const type = redact(headers.get('content-type') ?? '').replace(/;.*/s, '')
  // The body of a success in JSON may hold a secret that is shown once.
  const quoted =
    error.detail ?? (ok && isJson ? '' : redact(text.slice(0, maxRead).replace(/\s+/g, ' ')).trim())
  const reason = [
    status || 'a redirect',
    part(' ', type),
    part(' ', error.code),
    part(' to ', bareUrl(redact(location))),
    part(' "', quoted, '"'),
    ok && !text ? ' without a body' : part(' without ', missing),
    part(', param ', error.param),
    part(', request id ', requestId),
  ].join('')
  const ending = ok ? 'was answered unreadably' : status >= 500 ? 'failed' : 'was refused'
  const proxyClue = isJson ? '' : 'A proxy may have answered in place of the service. '
  // A browser hides the status of a redirect, and its location.
  const isRedirect = !ok && status < 400
  const redirectCure = location ? 'Set baseUrl to that address.' : checkAddress
  const otherCure = isRedirect ? redirectCure : proxyClue + cureOf(plan, outcome, status, error.param, wait)
  const cure = status >= 500 ? repetition(plan, outcome) : otherCure
  const { message, named } = describe(transport, plan, outgoing, ending, reason, cure)
  return new (apiErrorClass(status))(message, {
    ...error,
    ...named,
    status,
    requestId,
    headers: redactedHeaders(headers, redact),
    outcome,
    retryable: isTransient && mayRepeat(plan, outcome),
    retryAfter: wait,
  })
}
