import type { AnyCatalog, Event } from '../catalog/event'
import { runWithin } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import { answer, answerLater, answerToRefused, answerToUnhandled } from './answers'
import { keepsDeliveries, keptDelivery } from './kept-delivery'
import { type ObservedDelivery, handleObserved } from './observe'
import type { Once } from './once'
import { createLeasedOnce } from './once-by-lease'
import { createTransactedOnce } from './once-by-transaction'
import type { ReceiverOptions } from './options'
import { ReceiverError } from './receiver-error'
import { createReport, type Report } from './report'
import { type ReceiverSettings, settingsOf } from './settings'
import { isTransactional } from './transaction'
import { type Unwrapped, unwrapDelivery } from './unwrap'
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

// How long a service is asked to wait while the delivery is being handled elsewhere.
const busySeconds = 5

/** How a receiver handles each delivery once: by the leases of its store, by transactions, or not at all. */
function createOnce(settings: ReceiverSettings, report: Report): Once {
  const { store } = settings
  if (isTransactional(store)) return createTransactedOnce({ ...settings, store }, report)
  if (store) return createLeasedOnce({ ...settings, store }, report)
  return async ({ run }) => {
    await run()
    return 'handled'
  }
}

/**
 * Makes the part of a receiver that is the same in each framework.
 *
 * @throws WebhookVerificationError `wrong-secret`; InvalidRequestError for another option that cannot be right. `param` names it.
 */
export function createDeliveryHandler<Catalog extends object = AnyCatalog, Tx = undefined>(
  options: ReceiverOptions<Catalog, Tx>,
): DeliveryHandler {
  const settings = settingsOf(options)
  const { clock, handlerTimeout, store } = settings
  const report = createReport(options)
  const handleOnce = createOnce(settings, report)
  const verification = { ...options, now: options.now ?? (() => clock.now()) }

  const handle = async (
    { event, verified, body }: Unwrapped<Catalog>,
    headers: Delivery['headers'],
    observed: ObservedDelivery,
    abort: AbortController,
  ): Promise<Response> => {
    const { signal } = abort
    const id = settings.dedupeKeyOf({ id: verified.id, event: event as Event, headers })
    const kept = () => keptDelivery(id, event.type, verified, headers, body)
    const run = (transaction?: { tx: unknown }) =>
      keepsDeliveries(store)
        ? store.keep(transaction?.tx, kept())
        : settings.handlerOf(event.type)(event as Event, { ...verified, headers, signal, ...transaction })
    const result = await handleOnce({ id, observed, kept, abort, run })
    if (result === 'parked') observed.outcome = 'parked'
    if (result === 'done') observed.outcome = 'duplicate'
    if (result === 'busy') {
      observed.outcome = 'busy'
      return answerLater('busy', 'This delivery is being handled.', busySeconds)
    }
    return answer(204)
  }

  /** The answer of the work or, once `handlerTimeout` is over, a 503 in its place. The work goes on by itself then, and `abort` tells it so. */
  const withinTime = (
    work: Promise<Response>,
    observed: ObservedDelivery,
    abort: AbortController,
  ): Promise<Response> =>
    runWithin({ clock, signal: undefined, ms: handlerTimeout }, () => work).catch(() => {
      const seconds = handlerTimeout / 1000
      const what = `was not handled within ${seconds} s. Put long work into a queue, or set handlerTimeout.`
      const error = new ReceiverError('handler-timeout', what, observed)
      abort.abort(error)
      Object.assign(observed, { outcome: 'failed', error })
      void report(error, observed)
      return answerLater('timeout', 'This delivery is still being handled.', Math.ceil(seconds))
    })

  const receive = async (
    read: ReadDelivery,
    { method }: DeliveryOrigin,
    observed: ObservedDelivery,
  ): Promise<Response> => {
    observed.outcome = 'refused'
    if (method !== 'POST')
      return answer(405, 'method_not_allowed', 'Deliveries are sent by POST.', { allow: 'POST' })
    const abort = new AbortController()
    let answerTo = answerToRefused
    const answerToError = async (error: unknown) => {
      // A handler that gives up when its signal is aborted throws the reason, which was reported then.
      if (!abort.signal.aborted || error !== abort.signal.reason) {
        observed.error ??= error
        await report(error, observed)
      }
      if (answerTo === answerToUnhandled) observed.outcome = 'failed'
      return answerTo(error)
    }
    const verifyAndHandle = async (delivery: Delivery) => {
      const unwrapped = await unwrapDelivery(delivery, verification)
      const { event, verified } = unwrapped
      Object.assign(observed, { id: verified.id, event, outcome: 'handled' })
      // From here on, a verification error is one of the handler's own, and says nothing about this delivery.
      answerTo = answerToUnhandled
      return handle(unwrapped, delivery.headers, observed, abort)
    }
    try {
      const delivery = await read(settings)
      observed.headers = delivery.headers
      return await withinTime(verifyAndHandle(delivery).catch(answerToError), observed, abort)
    } catch (error) {
      return answerToError(error)
    }
  }

  return (read, origin) =>
    handleObserved(options.observe, report, (observed) => receive(read, origin, observed))
}
