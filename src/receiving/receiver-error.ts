import { EventDeliveryError } from '../errors/base'
import type { ObservedDelivery } from './observe'

/**
 * Why a receiver reports a delivery whose signature is right.
 *
 * - `handler-timeout`: the delivery was not handled within `handlerTimeout`. The service was asked to send it again.
 * - `handler-abandoned`: the handler ran for ten times `handlerTimeout`. Its claim is no longer renewed, so another process may get the
 *   delivery. A transaction was rolled back.
 * - `claim-lost`: the claim of the delivery passed to another owner while the handler ran, so it may be handled twice. Where the handler
 *   has a transaction, its connection was lost, and the delivery takes effect once all the same.
 */
export type ReceiverErrorCode = 'handler-timeout' | 'handler-abandoned' | 'claim-lost'

/**
 * A delivery that was not handled as it should be, for a reason other than its signature or an error of the handler. Receivers hand it to
 * `onError`, and to the handler as the reason of its `signal`. Its `code` is stable, its message is for people.
 *
 * @example
 * const onError = (error: unknown) => {
 *   if (error instanceof ReceiverError && error.code === 'claim-lost') console.warn('perhaps handled twice', error.deliveryId)
 * }
 */
export class ReceiverError extends EventDeliveryError {
  override get name(): 'ReceiverError' {
    return 'ReceiverError'
  }

  /** The id of the delivery. Absent in schemes that have none. */
  readonly deliveryId: string | undefined
  /** The type of the event, where the body was verified by then. */
  readonly eventType: string | undefined

  /** The message is the name of the delivery and then `what`. */
  constructor(
    /** Why the receiver reports the delivery. */
    readonly code: ReceiverErrorCode,
    what: string,
    { id, event }: ObservedDelivery = {},
  ) {
    super(`${id === undefined ? 'A delivery' : `Delivery ${id}`} ${what}`)
    this.deliveryId = id
    this.eventType = event?.type
  }
}
