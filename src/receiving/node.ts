import { readChunks } from './body'
import { WebhookVerificationError } from './verification-error'

/** A request of `node:http`, Express or Fastify, as far as a receiver needs it. */
export interface NodeRequest {
  method?: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** The body, where a parser read it before. */
  body?: unknown
  /** The raw body, where a parser kept it. */
  rawBody?: unknown
  /** The request of `node:http`, in Fastify. */
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
  /** The response of `node:http`, in Fastify. */
  raw?: NodeResponse
  /** Tells Fastify that somebody else sends the answer. */
  hijack?(): unknown
}

/** The raw body of a request: the one that a parser kept, or else the one that arrives. `undefined` when it is too large. */
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

/** Sends an answer through a response of Node. */
export async function writeNode(answer: Response, response: NodeResponse): Promise<void> {
  response.hijack?.()
  const target = response.raw ?? response
  // A middleware has answered before, such as one that limits the time.
  if (target.headersSent) return
  target.statusCode = answer.status
  for (const [name, value] of answer.headers) target.setHeader?.(name, value)
  target.end?.(await answer.text())
}
