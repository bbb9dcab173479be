import type { AnyCatalog } from '../catalog/event'
import type { FastifyReply, FastifyRequest } from './frameworks/fastify'
import type { RequestContext } from './frameworks/fetch'
import type { H3Event } from './frameworks/h3'
import type { HapiRequest, HapiToolkit } from './frameworks/hapi'
import type { HonoContext } from './frameworks/hono'
import type { KoaContext } from './frameworks/koa'
import type { LambdaAnswer, LambdaEvent } from './frameworks/lambda'
import type { NodeRequest, NodeResponse } from './frameworks/node'
import { recognise } from './frameworks/recognise'
import { createDeliveryHandler } from './handle'
import type { QueuedReceiverOptions, ReceiverOptions } from './options'

/**
 * Receives deliveries. A receiver is the handler itself, in each of the frameworks below: it recognises them by their arguments.
 * docs/receiving.md shows each.
 */
export interface Receiver {
  /** For `node:http`, Express and the API routes of Next.js. */
  (request: NodeRequest, response: NodeResponse, next?: unknown): Promise<void>
  /** For Fastify. */
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** For Hono. */
  (context: HonoContext, next?: unknown): Promise<Response>
  /** For Koa. */
  (context: KoaContext, next?: unknown): Promise<void>
  /** For Nuxt, Nitro and h3. */
  (event: H3Event): Promise<Response>
  /** For hapi. */
  (request: HapiRequest, toolkit: HapiToolkit): Promise<symbol>
  /** For AWS Lambda behind API Gateway, a function URL or an Application Load Balancer. */
  (event: LambdaEvent, context?: unknown, callback?: unknown): Promise<LambdaAnswer>
  /** For SvelteKit, Astro, Remix and React Router. */
  (context: RequestContext, next?: unknown): Promise<Response>
  // Next.js compares the last of these signatures with its own.
  /** For route handlers of Next.js, Cloudflare Workers, Bun, Deno and all others that take a `Request`. */
  (request: Request, ...context: unknown[]): Promise<Response>
  /** The receiver itself. Earlier versions had a receiver for Node alone under this name. */
  readonly node: Receiver
}

/**
 * Makes a receiver of deliveries. The receiver verifies a delivery, recognises duplicates by its id, hands the event to its handler, and
 * answers 204 when the event was handled, now or before, or 500 when the handler threw, so that the service sends it again.
 *
 * Calling it with the arguments of no framework that it knows throws an `InvalidRequestError` at once.
 *
 * @throws InvalidRequestError for an option that cannot be right, WebhookVerificationError for a secret that is none.
 * @example
 * const receive = createReceiver({
 *   secret: process.env.WEBHOOK_SECRET ?? '',
 *   on: { 'order.paid': (event) => ship(event.data) },
 *   otherwise: (event) => console.log('unhandled', event.type),
 * })
 * http.createServer(receive) // or: app.post('/hooks', receive), or: export const POST = receive
 */
export function createReceiver<Catalog extends object = AnyCatalog, Tx = undefined>(
  options: ReceiverOptions<Catalog, Tx>,
): Receiver
// Without type parameters, so that the compiler names the place of a mistake in the options of a catalog.
export function createReceiver(options: QueuedReceiverOptions): Receiver
export function createReceiver(options: ReceiverOptions | QueuedReceiverOptions): Receiver {
  const handle = createDeliveryHandler(options as ReceiverOptions)
  const receive = (...args: unknown[]): unknown => {
    const { method, read, answer } = recognise(args)
    return handle(read, { method }).then(answer)
  }
  return Object.assign(receive, { node: receive }) as Receiver
}
