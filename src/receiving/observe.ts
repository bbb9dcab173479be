import type { Delivery } from './verify'

/**
 * The outcome of a delivery.
 *
 * - `handled`: its handler succeeded.
 * - `duplicate`: it was handled before, and not again.
 * - `busy`: it is being handled already. The service is asked to send it again.
 * - `refused`: it is no genuine delivery, or cannot be read.
 * - `failed`: its handler failed. The service is asked to send it again.
 * - `parked`: its handler failed too often. The store keeps it for a decision, and the service is not asked to send it again.
 */
export type DeliveryOutcome = 'handled' | 'duplicate' | 'busy' | 'refused' | 'failed' | 'parked'

/** A delivery on its way through a receiver. The receiver writes down each fact when it learns it. */
export interface ObservedDelivery {
  /** The headers, once the delivery was read. */
  headers?: Delivery['headers']
  /** The id of the delivery, once its signature was verified. Absent in schemes that have none. */
  id?: string
  /** The id and the type of the event, once the signature was verified. */
  event?: { id?: string; type: string }
  /** The outcome of the delivery, once it is answered. */
  outcome?: DeliveryOutcome
  /** Why the delivery was not handled. */
  error?: unknown
}

/**
 * Observes a delivery, as tracing does. `handle` handles the delivery, once however often it is called, and resolves to the answer. An
 * observer that calls `handle` at once decides the context in which the handlers run. The receiver does not wait for an observer, and
 * handles the delivery all the same where it throws.
 */
export type DeliveryObserver = (delivery: ObservedDelivery, handle: () => Promise<Response>) => unknown

/** Handles a delivery under an observer, which can neither change the answer nor hold it up. */
export function handleObserved(
  observe: DeliveryObserver | undefined,
  report: (error: unknown) => unknown,
  handle: (delivery: ObservedDelivery) => Promise<Response>,
): Promise<Response> {
  const delivery: ObservedDelivery = {}
  let answer: Promise<Response> | undefined
  const handleOnce = () => (answer ??= handle(delivery))
  const tell = async () => observe?.(delivery, handleOnce)
  tell().catch(report)
  return handleOnce()
}
