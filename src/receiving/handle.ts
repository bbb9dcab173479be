import type { AnyCatalog, Event, ReceivedEvent } from '../catalog/event'
import { type Clock, systemClock } from '../transport/clock'
import { type ClaimResult, createMemoryStore } from './dedupe'
import { type ObservedDelivery, handleObserved } from './observe'
import type { EventHandler, ReceiverOptions } from './options'
import { type Unwrapped, unwrapDelivery } from './unwrap'
import { type WebhookVerificationCode, WebhookVerificationError } from './verification-error'
import type { Delivery } from './verify'

/** The bounds within which an adapter reads a delivery. */
export interface ReadLimits {
  /** The largest body in bytes. */
  maxBytes: number
  /** The longest time in milliseconds that the body may take to arrive. */
  bodyTimeout: number
  clock: Clock
}

/** Reads a delivery as it arrives: its headers and raw body. Throws a `WebhookVerificationError` where there is none to be had. */
export type ReadDelivery = (limits: ReadLimits) => Promise<Delivery>

/** The facts of a delivery that an adapter knows before it reads the body. */
export interface DeliveryOrigin {
  /** The HTTP method. Whatever is no POST is answered 405, and not read. */
  method: string | undefined
}

/** Reads, verifies and handles a delivery. It never rejects: each failure is reported and has its answer. */
export type DeliveryHandler = (delivery: ReadDelivery, origin: DeliveryOrigin) => Promise<Response>

const answer = (status: number, code?: string, message?: string, headers?: Record<string, string>) =>
  code
    ? new Response(JSON.stringify({ error: { code, message } }), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      })
    : new Response(null, { status, headers })

const answerToUnhandled = () => answer(500, 'not_handled', 'The delivery was not handled.')

interface Answered {
  status: number
  code?: string
  headers?: Record<string, string>
}

// Where a code is not in this table, the delivery itself is wrong, and the answer is 400.
const answers: Partial<Record<WebhookVerificationCode, Answered>> = {
  // These two are mistakes of the receiver. The delivery may be right, so the service is asked to send it again.
  'body-not-raw': { status: 500 },
  'wrong-secret': { status: 500 },
  'body-too-large': { status: 413, code: 'payload_too_large' },
  // The rest of a slow body would go on to arrive on a connection that is kept.
  'body-too-slow': { status: 408, headers: { connection: 'close' } },
}

const answerToRefused = (error: unknown): Response => {
  if (!(error instanceof WebhookVerificationError)) return answerToUnhandled()
  const { status, code = error.code, headers } = answers[error.code] ?? { status: 400 }
  return answer(status, code, error.message, headers)
}

/** Makes the part of a receiver that is the same in each framework. */
export function createDeliveryHandler<Catalog extends object = AnyCatalog>(
  options: ReceiverOptions<Catalog>,
): DeliveryHandler {
  const { on = {}, otherwise, store = createMemoryStore(), onError } = options
  const { maxBytes = 1_048_576, bodyTimeout = 10_000, clock = systemClock } = options
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

  const handle = async (
    { event, verified }: Unwrapped<Catalog>,
    headers: Delivery['headers'],
    observed: ObservedDelivery,
  ) => {
    // In a scheme without delivery ids, the id of the event stands in the signed body.
    const id = verified.id ?? (event as { id?: string }).id
    const claim: ClaimResult = store && id ? await store.claim(id) : 'claimed'
    if (claim !== 'claimed') observed.outcome = claim === 'done' ? 'duplicate' : 'busy'
    if (claim === 'done') return answer(204)
    if (claim === 'busy')
      return answer(503, 'busy', 'This delivery is being handled.', { 'retry-after': '5' })
    const handler =
      (Object.prototype.hasOwnProperty.call(handlers, event.type) && handlers[event.type]) || otherwise
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

  const receive = async (
    read: ReadDelivery,
    { method }: DeliveryOrigin,
    observed: ObservedDelivery,
  ): Promise<Response> => {
    observed.outcome = 'refused'
    if (method !== 'POST')
      return answer(405, 'method_not_allowed', 'Deliveries are sent by POST.', { allow: 'POST' })
    let answerTo = answerToRefused
    try {
      const delivery = await read({ maxBytes, bodyTimeout, clock })
      observed.headers = delivery.headers
      const unwrapped = await unwrapDelivery(delivery, options)
      const { event, verified } = unwrapped
      Object.assign(observed, { id: verified.id, event, outcome: 'handled' })
      // From here on, a verification error is one of the handler's own, and says nothing about this delivery.
      answerTo = answerToUnhandled
      return await handle(unwrapped, delivery.headers, observed)
    } catch (error) {
      observed.error = error
      if (answerTo === answerToUnhandled) observed.outcome = 'failed'
      await report(error)
      return answerTo(error)
    }
  }

  return (read, origin) =>
    handleObserved(options.observe, report, (observed) => receive(read, origin, observed))
}
