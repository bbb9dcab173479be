import type { Dialect } from '../../generated/dialect'
import type { Event } from '../catalog/event'
import { UsageError } from '../core/commands/usage-error'
import { parseUrl } from '../core/url'
import { visible } from '../core/visible'
import type { DeliveryAttempt } from './deliver'
import type { Invocation } from './program'

/** The URL of a receiver, as a flag of a command has it. Throws a `UsageError`. */
export function receiverUrl(command: string, flag: string, written: string | undefined): URL {
  const example = `such as ${flag} http://localhost:3000/hooks`
  if (written === undefined) throw new UsageError(`${command} needs the URL of your receiver, ${example}.`)
  const url = parseUrl(written)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`${flag} ${written} must be an http or https URL without a user name, ${example}.`)
  return url
}

/** The body as the service delivers it: the event, or the envelope of Standard Webhooks. */
export const bodyOf = (event: Event, kind: Dialect['deliveryBody']): string =>
  JSON.stringify(
    kind === 'standard-webhooks' ? { type: event.type, timestamp: event.created, data: event.data } : event,
  )

/**
 * The parts of a dialect's deliveries that a command does not repeat, as a sentence; `undefined` where it repeats all of them. It
 * sends the event or the envelope of Standard Webhooks as JSON, and leaves templates to the mock.
 */
export function unplayedParts(
  command: string,
  { deliveryBody, deliveryEncoding = 'json', headers }: Dialect,
): string | undefined {
  const parts = [
    ...(typeof deliveryBody === 'object' ? ['deliveryBody'] : []),
    ...(deliveryEncoding === 'json' ? [] : ['deliveryEncoding']),
    ...(Object.keys(headers?.delivery ?? {}).length > 0 ? ['headers.delivery'] : []),
  ]
  if (parts.length === 0) return undefined
  const sent = deliveryBody === 'standard-webhooks' ? 'the envelope of Standard Webhooks' : 'the event'
  return `${command} does not repeat ${parts.join(' and ')} of the dialect: your receiver gets ${sent} as JSON. The mock delivers as the dialect says: npx @event-delivery/mock --dialect FILE.`
}

/** Prints an attempt to deliver an event. */
export function printAttempt(
  { output, clock }: Invocation,
  { id, type }: Event,
  made: DeliveryAttempt,
): void {
  const { attempt, status, durationMs, error, delayMs } = made
  const { result, paint } = output
  const time = new Date(clock.now()).toISOString().slice(11, 19)
  const answer = paint(error === undefined ? 'green' : 'red', status === undefined ? '---' : `${status}`)
  const again = delayMs === undefined ? '' : ` (again in ${Math.round(delayMs / 1000)} s)`
  result(
    { kind: 'delivery', event: { id, type }, attempt, status, durationMs, error, delayMs },
    `${paint('dim', time)}  ${answer}  ${`${durationMs} ms`.padStart(8)}  ${visible(type)}  ${paint('dim', visible(id))}${error === undefined ? '' : `  ${visible(error)}${again}`}`,
  )
}
