import { beginning } from './beginning'
import { curlLine, type HttpRequest } from './curl'
import type { Redactor } from './redact'

/** The most characters of a body that are shown. */
const shownBody = 2000

/**
 * One request and its answer, secrets redacted.
 *
 * @example
 * const isExchange = (one: Evidence): one is ExchangeEvidence => 'request' in one
 */
export interface ExchangeEvidence {
  /** The request as a curl command; keys stand as shell variables. */
  request: string
  response?: { status: number; headers: Record<string, string>; body: string }
  /** Why no answer came. */
  failure?: string
  durationMs: number
}

/**
 * One request and its answer as they were. The evidence is written only when it is read, because few exchanges are ever
 * shown, and because secrets that became known meanwhile are then redacted too.
 */
export class Exchange implements ExchangeEvidence {
  failure?: string
  durationMs = 0
  /** The answer, its text no longer than what is searched for secrets. */
  answer?: { status: number; headers: Headers; text: string }

  constructor(
    private readonly sent: HttpRequest,
    private readonly redactor: Redactor,
  ) {}

  get request(): string {
    const { method, url, headers, body } = this.sent
    const names = Object.keys(headers)
    const [shownUrl = '', shownText = '', ...values] = this.redactor.redactAll([
      url,
      body ?? '',
      ...Object.values(headers),
    ])
    return curlLine({
      method,
      url: shownUrl,
      headers: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
      body: body === undefined ? undefined : shownText,
    })
  }

  get response(): ExchangeEvidence['response'] {
    if (!this.answer) return undefined
    const { status, headers, text } = this.answer
    const [body = '', ...values] = this.redactor.redactAll([text, ...headers.values()])
    return {
      status,
      headers: Object.fromEntries([...headers.keys()].map((name, index) => [name, values[index] ?? ''])),
      body: body.length > shownBody ? `${beginning(body, shownBody)}…` : body,
    }
  }

  /** The exchange as plain data, which no longer changes. */
  snapshot(): ExchangeEvidence {
    const { request, response, failure, durationMs } = this
    return { request, ...(response && { response }), ...(failure !== undefined && { failure }), durationMs }
  }
}
