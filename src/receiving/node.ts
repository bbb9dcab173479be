import { readChunks } from './body'
import { WebhookVerificationError } from './verification-error'

/** A request of `node:http`, Express or Fastify, as far as a receiver needs it. */
export interface NodeRequest {
  method?: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** The body, where something read it before. */
  body?: unknown
  /** The raw body, where something kept it. */
  rawBody?: unknown
  /** Fastify's way to the request of `node:http`. */
  raw?: NodeRequest
  readableEnded?: boolean
  readableDidRead?: boolean
  [Symbol.asyncIterator]?(): AsyncIterator<unknown>
}

/** A response of `node:http`, Express or Fastify, as far as a receiver needs it. */
export interface NodeResponse {
  statusCode: number
  headersSent?: boolean
  setHeader?(name: string, value: string): unknown
  end?(text: string): unknown
  /** Fastify's way to the response of `node:http`. */
  raw?: NodeResponse
  /** Tells Fastify that the answer is sent without it. */
  hijack?(): unknown
}

/** The raw body of a request: as it was kept, or else as it arrives. `undefined` when it is too large. */
export async function readNodeBody(
  request: NodeRequest,
  maxBytes: number,
): Promise<string | Uint8Array | undefined> {
  const source = request.raw ?? request
  for (const kept of [request.rawBody, source.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array)
      return kept.length > maxBytes ? undefined : kept
  }
  if (source.readableEnded || source.readableDidRead || !source[Symbol.asyncIterator]) {
    throw new WebhookVerificationError(
      'body-not-raw',
      'The body was parsed before the receiver saw it. Mount the receiver before express.json(), or with express.raw({ type: "*/*" }); in Fastify, add a content type parser with parseAs "buffer".',
    )
  }
  return readChunks(source as AsyncIterable<Uint8Array | string>, maxBytes)
}

/** Sends an answer by way of Node. */
export async function writeNode(answer: Response, response: NodeResponse): Promise<void> {
  response.hijack?.()
  const target = response.raw ?? response
  // Something else answered, such as a middleware that watches the time.
  if (target.headersSent) return
  target.statusCode = answer.status
  for (const [name, value] of answer.headers) target.setHeader?.(name, value)
  target.end?.(await answer.text())
}
