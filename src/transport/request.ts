import { refuse } from '../errors/refuse'
import { checkPathParameter } from './preflight'
import type { Outgoing } from './plan'

/** Writes the parameters of a path template into it. */
export const fillPath = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => checkPathParameter(name, values[name]))

/** Makes a `Request`. Refuses a path template that openapi-fetch was given no parameters for and has left as it was. */
export class CheckedRequest {
  /** openapi-fetch asks this of what a middleware returns. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request
  }

  constructor(url: string, init: RequestInit) {
    const missing = /^[^?]*\{(\w+)\}/.exec(url)?.[1]
    if (missing) refuse(missing, 'is missing: give it as params.path.')
    return new Request(url, init)
  }
}

/** Stands in for the `Request` of a call that no middleware sees. To make a real one takes 25 µs. */
export class LightRequest {
  declare readonly method: string
  declare readonly headers: Headers
  declare readonly body: string | undefined
  declare readonly signal: AbortSignal | undefined

  constructor(
    readonly url: string,
    init: object,
  ) {
    Object.assign(this, init)
  }

  async text(): Promise<string> {
    return this.body ?? ''
  }
}

/** Reads the body of a request, so that each attempt sends the same text: a `Request` can be sent only once. */
export async function outgoingOf(request: Request | LightRequest): Promise<Outgoing> {
  const { method, url, headers, signal } = request
  return { method, url, headers, signal, body: (await request.text()) || undefined }
}
