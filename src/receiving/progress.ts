import type { ReportedDelivery } from './options'
import { type ReceiverErrorCode, ReceiverError } from './receiver-error'

/** A delivery on its way through the receiver: what is known of it, and what ends it early. */
export interface Progress extends ReportedDelivery {
  hasArrived?: boolean
  readonly abort: AbortController
}

/** Aborts a delivery for a reason of the receiver's own. `what` goes on where the name of the delivery ends. */
export function abortDelivery(progress: Progress, code: ReceiverErrorCode, what: string): ReceiverError {
  const { id, eventType, abort } = progress
  const error = new ReceiverError(code, `${id ? `Delivery ${id}` : 'A delivery'} ${what}`, id, eventType)
  abort.abort(error)
  return error
}
