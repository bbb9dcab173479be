import { quotedAround } from '../../../src/core/shell'
import type { HarExchange } from './har'
import type { Redactor } from '../../../src/core/redaction'

/** A request as it goes over the wire. */
export interface HttpRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

/** The most characters that are shown of a request's body, and of an answer's. A line whose body is cut does not send what was sent. */
const [shownOfRequest, shownOfAnswer] = [16_000, 2_000]

/**
 * One request and its answer, secrets redacted.
 *
 * @example
 * const isExchange = (one: Evidence): one is ExchangeEvidence => 'request' in one
 */
export interface ExchangeEvidence {
  /** The request as a curl command; keys stand as shell variables. */
  request: string
  /** Absent where no answer came. A body of more than 2,000 characters is cut off, and ends in `…`. */
  response?: { status: number; headers: Record<string, string>; body: string }
  /** Why no answer came. */
  failure?: string
  /** Milliseconds until the answer was read, or until none came. */
  durationMs: number
}

/**
 * One request and its answer as they were. The evidence is written only when it is read, because few exchanges are ever
 * shown, and because secrets that became known meanwhile are then redacted too.
 */
export class Exchange implements ExchangeEvidence {
  failure?: string
  durationMs = 0
  /** Milliseconds since the epoch. */
  readonly startedAt = Date.now()
  readonly #sent: HttpRequest
  readonly #bodyLength: number
  readonly #redact: (text: string) => string
  #answer?: KeptAnswer

  constructor(sent: HttpRequest, redactor: Redactor) {
    // Results keep their evidence until the run is over, and a body may have megabytes.
    this.#sent = { ...sent, body: sent.body && beginning(sent.body, searched) }
    this.#bodyLength = sent.body?.length ?? 0
    this.#redact = (text) => redactor.redact(text)
  }

  /** Keeps what may be shown of an answer. */
  keepAnswer({ status, headers, text }: ReceivedAnswer): void {
    this.#answer = { status, headers, text: beginning(text, searched), length: text.length }
  }

  get request(): string {
    return curlLine(this.#wholeRequest())
  }

  get response(): ExchangeEvidence['response'] {
    if (!this.#answer) return undefined
    const { status, headers, body: whole } = this.#wholeResponse(this.#answer)
    const body = whole.length > shownOfAnswer ? `${beginning(whole, shownOfAnswer)}…` : whole
    return { status, headers, body }
  }

  /** The exchange with far longer bodies than a report shows, redacted with every secret that is known by now. */
  whole(): HarExchange {
    const { startedAt, durationMs, failure } = this
    return {
      ...{ startedAt, durationMs, request: this.#wholeRequest() },
      ...(this.#answer && { response: this.#wholeResponse(this.#answer) }),
      ...(failure !== undefined && { comment: failure }),
    }
  }

  #wholeRequest() {
    const { method, url, headers, body } = this.#sent
    const redact = this.#redact
    return {
      ...{ method, url: redact(url), headers: redactedHeaders(Object.entries(headers), redact) },
      ...(body !== undefined && { body: redact(body) }),
      size: this.#bodyLength,
    }
  }

  #wholeResponse({ status, headers, text, length: size }: KeptAnswer) {
    return { status, headers: redactedHeaders(headers, this.#redact), body: this.#redact(text), size }
  }

  /** The exchange as plain data, which no longer changes: what is shown, and nothing else. */
  toJSON(): ExchangeEvidence {
    const { request, response, failure, durationMs } = this
    return { request, ...(response && { response }), ...(failure !== undefined && { failure }), durationMs }
  }
}

interface ReceivedAnswer {
  status: number
  headers: Headers
  text: string
}

/** The beginning of an answer, and how long all of it was. */
type KeptAnswer = ReceivedAnswer & { length: number }

/** Headers without secrets. A deployment may write one into a name as well. */
export function redactedHeaders(
  headers: Iterable<readonly [string, string]>,
  redact: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [redact(name), redact(value)]))
}

/**
 * The most characters of a text that are searched for secrets: far more than a report shows, even where redaction
 * shortens it.
 */
export const searched = 20_000

/**
 * Copies the first characters of a text. A slice would keep the whole text in memory for as long as the report lives, and
 * an answer may have many megabytes.
 */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text
  return Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le')
}

/** Writes a request as a curl command for a POSIX shell. A long body is cut. */
function curlLine({ method, url, headers, body, size }: HarExchange['request']): string {
  const parts = ['curl -i', `-X ${method}`, quotedAround(url)]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quotedAround(`${name}: ${value}`)}`)
  if (body !== undefined) {
    parts.push(`--data-binary ${quotedAround(body.slice(0, shownOfRequest))}`)
    if (body.length > shownOfRequest) parts.push(`# cut after ${shownOfRequest} of ${size} characters`)
  }
  return parts.join(' ')
}
