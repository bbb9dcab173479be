import { fail } from './expect'
import type { Created } from './events'
import type { Delivery } from '../receiver/inbox'
import type { Registered } from './webhooks'
import { CouldNotRun, NotApplicable, type Context, type Violation } from '../engine/check'
import { textOf, evidenceOf, ofEvent, received, isKeptForAll } from './received'

/** Waits for an event's delivery to a webhook; `undefined` where none comes in time. */
export async function awaitDelivery(
  context: Context,
  webhook: Registered,
  created: Created,
): Promise<Delivery | undefined> {
  if (webhook.input.events.includes('*') && !isKeptForAll(context, created)) return undefined
  const { latest } = waitsOf(context)
  // Deliveries may come one by one, so that each is given its time from the one before it.
  const since = Math.max(awaitedFrom(context, created), latest.get(context) ?? 0)
  const isOfEvent = ofEvent(context, created)
  // The first one ends the search: a webhook for all events gets hundreds.
  const find = () => context.receiver().inbox.at(webhook.address).find(isOfEvent)
  const hasCome = await awaitArrival(context, () => find() !== undefined, Date.now() - since)
  const delivery = find()
  if (!hasCome || !delivery) return undefined
  latest.set(context, Math.max(since, delivery.receivedAt))
  noteLatency(context, latencyOf(context, created, delivery))
  const evidence = evidenceOf(context, delivery)
  context.evidence.push(evidence)
  if (context.holdsSecret(textOf(delivery)))
    context.blame({ rule: 'WH-3', message: 'A delivery holds the secret of a webhook.' }, evidence)
  return delivery
}

/** From when on an event's delivery may come, by this machine's clock. A clock that is moved does not tell: then it is now. */
function awaitedFrom(context: Context, { answer }: Created): number {
  return context.movesClock ? Date.now() : answer.receivedAt
}

/** Milliseconds from the creation of an event to a delivery that has come. */
export function latencyOf(context: Context, created: Created, { receivedAt }: Delivery): number {
  return Math.max(0, receivedAt - awaitedFrom(context, created))
}

/** Notes how long a delivery took, and tells it where it is the first one. */
export function noteLatency(context: Context, latency: number): void {
  const { latencies } = waitsOf(context)
  if (latencies.length === 0) context.tellDelivered(latency)
  latencies.push(latency)
}

/**
 * Waits until something has arrived, as long as a delivery may take, less the milliseconds that have passed already. Resolves to whether it has.
 */
export async function awaitArrival(context: Context, hasCome: () => boolean, passed = 0): Promise<boolean> {
  await context.settle()
  // After the deployment has settled, a delivery that has not come will not come.
  const time = context.canSettle ? 0 : Math.max(0, longestWait(context) - passed)
  const came = await context.waitFor(context.receiver().inbox.waitFor(hasCome, time, context.signal))
  if (!came && time > 0) waitsOf(context).missed += 1
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
  const since = awaitedFrom(context, created)
  const delivery = await awaitDelivery(context, webhook, created)
  if (delivery) return delivery
  if (context.canSettle) return fail(rule, message, details)
  context.later(async () => {
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

/** The times that the deliveries of a run took, by which later ones are awaited. */
interface Waits {
  /** How long they took, in milliseconds. */
  latencies: number[]
  /** How many were awaited in vain. */
  missed: number
  /** When the latest one that a check awaited came. */
  latest: WeakMap<Context, number>
}

function waitsOf(context: Context): Waits {
  return context.keep('waits for deliveries', () => ({ latencies: [], missed: 0, latest: new WeakMap() }))
}

/** Milliseconds that the run's deliveries mostly took, three times. */
function usualWait({ latencies }: Waits): number {
  const sorted = [...latencies].sort((a, b) => a - b)
  return 3 * (sorted[Math.floor(sorted.length / 2)] ?? 0)
}

/**
 * Milliseconds to wait for a delivery. Where one never came, the next is not awaited as long again, and the less the more are lost: a single
 * one that took long, as it was tried again, then no longer counts.
 */
function longestWait(context: Context): number {
  const waits = waitsOf(context)
  const { latencies, missed } = waits
  const longest = context.settings.deliveryTimeout
  if (missed === 0) return longest
  const longestSeen = Math.max(0, ...latencies)
  return Math.min(longest, Math.max(2_000, usualWait(waits), (10 * longestSeen) / missed))
}

/**
 * Asserts that no further delivery has come: at once where the deployment knows that none is under way, else at the end of the run, after one wait
 * for all such assertions.
 */
export async function whenQuiet(context: Context, assert: () => void | Promise<void>) {
  if (!context.canSettle) return context.later(async () => assert(), { after: absenceOf(context) })
  await context.settle()
  await assert()
}

/** Waits as long as a delivery that is still under way could take, `least` milliseconds or more, where what follows depends on it. */
export async function quiet(context: Context, least = 0): Promise<void> {
  if (context.canSettle) return context.settle()
  const time = Math.max(least, absenceOf(context))
  await context.waitFor(context.receiver().inbox.waitFor(() => false, time, context.signal))
}

/** Milliseconds after which a delivery that has not come is taken for absent, by what the run's deliveries mostly took. */
function absenceOf(context: Context): number {
  return Math.min(5_000, Math.max(250, usualWait(waitsOf(context))))
}
