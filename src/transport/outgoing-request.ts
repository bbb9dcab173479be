/**
 * Stands in for `Request` in openapi-fetch. It keeps the URL and the init, so that each attempt sends the same body string and
 * no `Request` is made or cloned, which would cost a fifth to a third of the throughput.
 */
export class OutgoingRequest {
  readonly method: string
  readonly headers: Headers

  constructor(
    readonly url: string,
    readonly init: RequestInit & { headers: Headers },
  ) {
    this.method = init.method ?? 'GET'
    this.headers = init.headers
  }

  get body() {
    return this.init.body
  }

  clone(): OutgoingRequest {
    return new OutgoingRequest(this.url, { ...this.init, headers: new Headers(this.headers) })
  }

  text(): Promise<string> {
    return new Response(this.init.body).text()
  }

  // A middleware may return a real request.
  static [Symbol.hasInstance](value: object): boolean {
    return 'url' in value && 'headers' in value
  }
}

/** Takes over the request of a middleware that made one of its own. */
export async function outgoing(request: Request | OutgoingRequest): Promise<OutgoingRequest> {
  if ('init' in request) return request
  const { url, method, headers, signal } = request
  const body = request.body ? await request.arrayBuffer() : undefined
  return new OutgoingRequest(url, { method, headers, signal, body })
}
