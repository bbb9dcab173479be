import type { AnyCatalog } from '../catalog/event'
import { readChunks, streamed } from './body'
import { type ReadDelivery, createDeliveryHandler } from './handle'
import { type NodeRequest, type NodeResponse, readNodeBody, writeNode } from './node'
import type { ReceiverOptions } from './options'

/** Receives deliveries: a handler for servers that take a `Request`, with one for Node as its `node`. */
export interface Receiver {
  (request: Request): Promise<Response>
  /** For `node:http`, Express and Fastify. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>
}

const reading =
  (request: Request): ReadDelivery =>
  async ({ maxBytes }) => {
    if (request.bodyUsed) return request
    if (Number(request.headers.get('content-length')) > maxBytes) return undefined
    const body = await readChunks(streamed(request.body), maxBytes)
    return body && { body, headers: request.headers }
  }

const readingNode =
  (request: NodeRequest): ReadDelivery =>
  async ({ maxBytes }) => {
    const body = await readNodeBody(request, maxBytes)
    return body === undefined ? undefined : { body, headers: request.headers }
  }

/**
 * Makes a receiver of deliveries. The receiver verifies a delivery, recognises duplicates by its id, hands the event to its handler, and
 * answers 204 when the event was handled, now or before, or 500 when the handler threw, so that the service sends it again.
 *
 * @example
 * const receive = createReceiver({
 *   secret: process.env.WEBHOOK_SECRET,
 *   on: { 'order.paid': (event) => ship(event.data) },
 *   otherwise: (event) => console.log('unhandled', event.type),
 * })
 * http.createServer(receive.node) // or: export const POST = receive
 */
export function createReceiver<Catalog extends object = AnyCatalog>(
  options: ReceiverOptions<Catalog>,
): Receiver {
  const handle = createDeliveryHandler(options)
  return Object.assign((request: Request) => handle(reading(request), { method: request.method }), {
    async node(request: NodeRequest, response: NodeResponse) {
      const method = request.method ?? request.raw?.method
      await writeNode(await handle(readingNode(request), { method }), response)
    },
  })
}
