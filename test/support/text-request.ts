/** What a request is made of besides its URL. */
interface Parts {
  method: string
  headers: HeadersInit
  body: string
}

/**
 * A request whose body is read as often as wanted, and sent on as often. To copy a body that is a stream, as `clone` does otherwise,
 * costs more than the rest of an exchange in process.
 */
export class TextRequest extends Request {
  readonly #sent: string
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | null = null

  constructor(url: string, { method, headers, body }: Parts) {
    super(url, { method, headers })
    this.#sent = body
  }

  override get body() {
    return (this.#stream ??= new Response(this.#sent).body)
  }

  override clone(): TextRequest {
    return withText(this, this.#sent)
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#sent)
  }

  override json(): Promise<unknown> {
    return Promise.resolve(this.#sent).then(JSON.parse)
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new TextEncoder().encode(this.#sent).buffer)
  }
}

/** A request with this body, at another URL where one is given. */
export function withText({ method, headers, url }: Request, body: string, to = url): TextRequest {
  return new TextRequest(to, { method, headers, body })
}
