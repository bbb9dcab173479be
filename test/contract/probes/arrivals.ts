import { beginning, searched } from '../wire/beginning'
import { fail } from './expect'
import { readingsOf, type Reading } from '../receiver/readings'
import type { Context } from '../engine/context'
import type { Created } from './events'
import type { Delivery } from '../receiver/inbox'
import type { DeliveryEvidence } from '../engine/report'
import type { Registered } from './webhooks'
import type { Violation } from '../engine/outcome'

const shownCharacters = 2_000

/** Headers and body of a delivery as one text. */
export function textOf({ headers, text }: Delivery): string {
  return [text, ...headers.values()].join('\n')
}

/** A delivery as a report shows it: without secrets, and cut where it is long. */
export function evidenceOf(context: Context, { method, path, headers, text }: Delivery): DeliveryEvidence {
  const shown = context.redact(beginning(text, searched))
  const body = shown.length > shownCharacters ? `${shown.slice(0, shownCharacters)}…` : shown
  const redacted = [...headers].map(([name, value]) => [name, context.redact(value)])
  return { delivery: { method, path, headers: Object.fromEntries(redacted) as Record<string, string>, body } }
}

/** All texts in a delivery, decoded. They are read once. */
export function readings(context: Context, delivery: Delivery): readonly Reading[] {
  const known = context.keep('readings', () => new WeakMap<Delivery, readonly Reading[]>())
  const read = known.get(delivery) ?? readingsOf(delivery)
  known.set(delivery, read)
  return read
}

/** Whether a delivery is of this event: it names the event's id, or the mark in its payload, wherever that stands. */
function isOf(context: Context, { event, input }: Created, delivery: Delivery): boolean {
  const { mark } = input.data as { mark?: unknown }
  const names = [event.id, mark].filter((one): one is string => typeof one === 'string' && one !== '')
  return readings(context, delivery).some(({ text }) => names.some((name) => holdsWord(text, name)))
}

/** Whether a text holds an id or a mark that is not the beginning of a longer one. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\w-]/.test(text.charAt(at + word.length))) return true
  }
  return false
}

/** The deliveries of an event that a webhook has got so far. */
export function received(context: Context, { address }: Registered, created: Created): Delivery[] {
  const deliveries = context.receiver().inbox.at(address)
  return deliveries.filter((delivery) => isOf(context, created, delivery))
}

/** Waits for an event's delivery to a webhook; `undefined` where none comes in time. */
export async function awaitDelivery(
  context: Context,
  webhook: Registered,
  created: Created,
): Promise<Delivery | undefined> {
  const { latencies } = waitsOf(context)
  const started = Date.now()
  const hasCome = await awaitArrival(context, () => received(context, webhook, created).length > 0)
  const delivery = received(context, webhook, created)[0]
  if (!hasCome || !delivery) return undefined
  latencies.push(Math.max(0, delivery.receivedAt - started))
  const evidence = evidenceOf(context, delivery)
  context.evidence.push(evidence)
  if (context.holdsSecret(textOf(delivery))) {
    context.blame({ rule: 'WH-3', message: 'A delivery holds the secret of a webhook.' }, evidence)
  }
  return delivery
}

/** Waits until something has arrived, as long as a delivery may take. Resolves to whether it has. */
export async function awaitArrival(context: Context, hasCome: () => boolean): Promise<boolean> {
  await context.settle()
  // After the deployment has settled, a delivery that has not come will not come.
  const time = context.canSettle ? 0 : patience(context)
  const came = await context.receiver().inbox.waitFor(hasCome, time, context.signal)
  if (!came) waitsOf(context).missed += 1
  return came
}

/** Waits for an event's delivery to a webhook; fails with `message` where none comes in time. */
export async function expectDelivery(
  context: Context,
  webhook: Registered,
  created: Created,
  rule: string,
  message: string,
  details?: Violation['details'],
): Promise<Delivery> {
  return (await awaitDelivery(context, webhook, created)) ?? fail(rule, message, details)
}

/** Fails where there is a delivery that must not be. */
export function expectNoDelivery(
  context: Context,
  delivery: Delivery | undefined,
  rule: string,
  message: string,
  details?: Violation['details'],
): void {
  if (delivery) fail(rule, message, { ...details, evidence: evidenceOf(context, delivery) })
}

/** How long the run's deliveries took, in milliseconds, and how many were awaited in vain. */
function waitsOf(context: Context): { latencies: number[]; missed: number } {
  return context.keep('waits for deliveries', () => ({ latencies: [], missed: 0 }))
}

/** Milliseconds to wait for a delivery. Where one never came, the next is not awaited as long again. */
function patience(context: Context): number {
  const { latencies, missed } = waitsOf(context)
  const longest = context.settings.deliveryTimeout
  return missed === 0 ? longest : Math.min(longest, Math.max(2_000, 10 * Math.max(0, ...latencies)))
}

/** Waits as long as a delivery that is still under way could take. */
export async function quiet(context: Context): Promise<void> {
  if (context.canSettle) return context.settle()
  const slowest = Math.max(0, ...waitsOf(context).latencies)
  const time = Math.min(5_000, Math.max(250, 5 * slowest))
  await context.receiver().inbox.waitFor(() => false, time, context.signal)
}
