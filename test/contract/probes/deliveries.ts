import { CouldNotRun, Violation } from '../engine/outcome'
import { createEvent, eventInput, type Created } from './events'
import { fail } from './expect'
import { register, remove, sparedWebhooks, webhookBase, type Registered } from './webhooks'
import type { Context } from '../engine/context'
import type { Delivery } from '../receiver/inbox'
import type { DeliveryEvidence } from '../engine/report'

/** The part that all checks of deliveries share. */
export const deliveryBase = {
  level: 'must',
  mode: 'full',
  needs: ['live-key', 'receiver'],
  timeLimit: 60_000,
} as const

/** The event that a delivery names, in either of the known bodies. */
interface Payload {
  format: 'event' | 'standard-webhooks' | 'unknown'
  id?: string
  type?: unknown
  data?: unknown
}

/** Reads a delivery's body: the event itself, or the envelope of Standard Webhooks. */
export function payloadOf({ json }: Delivery): Payload {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { format: 'unknown' }
  const { id, type, data, timestamp, created } = json as Record<string, unknown>
  if (typeof type !== 'string' || !('data' in json)) return { format: 'unknown' }
  if (typeof id === 'string' && created !== undefined) return { format: 'event', id, type, data }
  return { format: timestamp === undefined ? 'unknown' : 'standard-webhooks', type, data }
}

/** Whether a delivery is of this event: by its id, or else by the mark in its payload. */
function isOf({ event, input }: Created, delivery: Delivery): boolean {
  const { id } = payloadOf(delivery)
  if (id !== undefined) return id === event.id
  const { mark } = input.data as { mark?: unknown }
  return typeof mark === 'string' && delivery.text.includes(`"${mark}"`)
}

/** Headers and body of a delivery as one text. */
export function textOf({ headers, text }: Delivery): string {
  return [text, ...headers.values()].join('\n')
}

const shownCharacters = 2_000

/** A delivery as a report shows it: without secrets, and cut where it is long. */
export function evidenceOf(context: Context, { method, path, headers, text }: Delivery): DeliveryEvidence {
  const shown = context.redact(text)
  const body = shown.length > shownCharacters ? `${shown.slice(0, shownCharacters)}…` : shown
  const redacted = [...headers].map(([name, value]) => [name, context.redact(value)])
  return { delivery: { method, path, headers: Object.fromEntries(redacted) as Record<string, string>, body } }
}

/** Creates a live event of this type. */
export function liveEvent(context: Context, type: string, data?: Record<string, unknown>): Promise<Created> {
  return createEvent(context, context.liveKey(), { ...eventInput(context, 'delivered', data), type })
}

/** The deliveries of an event that a webhook has got so far. */
export function received(context: Context, { address }: Registered, created: Created): Delivery[] {
  const deliveries = context.receiver().inbox.at(address)
  return deliveries.filter((delivery) => isOf(created, delivery))
}

/** Waits for an event's delivery to a webhook; `undefined` where none comes in time. */
export async function awaitDelivery(
  context: Context,
  webhook: Registered,
  created: Created,
): Promise<Delivery | undefined> {
  const { inbox } = context.receiver()
  const waits = waitsOf(context)
  const started = Date.now()
  const arrived = () => received(context, webhook, created).length > 0
  await context.settle()
  // After the deployment has settled, a delivery that has not come will not come.
  await inbox.waitFor(arrived, context.canSettle ? 0 : patience(context), context.signal)
  const delivery = received(context, webhook, created)[0]
  if (!delivery) {
    waits.missed += 1
    return undefined
  }
  waits.latencies.push(Math.max(0, delivery.receivedAt - started))
  const evidence = evidenceOf(context, delivery)
  context.evidence.push(evidence)
  if (context.holdsSecret(textOf(delivery))) {
    context.blame({ rule: 'WH-3', message: 'A delivery holds the secret of a webhook.' }, evidence)
  }
  return delivery
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

/** The first delivery of the run, with its webhook and its event. */
interface FirstDelivery {
  webhook: Registered
  created: Created
  delivery: Delivery
}

/**
 * Registers a webhook, creates a live event and awaits its delivery, once a run. `CouldNotRun` where the receiver
 * cannot be reached, a broken DL-1 where it can and nothing comes.
 */
export function firstDelivery(context: Context): Promise<FirstDelivery> {
  return context.once('first delivery', async () => {
    const receiver = context.receiver()
    try {
      await receiver.preflight?.()
    } catch (error) {
      throw new CouldNotRun(`The receiver cannot be reached. ${String(error)}`, '--receiver-url')
    }
    const { refused } = await webhookBase(context)
    if (refused) throw new CouldNotRun(refused, '--receiver-url')
    const type = context.unique('delivered')
    const webhook = await register(context, { events: [type], key: context.liveKey() })
    const created = await liveEvent(context, type)
    const delivery = await awaitDelivery(context, webhook, created)
    if (delivery) return { webhook, created, delivery }
    const trouble = receiver.trouble?.()
    if (trouble) throw new CouldNotRun(trouble, '--receiver-url')
    return fail('DL-1', 'No delivery came to a webhook that is subscribed to the type.', {
      expected: `a POST to ${webhook.input.url}`,
      received:
        'nothing. Where the service cannot reach this machine, name a URL that it can: --receiver-url',
    })
  })
}

/** Two webhooks whose first delivery was refused, one of them deleted since. */
interface RefusedDeliveries {
  gone: Registered
  stays: Registered
  created: Created
  /** How often each was tried before the deletion. */
  tried: { gone: number; stays: number }
  /** When the waiting for another attempt began, by `performance.now()`. */
  since: number
}

/**
 * Has two deliveries refused and one of their webhooks deleted, once a run, so that a late check sees whether the deleted
 * one is tried again. Most of the time that this takes passes while other checks run.
 */
export function refusedDeliveries(context: Context): Promise<RefusedDeliveries> {
  return context.once('refused deliveries', async () => {
    const type = context.unique('refused')
    const key = context.liveKey()
    const [gone, stays] = [
      await register(context, { events: [type], key }),
      await register(context, { events: [type], key }),
    ]
    sparedWebhooks(context).add(stays.webhook.id)
    for (const { address } of [gone, stays]) context.receiver().inbox.refuse(address)
    const created = await liveEvent(context, type)
    for (const webhook of [gone, stays]) await awaitDelivery(context, webhook, created)
    await remove(context, gone)
    // An attempt that was under way before the deletion is no new one.
    await quiet(context)
    const count = (webhook: Registered) => received(context, webhook, created).length
    const tried = { gone: count(gone), stays: count(stays) }
    return { gone, stays, created, tried, since: performance.now() }
  })
}

/** Makes sure that deliveries arrive at all, so that what is missing afterwards can be blamed. */
export async function requireDeliveries(context: Context): Promise<void> {
  try {
    await firstDelivery(context)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    throw new CouldNotRun(
      'No delivery arrives at all, see the check deliver-to-subscriber.',
      '--only deliver-to-subscriber',
    )
  }
}
