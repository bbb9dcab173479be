import type { AnyCatalog, Event, Parsed, ReceivedEvent, TypeOf } from '../catalog/event'
import { type ClaimResult, type DedupeStore, createMemoryStore } from './dedupe'
import { readChunks, streamed } from './body'
import { type NodeRequest, type NodeResponse, readNodeBody, writeNode } from './node'
import { type UnwrapOptions, type Unwrapped, unwrapDelivery } from './unwrap'
import { WebhookVerificationError } from './verification-error'
import type { Delivery, Verified } from './verify'

/** The second argument of a handler: how the event was delivered. */
export interface DeliveryContext extends Verified {
  /** The headers of the delivery. */
  headers: Delivery['headers']
}

/** Handles an event. Where it throws, the service is asked to send the event again. */
// Taken from a method, whose parameters are compared less strictly: a handler of one literal type has to fit a catalog of any types.
export type EventHandler<Received> = {
  handle(event: Received, context: DeliveryContext): unknown
}['handle']

/** How deliveries are received. */
export interface ReceiverOptions<Catalog extends object = AnyCatalog> extends UnwrapOptions<Catalog> {
  /** Handlers by event type. */
  on?: { [Type in TypeOf<Catalog>]?: EventHandler<Event<Type, Parsed<Catalog, Type>>> }
  /** Handles every event that has no handler of its own. */
  otherwise: EventHandler<ReceivedEvent<Catalog>>
  /** Remembers the deliveries that were handled. In memory unless given; with `false`, each delivery is handled. */
  store?: DedupeStore | false
  /** Called with the reason for each delivery that was not handled. */
  onError?(error: unknown): unknown
  /** The largest body in bytes. 1 MiB unless given. */
  maxBytes?: number
}

/** Receives deliveries: a handler for servers that take a `Request`, with one for Node as its `node`. */
export interface Receiver {
  (request: Request): Promise<Response>
  /** For `node:http`, Express and Fastify. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>
}

const answer = (status: number, code?: string, message?: string, headers?: Record<string, string>) =>
  code
    ? Response.json({ error: { code, message } }, { status, headers })
    : new Response(null, { status, headers })

const answerToUnhandled = () => answer(500, 'not_handled', 'The delivery was not handled.')

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
  const { on = {}, otherwise, store = createMemoryStore(), onError, maxBytes = 1_048_576 } = options
  const handlers = on as Record<string, EventHandler<Event> | undefined>

  const reportErrorsOf = async (action: () => unknown) => {
    try {
      await action()
    } catch (error) {
      await report(error)
    }
  }
  // `onError` may fail itself. The service gets its answer all the same.
  const report = async (error: unknown) => {
    try {
      await onError?.(error)
    } catch {
      // There is nobody else to report to.
    }
  }

  const handle = async ({ event, verified }: Unwrapped<Catalog>, headers: Delivery['headers']) => {
    // In a scheme without delivery ids, the id of the event stands in the signed body.
    const id = verified.id ?? (event as { id?: string }).id
    const claim: ClaimResult = store && id ? await store.claim(id) : 'claimed'
    if (claim === 'done') return answer(204)
    if (claim === 'busy')
      return answer(503, 'busy', 'This delivery is being handled.', { 'retry-after': '5' })
    const handler = (Object.hasOwn(handlers, event.type) && handlers[event.type]) || otherwise
    try {
      await handler(event as Event & ReceivedEvent<Catalog>, { ...verified, headers })
    } catch (error) {
      if (store && id) await reportErrorsOf(() => store.release(id))
      throw error
    }
    // Whether or not the store can note it, the delivery was handled. After any other answer it would be handled again.
    if (store && id) await reportErrorsOf(() => store.commit(id))
    return answer(204)
  }

  const answerToRefused = (error: unknown): Response => {
    if (!(error instanceof WebhookVerificationError)) return answerToUnhandled()
    const { code, message } = error
    // These two are mistakes of the receiver. The delivery may be right, so the service is asked to send it again.
    return answer(code === 'body-not-raw' || code === 'wrong-secret' ? 500 : 400, code, message)
  }

  const receive = async (
    method: string | undefined,
    read: () => Promise<Delivery | undefined>,
  ): Promise<Response> => {
    if (method !== 'POST')
      return answer(405, 'method_not_allowed', 'Deliveries are sent by POST.', { allow: 'POST' })
    let answerTo = answerToRefused
    try {
      const delivery = await read()
      if (!delivery) return answer(413, 'payload_too_large', `At most ${maxBytes} bytes.`)
      const unwrapped = await unwrapDelivery(delivery, options)
      // From here on, a verification error is one of the handler's own, and says nothing about this delivery.
      answerTo = answerToUnhandled
      return await handle(unwrapped, delivery.headers)
    } catch (error) {
      await report(error)
      return answerTo(error)
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
