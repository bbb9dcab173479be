import type { CompleteDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import type { OperationDescription, ResponseDescription } from '../../generated/operations'
import type { RequestFaultKind } from './fault'
import { nearest } from '../settings/nearest'
import { jsonAnswer, type Answer } from '../http/answer'
import { errorAnswer, invalidRequest, Refusal, retryAfter } from '../http/refusal'

/** What a request prefers to get instead of what it would get (RFC 7240). */
export interface Preferences {
  code?: number
  example?: string
  /** Milliseconds to wait before the request is handled. */
  delay?: number
  fault?: RequestFault
}

/** A fault that a request asks for. */
export type RequestFault = Exclude<RequestFaultKind, 'status' | 'latency'>

const longestDelay = 60_000
const faults: readonly string[] = [
  'reset',
  'reset-after-commit',
  'truncated',
  'html',
] satisfies RequestFault[]

/** Reads a `Prefer` header. Preferences that are not the mock's own are left alone, as RFC 7240 wants it. */
export function preferences(header: string): Preferences {
  const found: Preferences = {}
  for (const part of header.split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim().replace(/^"(.*)"$/, '$1'))
    // RFC 7240 section 2: of a preference that is given twice the first counts.
    if (Object.hasOwn(found, name.toLowerCase())) continue
    switch (name.toLowerCase()) {
      case 'code':
        if (!/^[2-5]\d\d$/.test(value))
          throw invalidRequest('Prefer: code must be a status from 200 to 599.', 'Prefer')
        found.code = Number(value)
        break
      case 'example':
        found.example = value
        break
      case 'delay':
        if (!/^\d+$/.test(value) || Number(value) > longestDelay) {
          throw invalidRequest(`Prefer: delay must be milliseconds, at most ${longestDelay}.`, 'Prefer')
        }
        found.delay = Number(value)
        break
      case 'fault':
        if (!faults.includes(value)) {
          throw invalidRequest(
            `Prefer: fault must be one of ${faults.join(', ')}. The nearest one is ${nearest(value, faults)}.`,
            'Prefer',
          )
        }
        found.fault = value as RequestFault
    }
  }
  if (found.fault?.startsWith('reset') && (found.code !== undefined || found.example !== undefined)) {
    throw invalidRequest(`Prefer: fault=${found.fault} leaves no answer that could have a code.`, 'Prefer')
  }
  if (found.fault === 'html' && found.example !== undefined) {
    throw invalidRequest('Prefer: fault=html takes the place of an example.', 'Prefer')
  }
  return found
}

/** `Preference-Applied` for these. */
export function applied(preferences: Preferences): string {
  return Object.entries(preferences)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

/** The answer that was preferred, with `seconds` in its `Retry-After`: an example of the document where it has one, else the bare error envelope. */
export function preferredAnswer(
  { code, example }: Preferences,
  operation: OperationDescription,
  dialect: CompleteDialect,
  now: number,
  seconds?: number,
): Answer {
  const [status, response] = described(operation, code, example)
  if (status === 204 || status === 205 || status === 304) return { status, headers: {}, body: null }
  const name = example ?? Object.keys(response?.examples ?? {})[0]
  const value =
    response && name !== undefined ? examples[response.examples[name] as keyof typeof examples] : undefined
  if (status < 300 && value !== undefined) return jsonAnswer(status, JSON.stringify(value))

  const { error } = (value ?? {}) as { error?: { message: string; param?: string } }
  const message = error?.message ?? `Answered with ${status}, as the Prefer header asked.`
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (status === 405) headers.allow = operation.method
  if (status === 429 || seconds !== undefined) {
    Object.assign(headers, retryAfter(dialect, (seconds ?? 1) * 1_000, now))
  }
  return errorAnswer(
    new Refusal(status, errorCode(status, dialect), message, { param: error?.param, headers }),
  )
}

/** The status to answer with and what the document says of it, the exact status before its class. */
function described(
  { responses }: OperationDescription,
  code: number | undefined,
  example: string | undefined,
): [number, ResponseDescription | undefined] {
  if (code === undefined) {
    const entry = Object.entries(responses).find(
      ([, response]) => example !== undefined && Object.hasOwn(response.examples, example),
    )
    if (!entry) throw unknownExample(example, Object.values(responses))
    return [statusOfClass[entry[0]] ?? Number(entry[0]), entry[1]]
  }
  const exact = responses[code]
  const ofClass = responses[`${Math.floor(code / 100)}XX`]
  if (example === undefined) {
    // What the document shows for a class of statuses suits 2XX, 403 and 503, not any other of the class.
    const suits = code < 300 || code === 403 || code === 503
    return [code, exact ?? (suits ? ofClass : undefined)]
  }
  const response = [exact, ofClass].find(
    (candidate) => candidate && Object.hasOwn(candidate.examples, example),
  )
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
  if (status === 401 || status === 403 || status === 429) return errorCodes[status]
  return status >= 500 ? errorCodes[500] : (codes[status] ?? `status_${status}`)
}
