import type { CompleteDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import type { OperationDescription, ResponseDescription } from '../../generated/operations'
import { hasNoBody, jsonAnswer, type Answer } from '../http/answer'
import { errorAnswer, invalidRequest, Refusal, retryAfter } from '../http/refusal'
import { challengeOf } from '../http/wording'
import type { Preferences } from './prefer'

/** The request that a preferred answer is for, and how the deployment answers. */
interface PreferredContext {
  operation: OperationDescription
  dialect: CompleteDialect
  now: number
  /** `Retry-After` in seconds. */
  seconds?: number
}

/** Makes the preferred answer: an example of the document where it has one, else the bare error envelope. */
export function preferredAnswer(
  { code, example }: Preferences,
  { operation, dialect, now, seconds }: PreferredContext,
): Answer {
  const [status, response] = responseFor(operation, code, example)
  if (hasNoBody(status)) return { status, headers: {}, body: null }
  const name = example ?? Object.keys(response?.examples ?? {})[0]
  const value =
    response && name !== undefined ? examples[response.examples[name] as keyof typeof examples] : undefined
  if (status < 300 && value !== undefined) return jsonAnswer(status, JSON.stringify(value))

  const { error } = (value ?? {}) as { error?: { message: string; param?: string } }
  const message = error?.message ?? `Answered with ${status}, as the Prefer header asked.`
  const headers: Record<string, string> = {}
  const challenge = status === 401 ? challengeOf('missingKey', status, dialect) : undefined
  if (challenge) headers['www-authenticate'] = challenge
  if (status === 405) headers.allow = operation.method
  if (status === 429 || seconds !== undefined) {
    Object.assign(headers, retryAfter(dialect, (seconds ?? 1) * 1_000, now))
  }
  const details = { param: error?.param, headers }
  return errorAnswer(new Refusal(status, errorCode(status, dialect), message, details))
}

/** The status to answer with and its response in the document. The exact status goes before its class. */
function responseFor(
  { responses }: OperationDescription,
  code: number | undefined,
  example: string | undefined,
): [number, ResponseDescription | undefined] {
  const hasExample = (response: ResponseDescription | undefined) =>
    response !== undefined && example !== undefined && Object.hasOwn(response.examples, example)
  if (code === undefined) {
    const entry = Object.entries(responses).find(([, response]) => hasExample(response))
    if (!entry) throw unknownExample(example, Object.values(responses))
    return [statusOfClass[entry[0]] ?? Number(entry[0]), entry[1]]
  }
  const exact = responses[code]
  const ofClass = responses[`${Math.floor(code / 100)}XX`]
  if (example === undefined) {
    // The examples of a class of statuses are written for 2XX, 403 and 503; they would not suit another status.
    const suits = code < 300 || code === 403 || code === 503
    return [code, exact ?? (suits ? ofClass : undefined)]
  }
  const response = [exact, ofClass].find(hasExample)
  if (!response) throw unknownExample(example, [exact, ofClass])
  return [code, response]
}

const statusOfClass: Record<string, number> = { '2XX': 201, '4XX': 403, '5XX': 503 }

function unknownExample(
  example: string | undefined,
  responses: readonly (ResponseDescription | undefined)[],
): Refusal {
  const known = responses.flatMap((response) => Object.keys(response?.examples ?? {}))
  return invalidRequest(
    `Prefer: there is no example ${example ?? ''} here. There are: ${known.join(', ')}.`,
    'Prefer',
  )
}

const codes: Record<number, string> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'invalid_request',
}

function errorCode(status: number, { errorCodes }: CompleteDialect): string {
  return errorCodes[status >= 500 ? 500 : status] ?? codes[status] ?? `status_${status}`
}
