import { CouldNotRun, Violation } from '../engine/outcome'
import { createEvent, eventInput, type Created } from './events'
import { register, remove, sparedWebhooks, webhookBase, type Registered } from './webhooks'
import type { Context } from '../engine/context'
import type { Delivery } from '../receiver/inbox'
import type { DeliveryEvidence } from '../engine/report'

/** What every check of deliveries needs. */
export const deliveryBase = {
  level: 'must',
  mode: 'full',
  needs: ['live-key', 'receiver'],
  timeLimit: 60_000,
} as const

/** What a delivery says of its event, in either of the known bodies. */
export interface Payload {
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
export function isOf({ event, input }: Created, delivery: Delivery): boolean {
  const { id } = payloadOf(delivery)
  if (id !== undefined) return id === event.id
  const { mark } = input.data as { mark?: unknown }
  return typeof mark === 'string' && delivery.text.includes(`"${mark}"`)
}

export function evidenceOf(context: Context, { method, path, headers, text }: Delivery): DeliveryEvidence {
  const shown = context.redact(text)
  return {
    delivery: {
      method,
      path,
      headers: Object.fromEntries([...headers].map(([name, value]) => [name, context.redact(value)])),
      body: shown.length > 2000 ? `${shown.slice(0, 2000)}…` : shown,
    },
  }
}

/** Creates a live event of this type. */
export function liveEvent(context: Context, type: string, data?: Record<string, unknown>): Promise<Created> {
  return createEvent(context, context.liveKey(), { ...eventInput(context, 'delivered', data), type })
}

/** The deliveries of an event that a webhook has got so far. */
export function received(context: Context, { address }: Registered, created: Created): Delivery[] {
  return context
    .receiver()
    .inbox.at(address)
    .filter((delivery) => isOf(created, delivery))
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
  // Without anything under way, what has not come will not come.
  await inbox.waitFor(arrived, context.canSettle ? 0 : patience(context), context.signal)
  const delivery = received(context, webhook, created)[0]
  if (!delivery) {
    waits.missed += 1
    return undefined
  }
  waits.latencies.push(Math.max(0, delivery.receivedAt - started))
  const evidence = evidenceOf(context, delivery)
  context.evidence.push(evidence)
  const shown = [delivery.text, ...delivery.headers.values()].join('\n')
  if (context.holdsSecret(shown)) {
    context.blame({ rule: 'WH-3', message: 'A delivery holds the secret of a webhook.' }, evidence)
  }
  return delivery
}

/** How long the run's deliveries took, in milliseconds, and how many were awaited in vain. */
function waitsOf(context: Context): { latencies: number[]; missed: number } {
  return context.keep('waits for deliveries', () => ({ latencies: [], missed: 0 }))
}

/** Where one delivery never came, the next is not awaited as long again. */
function patience(context: Context): number {
  const { latencies, missed } = waitsOf(context)
  const longest = context.settings.deliveryTimeout
  return missed === 0 ? longest : Math.min(longest, Math.max(2_000, 10 * Math.max(0, ...latencies)))
}

/** Waits as long as a delivery that is still under way could take. */
export async function quiet(context: Context): Promise<void> {
  if (context.canSettle) return context.settle()
  const slowest = Math.max(0, ...waitsOf(context).latencies)
  await context
    .receiver()
    .inbox.waitFor(() => false, Math.min(5_000, Math.max(250, 5 * slowest)), context.signal)
}

/** What the first delivery of the run showed. */
export interface FirstDelivery {
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
    throw new Violation('DL-1', 'No delivery came to a webhook that is subscribed to the type.', {
      expected: `a POST to ${webhook.input.url}`,
      received:
        'nothing. Where the service cannot reach this machine, name a URL that it can: --receiver-url',
    })
  })
}

/** Two webhooks whose first delivery was refused, one of them deleted since. */
export interface Refused {
  gone: Registered
  stays: Registered
  created: Created
  /** How often each was tried before the deletion. */
  tried: { gone: number; stays: number }
  /** Of `performance.now()`. */
  since: number
}

/** Begins, once a run, what shows whether a deleted webhook is still tried: whoever asks late has waited less. */
export function refusedDeliveries(context: Context): Promise<Refused> {
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
    // What was under way is no new attempt.
    await quiet(context)
    const count = (webhook: Registered) => received(context, webhook, created).length
    const tried = { gone: count(gone), stays: count(stays) }
    return { gone, stays, created, tried, since: performance.now() }
  })
}

/** Makes sure that deliveries arrive at all, so that what is missing afterwards can be blamed. */
export async function assertDeliveries(context: Context): Promise<void> {
  try {
    await firstDelivery(context)
  } catch (error) {
    if (error instanceof Violation) {
      throw new CouldNotRun(
        'No delivery arrives at all, see the check deliver-to-subscriber.',
        '--only deliver-to-subscriber',
      )
    }
    throw error
  }
}

/** Deletes the run's webhooks that a check no longer needs, so that they take no further deliveries. */
export async function dismiss(context: Context, ...webhooks: readonly Registered[]): Promise<void> {
  for (const webhook of webhooks) await remove(context, webhook)
}
