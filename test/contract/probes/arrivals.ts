import { beginning, redactedHeaders, searched } from '../wire/exchange'
import { fail } from './expect'
import { readingsOf, type Reading } from '../receiver/readings'
import type { Created } from './events'
import type { Delivery } from '../receiver/inbox'
import type { DeliveryEvidence } from '../engine/report'
import type { Registered } from './webhooks'
import { CouldNotRun, NotApplicable, type Context, type Violation } from '../engine/check'

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
function ofEvent(context: Context, { event, input }: Created): (delivery: Delivery) => boolean {
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
export function received(
  context: Context,
  { address }: Pick<Registered, 'address'>,
  created: Created,
): Delivery[] {
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

/** Waits for an event's delivery to a webhook; `undefined` where none comes in time. */
export async function awaitDelivery(
  context: Context,
  webhook: Registered,
  created: Created,
): Promise<Delivery | undefined> {
  if (webhook.input.events.includes('*') && !isKeptForAll(context, created)) return undefined
  const { latencies } = waitsOf(context)
  const started = Date.now()
  const isOfEvent = ofEvent(context, created)
  // The first one ends the search: a webhook for all events gets hundreds.
  const find = () => context.receiver().inbox.at(webhook.address).find(isOfEvent)
  const hasCome = await awaitArrival(context, () => find() !== undefined)
  const delivery = find()
  if (!hasCome || !delivery) return undefined
  const latency = Math.max(0, delivery.receivedAt - started)
  if (latencies.length === 0) context.tellDelivered(latency)
  latencies.push(latency)
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
  const time = context.canSettle ? 0 : longestWait(context)
  const came = await context.waitFor(context.receiver().inbox.waitFor(hasCome, time, context.signal))
  if (!came) waitsOf(context).missed += 1
  return came
}

/**
 * Waits for an event's delivery to a webhook; fails with `message` where none comes in time. Where nobody can tell that it
 * will not come, it is looked for again at the end of the run, because a late delivery is not a lost one.
 */
export async function expectDelivery(
  context: Context,
  webhook: Registered,
  created: Created,
  rule: string | readonly string[],
  message: string,
  details?: Violation['details'],
): Promise<Delivery> {
  const since = Date.now()
  const delivery = await awaitDelivery(context, webhook, created)
  if (delivery) return delivery
  if (context.canSettle) return fail(rule, message, details)
  context.later('a late delivery', async () => {
    const [late] = received(context, webhook, created)
    if (!late) fail(rule, message, details)
    throw tooLate(late.receivedAt - since)
  })
  throw new NotApplicable(`${message} It is looked for again at the end of the run.`)
}

/** Says that a delivery came after it was given up, and how long to wait for it. */
export function tooLate(milliseconds: number): CouldNotRun {
  const seconds = Math.ceil((milliseconds / 1000) * 1.5)
  const message = `A delivery came ${Math.ceil(milliseconds / 1000)} s after its event, when it was no longer waited for.`
  return new CouldNotRun(message, `--delivery-timeout ${seconds}`)
}

/** Fails where one of these webhooks got one of these events, which must not be. */
export function expectNoDelivery(
  context: Context,
  webhooks: readonly Pick<Registered, 'address'>[],
  events: readonly Created[],
  rule: string,
  message: string,
  details?: Violation['details'],
): void {
  const ofEvents = (webhook: Pick<Registered, 'address'>) =>
    events.flatMap((event) => received(context, webhook, event))
  const [delivery] = webhooks.flatMap(ofEvents)
  if (delivery) fail(rule, message, { ...details, evidence: evidenceOf(context, delivery) })
}

/** How long the run's deliveries took, in milliseconds, and how many were awaited in vain. */
function waitsOf(context: Context): { latencies: number[]; missed: number } {
  return context.keep('waits for deliveries', () => ({ latencies: [], missed: 0 }))
}

/** Milliseconds to wait for a delivery. Where one never came, the next is not awaited as long again. */
function longestWait(context: Context): number {
  const { latencies, missed } = waitsOf(context)
  const longest = context.settings.deliveryTimeout
  return missed === 0 ? longest : Math.min(longest, Math.max(2_000, 10 * Math.max(0, ...latencies)))
}

/**
 * Asserts that no further delivery has come: at once where the deployment knows that none is under way, else at the end of the
 * run, when all absences are believed together.
 */
export async function whenQuiet(context: Context, name: string, assert: () => void | Promise<void>) {
  if (!context.canSettle) return context.later(name, async () => assert(), { after: absenceOf(context) })
  await context.settle()
  await assert()
}

/** Waits as long as a delivery that is still under way could take, where what follows depends on it. */
export async function quiet(context: Context): Promise<void> {
  if (context.canSettle) return context.settle()
  await context.waitFor(context.receiver().inbox.waitFor(() => false, absenceOf(context), context.signal))
}

/** Milliseconds after which a delivery that has not come is taken for absent, by what the run's deliveries mostly took. */
function absenceOf(context: Context): number {
  const sorted = [...waitsOf(context).latencies].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return Math.min(5_000, Math.max(250, 3 * median))
}
