import { version } from '../package.json'
import type { DeliveryEntry } from './delivery-entry'
import type { RequestEntry } from './entry'

/** A request or a delivery of the journal as an entry of an HTTP Archive 1.2. Keys and secrets are hidden in it, as in the journal. */
export function harEntry(entry: RequestEntry | DeliveryEntry, origin: string): object {
  const isDelivery = entry.kind === 'delivery'
  const { at, duration, headers, body } = entry
  const url = isDelivery ? (entry.forwardedTo ?? entry.url) : `${origin}${entry.path}`
  const answer = isDelivery ? entry.answer : { status: entry.status, headers: {}, body: entry.answer ?? '' }
  return {
    startedDateTime: at,
    time: duration,
    request: {
      method: isDelivery ? 'POST' : entry.method,
      url,
      ...common(headers),
      queryString: queryOf(url),
      bodySize: body?.length ?? 0,
      postData: body === undefined ? undefined : { mimeType: typeOf(headers), text: body },
    },
    response: {
      // A status of 0 is how archives write that there was no answer.
      status: answer?.status ?? 0,
      statusText: (isDelivery ? entry.error : undefined) ?? '',
      ...common(answer?.headers ?? {}),
      content: {
        size: answer?.body.length ?? 0,
        mimeType: isDelivery ? typeOf(answer?.headers ?? {}) : 'application/json',
        text: answer?.body ?? '',
      },
      redirectURL: '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _number: entry.number,
    _kind: entry.kind,
  }
}

/** The creator of an archive. */
export const harCreator = { name: 'event-delivery-mock', version }

function common(headers: Record<string, string>): object {
  return {
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    headersSize: -1,
  }
}

const typeOf = (headers: Record<string, string>) => headers['content-type'] ?? ''

function queryOf(url: string): object[] {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }))
}
