import { beginning, redactedHeaders, searched } from '../wire/exchange'
import { readingsOf, type Reading } from '../receiver/readings'
import type { Created } from './events'
import type { Delivery } from '../receiver/inbox'
import type { DeliveryEvidence } from '../engine/report'
import type { Registered } from './webhooks'
import type { Context } from '../engine/check'

const shownCharacters = 2_000

/** Headers and body of a delivery as one text. */
export function textOf({ headers, text }: Delivery): string {
  return [text, ...headers.values()].join('\n')
}

/** A delivery as a report shows it: without secrets, and cut where it is long. It is written only when it is read. */
export function evidenceOf(context: Context, { method, path, headers, text }: Delivery): DeliveryEvidence {
  const kept = beginning(text, searched)
  const redact = (one: string) => context.redact(one)
  return {
    get delivery() {
      const shown = redact(kept)
      const body = shown.length > shownCharacters ? `${shown.slice(0, shownCharacters)}…` : shown
      return { method, path, headers: redactedHeaders(headers, redact), body }
    },
  }
}

/** All texts in a delivery, decoded. They are read once. */
export function readings(context: Context, delivery: Delivery): readonly Reading[] {
  const known = context.keep('readings', () => new WeakMap<Delivery, readonly Reading[]>())
  const read = known.get(delivery) ?? readingsOf(delivery)
  known.set(delivery, read)
  return read
}

/** Tells the deliveries of an event: each names its id, or the mark in its payload, wherever that stands. */
export function ofEvent(context: Context, { event, input }: Created): (delivery: Delivery) => boolean {
  const { mark } = input.data as { mark?: unknown }
  const names = [event.id, mark].filter((one): one is string => typeof one === 'string' && one !== '')
  const anyMark = `${context.prefix}.mark.`
  return (delivery) =>
    names.some((name) => holdsWord(delivery.text, name)) ||
    // A delivery whose body shows the mark of one event shows those of all that it holds, and nothing has to be decoded.
    (!delivery.text.includes(anyMark) && names.some((name) => holds(context, delivery, name)))
}

/** Whether a delivery holds an id or a mark, wherever that stands in it. */
export function holds(context: Context, delivery: Delivery, name: string): boolean {
  return readings(context, delivery).some(({ text }) => holdsWord(text, name))
}

/** Whether a text holds an id or a mark that is not the beginning of a longer one. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\w-]/.test(text.charAt(at + word.length))) return true
  }
  return false
}

/** The deliveries of an event that a webhook has got so far. */
export function received(context: Context, { address }: Pick<Registered, 'address'>, created: Created) {
  return context.receiver().inbox.at(address).filter(ofEvent(context, created))
}

/**
 * How deliveries are known to be of the run: by the mark in the payload that they hold, by the event's type alone, or by
 * nothing. A webhook for all events gets anybody's, so that the receiver keeps none of its deliveries that nothing marks.
 */
export type Marking = 'payload' | 'type' | 'nothing'

/** The marking of the run's deliveries, which the first one shows. */
export function markingOf(context: Context): { by: Marking } {
  return context.keep('marking of deliveries', () => ({ by: 'payload' }))
}

/** Notes by what the deliveries of the run are known, from the first one. */
export function noteMarking(context: Context, { input }: Created, delivery: Delivery): void {
  const read = readings(context, delivery)
  const { mark } = input.data as { mark?: unknown }
  const isHeld = (text: unknown) => typeof text === 'string' && read.some((one) => one.text.includes(text))
  markingOf(context).by = isHeld(mark) ? 'payload' : isHeld(`${context.prefix}.`) ? 'type' : 'nothing'
}

/**
 * Whether the receiver keeps a delivery of this event to a webhook for all events. A type that stands in a header or a query
 * alone may be written there in any way, unless it is plain.
 */
export function isKeptForAll(context: Context, { input: { type } }: Created): boolean {
  const { by } = markingOf(context)
  return by === 'payload' || (by === 'type' && /^[\w.]+$/.test(type) && type.includes(`${context.prefix}.`))
}
