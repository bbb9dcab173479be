import { beginning, searched } from './beginning'
import { curlLine, type ShownRequest } from './curl'
import type { Redactor } from './redact'
import type { Evidence, ExchangeEvidence } from './report'

const shownBody = 2000

/**
 * One request and its answer as they were. What is shown of it is made when it is asked for: few exchanges are, and a
 * secret that came meanwhile is taken out as well.
 */
export class Exchange implements ExchangeEvidence {
  failure?: string
  durationMs = 0
  answer?: { status: number; headers: Headers; text: string }

  constructor(
    private readonly sent: ShownRequest,
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
    const [body = '', ...values] = this.redactor.redactAll([beginning(text, searched), ...headers.values()])
    return {
      status,
      headers: Object.fromEntries([...headers.keys()].map((name, index) => [name, values[index] ?? ''])),
      body: body.length > shownBody ? `${beginning(body, shownBody)}…` : body,
    }
  }
}

/** Evidence as it stands in a report. */
export function written(evidence: Evidence): Evidence {
  if ('delivery' in evidence) return evidence
  const { request, response, failure, durationMs } = evidence
  return { request, ...(response && { response }), ...(failure !== undefined && { failure }), durationMs }
}
