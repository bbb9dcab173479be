import type { AnyCatalog, Event } from '../catalog/event'
import { monotonicNow } from '../transport/clock'
import { answer, answerLater, answerToRefused, answerToUnhandled } from './answers'
import type { ReceiverOptions } from './options'
import { claimDelivery } from './ownership'
import { type Progress, abortDelivery } from './progress'
import { createReport } from './report'
import { runOwned } from './run-owned'
import { scopesOf } from './scopes'
import { settingsOf } from './settings'
import { type Unwrapped, unwrapDelivery } from './unwrap'
import type { Delivery } from './verify'

/** The bounds within which an adapter reads a delivery. */
export interface ReadLimits {
  /** The largest body in bytes. */
  maxBytes: number
  /** Aborted when the time for the delivery is over. The answer is sent then, so there is nothing more to read for. */
  signal: AbortSignal
}

/** Reads a delivery as it arrives: its headers and raw body. `undefined` where the body is larger than `maxBytes`. */
export type ReadDelivery = (limits: ReadLimits) => Promise<Delivery | undefined>

/** The facts of a delivery that an adapter knows before it reads the body. */
export interface DeliveryOrigin {
  /** The HTTP method. Whatever is no POST is answered 405, and not read. */
  method: string | undefined
}

/** Reads, verifies and handles a delivery. It never rejects: each failure is reported and has its answer. */
export type DeliveryHandler = (delivery: ReadDelivery, origin: DeliveryOrigin) => Promise<Response>

// How long a service is asked to wait while the delivery is being handled elsewhere.
const busySeconds = 5

/**
 * Makes the part of a receiver that is the same in each framework.
 *
 * @throws WebhookVerificationError `wrong-secret`; InvalidRequestError for another option that cannot be right. `param` names it.
 */
export function createDeliveryHandler<Catalog extends object = AnyCatalog>(
  options: ReceiverOptions<Catalog>,
): DeliveryHandler {
  const settings = settingsOf(options)
  const { clock, handlerTimeout, maxBytes, store } = settings
  const report = createReport(options)
  const verification = { ...options, now: options.now ?? (() => clock.now()) }
  let scopes: Promise<readonly string[]> | undefined

  const handle = async (
    { event, verified }: Unwrapped<Catalog>,
    headers: Delivery['headers'],
    progress: Progress,
  ) => {
    const { signal } = progress.abort
    const run = () =>
      settings.handlerOf(event.type)(event as Event, {
        ...verified,
        headers,
        signal,
      })
    // In a scheme without delivery ids, the id of the event stands in the signed body.
    const id = verified.id ?? event.id
    Object.assign(progress, { id, eventType: event.type })
    if (!store || !id) {
      await run()
      return answer(204)
    }
    const claimedAt = monotonicNow(clock)
    scopes ??= scopesOf(settings)
    const ownership = await claimDelivery({ ...settings, store, scopes: await scopes }, id)
    if (ownership === 'done') return answer(204)
    if (ownership === 'busy') return answerLater('busy', 'This delivery is being handled.', busySeconds)
    // Where the time ended while the store was asked, the service was told that the delivery is not handled.
    if (signal.aborted) await ownership.release()
    else await runOwned(ownership, { ...settings, claimedAt, progress, report }, run)
    return answer(204)
  }

  const receive = async (read: ReadDelivery, progress: Progress): Promise<Response> => {
    let answerTo = answerToRefused
    try {
      const delivery = await read({ maxBytes, signal: progress.abort.signal })
      if (!delivery) return answer(413, 'payload_too_large', `At most ${maxBytes} bytes.`)
      progress.hasArrived = true
      const unwrapped = await unwrapDelivery(delivery, verification)
      // From here on, a verification error is one of the handler's own, and says nothing about this delivery.
      answerTo = answerToUnhandled
      return await handle(unwrapped, delivery.headers, progress)
    } catch (error) {
      // A handler that gives up when its signal is aborted throws the reason, which was reported then.
      if (error !== progress.abort.signal.reason) await report(error, progress)
      return answerTo(error)
    }
  }

  /** Ends the time of a delivery. The work goes on by itself, but the service gets its answer. */
  const expire = (progress: Progress): Response => {
    const seconds = handlerTimeout / 1000
    if (!progress.hasArrived) {
      void report(abortDelivery(progress, 'body-timeout', `did not arrive within ${seconds} s.`), progress)
      return answer(408, 'timeout', 'The body did not arrive in time.')
    }
    const what = `was not handled within ${seconds} s. Put long work into a queue, or set handlerTimeout.`
    void report(abortDelivery(progress, 'handler-timeout', what), progress)
    return answerLater('timeout', 'This delivery is still being handled.', Math.ceil(seconds))
  }

  return async (read, { method }) => {
    if (method !== 'POST')
      return answer(405, 'method_not_allowed', 'Deliveries are sent by POST.', { allow: 'POST' })
    const progress: Progress = { abort: new AbortController() }
    return new Promise((resolve) => {
      const cancel = clock.schedule(() => resolve(expire(progress)), handlerTimeout)
      void receive(read, progress).then((response) => {
        cancel()
        resolve(response)
      })
    })
  }
}
