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
  if (context.holdsSecret(textOf(delivery)))
    context.blame({ rule: 'WH-3', message: 'A delivery holds the secret of a webhook.' }, evidence)
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
 * Asserts that no further delivery has come: at once where the deployment knows that none is under way, else at the end of the run, after one wait
 * for all such assertions.
 */
export async function whenQuiet(context: Context, assert: () => void | Promise<void>) {
  if (!context.canSettle) return context.later(async () => assert(), { after: absenceOf(context) })
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
