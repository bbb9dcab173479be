/** The headers of a request or an answer, its body as far as it is kept, and the length of all of it in characters. */
export interface Message {
  headers: Readonly<Record<string, string>>
  body?: string
  size: number
}

/** One exchange of a HAR: an API request with its answer, or a delivery with what the receiver answered. */
export interface HarExchange {
  /** Milliseconds since the epoch. */
  startedAt: number
  durationMs: number
  request: Message & { method: string; url: string }
  /** Absent where no answer came. */
  response?: Message & { status: number }
  comment?: string
}

/**
 * Writes exchanges as a HAR 1.2, which browsers and proxies open, in the order in which they began. What HAR requires and the
 * suite does not know is -1 or empty, as HAR has it.
 */
export function toHar(creator: { name: string; version: string }, exchanges: readonly HarExchange[]): object {
  const entries = [...exchanges].sort((a, b) => a.startedAt - b.startedAt).map(toEntry)
  return { log: { version: '1.2', creator, entries } }
}

function toEntry({ startedAt, durationMs, request, response, comment }: HarExchange): object {
  const unknown = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      ...unknown,
      method: request.method,
      url: request.url,
      headers: pairs(Object.entries(request.headers)),
      queryString: pairs(new URLSearchParams(request.url.split('?')[1] ?? '')),
      bodySize: request.size,
      ...(request.body !== undefined && { postData: { mimeType: typeOf(request), text: request.body } }),
    },
    response: {
      ...unknown,
      status: response?.status ?? 0,
      statusText: '',
      headers: pairs(Object.entries(response?.headers ?? {})),
      content: {
        size: response?.size ?? 0,
        mimeType: response ? typeOf(response) : '',
        text: response?.body ?? '',
      },
      redirectURL: '',
      bodySize: response?.size ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(comment !== undefined && { comment }),
  }
}

function pairs(all: Iterable<readonly [string, string]>): { name: string; value: string }[] {
  return Array.from(all, ([name, value]) => ({ name, value }))
}

function typeOf({ headers }: Message): string {
  const [, type = 'application/octet-stream'] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  return type
}
