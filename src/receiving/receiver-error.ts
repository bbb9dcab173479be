import { EventDeliveryError } from '../errors/base'

/**
 * Why a receiver reports a delivery whose signature is right.
 *
 * - `body-timeout`: the body had not arrived when the time of the handler was over.
 * - `handler-timeout`: the handler ran for longer than `handlerTimeout`. The service was asked to send the delivery again.
 * - `handler-abandoned`: the handler ran for ten times as long. Its claim is no longer renewed, so another process may get the delivery.
 * - `claim-lost`: the claim of the delivery passed to another owner while the handler ran, so it may be handled twice.
 */
export type ReceiverErrorCode = 'body-timeout' | 'handler-timeout' | 'handler-abandoned' | 'claim-lost'

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

  constructor(
    /** Why the receiver reports the delivery. */
    readonly code: ReceiverErrorCode,
    message: string,
    /** The id of the delivery, where it is known. */
    readonly deliveryId?: string,
    /** The type of the event, where it is known. */
    readonly eventType?: string,
  ) {
    super(message)
  }
}
