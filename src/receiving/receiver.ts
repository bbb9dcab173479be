import type { AnyCatalog, Event, Parsed, ReceivedEvent, TypeOf } from '../catalog/event'
import { type ClaimResult, type DedupeStore, createMemoryStore } from './dedupe'
import { readChunks, streamed } from './body'
import { type NodeRequest, type NodeResponse, readNodeBody, writeNode } from './node'
import { type UnwrapOptions, type Unwrapped, unwrapDelivery } from './unwrap'
import { WebhookVerificationError } from './verification-error'
import type { Delivery, Verified } from './verify'

/** What a handler is told besides the event. */
export interface DeliveryContext extends Verified {
  /** The headers of the delivery. */
  headers: Delivery['headers']
}

/** Handles an event. What it throws makes the service send it again. */
// Typed as a method: a handler of one literal type has to fit a catalog whose types are any string.
export type EventHandler<Received> = {
  handle(event: Received, context: DeliveryContext): unknown
}['handle']

/** How deliveries are received. */
export interface ReceiverOptions<Catalog extends object = AnyCatalog> extends UnwrapOptions<Catalog> {
  /** Handlers by event type. */
  on?: { [Type in TypeOf<Catalog>]?: EventHandler<Event<Type, Parsed<Catalog, Type>>> }
  /** Handles every event that has no handler of its own. */
  otherwise: EventHandler<ReceivedEvent<Catalog>>
  /** Remembers what was handled. In memory unless given; `false` handles every delivery. */
  store?: DedupeStore | false
  /** Told of every delivery that was not handled, with the reason. */
  onError?(error: unknown): unknown
  /** The largest body in bytes. 1 MiB unless given. */
  maxBytes?: number
}

/** Receives deliveries: a handler for `fetch` servers, with one for Node beside it. */
export interface Receiver {
  (request: Request): Promise<Response>
  /** For `node:http`, Express and Fastify. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>
}

const answer = (status: number, code?: string, message?: string, headers?: Record<string, string>) =>
  code
    ? Response.json({ error: { code, message } }, { status, headers })
    : new Response(null, { status, headers })

const notHandled = () => answer(500, 'not_handled', 'The delivery was not handled.')

/**
 * Makes a receiver of deliveries. It verifies, recognises duplicates by the delivery's id, hands the event to its handler, and
 * answers: 204 when it was handled, now or before, 500 when the handler threw, so that the service sends it again.
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
  const { on = {}, otherwise, store = createMemoryStore(), onError, maxBytes = 1_048_576 } = options
  const handlers = on as Record<string, EventHandler<Event> | undefined>

  const quietly = async (action: () => unknown) => {
    try {
      await action()
    } catch (error) {
      await report(error)
    }
  }
  // What is told of an error may fail itself. The service gets its answer all the same.
  const report = async (error: unknown) => {
    try {
      await onError?.(error)
    } catch {
      // Nobody is left to be told.
    }
  }

  const handle = async ({ event, verified }: Unwrapped<Catalog>, headers: Delivery['headers']) => {
    // Schemes without an id of the delivery still sign the event's own.
    const id = verified.id ?? (event as { id?: string }).id
    const claim: ClaimResult = store && id ? await store.claim(id) : 'claimed'
    if (claim === 'done') return answer(204)
    if (claim === 'busy')
      return answer(503, 'busy', 'This delivery is being handled.', { 'retry-after': '5' })
    const handler = (Object.hasOwn(handlers, event.type) && handlers[event.type]) || otherwise
    try {
      await handler(event as Event & ReceivedEvent<Catalog>, { ...verified, headers })
    } catch (error) {
      if (store && id) await quietly(() => store.release(id))
      throw error
    }
    // It was handled. Were the answer to say otherwise, it would be handled again.
    if (store && id) await quietly(() => store.commit(id))
    return answer(204)
  }

  const refusal = (error: unknown): Response => {
    if (!(error instanceof WebhookVerificationError)) return notHandled()
    const { code, message } = error
    // These two are mistakes of the receiver: what was sent may be right, and is wanted again.
    return answer(code === 'body-not-raw' || code === 'wrong-secret' ? 500 : 400, code, message)
  }

  const receive = async (
    method: string | undefined,
    read: () => Promise<Delivery | undefined>,
  ): Promise<Response> => {
    if (method !== 'POST')
      return answer(405, 'method_not_allowed', 'Deliveries are sent by POST.', { allow: 'POST' })
    let explain = refusal
    try {
      const delivery = await read()
      if (!delivery) return answer(413, 'payload_too_large', `At most ${maxBytes} bytes.`)
      const unwrapped = await unwrapDelivery(delivery, options)
      // A handler that verifies something itself, and fails, says nothing of this delivery.
      explain = notHandled
      return await handle(unwrapped, delivery.headers)
    } catch (error) {
      await report(error)
      return explain(error)
    }
  }

  const readRequest = async (request: Request): Promise<Delivery | undefined> => {
    if (request.bodyUsed) return request
    if (Number(request.headers.get('content-length')) > maxBytes) return undefined
    const body = await readChunks(streamed(request.body), maxBytes)
    return body && { body, headers: request.headers }
  }

  return Object.assign((request: Request) => receive(request.method, () => readRequest(request)), {
    async node(request: NodeRequest, response: NodeResponse) {
      const method = request.method ?? request.raw?.method
      const result = await receive(method, async () => {
        const body = await readNodeBody(request, maxBytes)
        return body === undefined ? undefined : { body, headers: request.headers }
      })
      await writeNode(result, response)
    },
  })
}
