import { runWithin } from '../transport/bounds'
import { systemClock } from '../transport/clock'
import { createRedact, redactedCause } from '../transport/redaction'
import type { ObservedDelivery } from './observe'
import type { ReceiverOptions } from './options'
import { ReceiverError } from './receiver-error'
import { EventDataError } from './unwrap'
import { WebhookVerificationError } from './verification-error'

/** Reports an error. It never fails, and takes no longer than `longestReport`. */
export type Report = (error: unknown, delivery?: ObservedDelivery) => Promise<void>

// The messages of these errors say everything. Their stacks show the receiver's own lines, which help nobody.
const isExplained = (error: unknown) =>
  [WebhookVerificationError, EventDataError, ReceiverError].some((type) => error instanceof type)

// Answers wait for `onError`, since some platforms freeze a process that has answered. One that hangs holds up no answer for longer than so
// many milliseconds.
const longestReport = 5000

const nameOf = ({ id, event }: ObservedDelivery) =>
  `${id ? `Delivery ${id}` : 'A delivery'}${event ? ` of ${event.type}` : ''}`

/** Makes the report of a receiver: `onError`, or else a line on `console.error` without the secrets, and the stack of a handler's error. */
export function createReport({
  onError,
  secret,
  clock = systemClock,
}: Pick<ReceiverOptions<object>, 'onError' | 'secret' | 'clock'>): Report {
  const redact = createRedact()
  for (const each of [secret].flat()) redact.add(each)

  const print = (error: unknown, delivery: ObservedDelivery) => {
    const copy = redactedCause(error, redact)
    const line = redact(`[event-delivery] ${nameOf(delivery)} was not handled:`)
    if (isExplained(error)) console.error(`${line} ${copy.name} ${copy.code ?? ''}: ${copy.message}`)
    else if (error instanceof Error) console.error(line, copy)
    else console.error(`${line} ${copy.message}`)
  }

  return async (error, delivery = {}) => {
    try {
      if (!onError) return print(error, delivery)
      await runWithin({ clock, signal: undefined, ms: longestReport }, async () => onError(error, delivery))
    } catch {
      // `onError` took too long, or has thrown. There is nobody else to report to, and the service gets its answer all the same.
    }
  }
}
