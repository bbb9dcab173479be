import { createRedactor, redactedCause } from '../transport/redaction'
import type { ReceiverOptions, ReportedDelivery } from './options'
import { ReceiverError } from './receiver-error'
import { EventDataError } from './unwrap'
import { WebhookVerificationError } from './verification-error'

/** Reports an error. It never fails. */
export type Report = (error: unknown, delivery?: ReportedDelivery) => Promise<void>

// The messages of these errors say everything. Their stacks show the receiver's own lines, which help nobody.
const isExplained = (error: unknown) =>
  [WebhookVerificationError, EventDataError, ReceiverError].some((type) => error instanceof type)

// A line of the log ends where the receiver ends it, whatever the text of a sender contains.
const oneLine = (text: string) =>
  // eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => encodeURI(character))

const nameOf = ({ id, eventType }: ReportedDelivery) =>
  `${id ? `Delivery ${id}` : 'A delivery'}${eventType ? ` of ${eventType}` : ''}`

/** Makes the report of a receiver: `onError`, or else a line on `console.error` without the secrets, and the stack of a handler's error. */
export function createReport({
  onError,
  secret,
}: Pick<ReceiverOptions<object>, 'onError' | 'secret'>): Report {
  const redact = createRedactor()
  for (const each of [secret].flat()) redact.add(each)

  const print = (error: unknown, delivery: ReportedDelivery) => {
    const { name, message, code, cause, stack } = redactedCause(error, redact)
    const kind = isExplained(error) && code ? `${name} ${code}` : name
    const line = redact(oneLine(`[event-delivery] ${nameOf(delivery)} was not handled: ${kind}: ${message}`))
    if (isExplained(error) || !(error instanceof Error)) console.error(line)
    else console.error(line, Object.assign(new Error(message, { cause }), { name, stack }))
  }

  return async (error, delivery = {}) => {
    try {
      if (onError) await onError(error, delivery)
      else print(error, delivery)
    } catch {
      // There is nobody else to report to, and the service gets its answer all the same.
    }
  }
}
