import { ask, type Seen, plannedRequests, deliveryOf, subscribed } from '../probes/requests/ask'
import { Context } from '../engine/context'
import { Unjudged } from '../engine/outcome'
import { deliveredNames, subscriber } from '../probes/requests/deliveries'
import { inspectSignature } from '../probes/signatures'
import { usualPlaces } from '../probes/idempotency'
import type { Delivery } from '../receiver/inbox'
import type { Dialect } from '../../../generated/dialect'
import type { Session } from '../engine/session'

/** An exchange that was made, or why it was not. `remedy`: the flag with which it would have been. */
export type Made = { seen: Seen } | { reason: string; remedy?: string }

/** The delivery of an event, with the scheme that its signature was verified under. */
export interface SeenDelivery {
  delivery: Delivery
  scheme: string
  /** The URL of the webhook. */
  url: string
}

/** All that one side of a comparison said. */
export interface Conversation {
  made: ReadonlyMap<string, Made>
  delivery?: SeenDelivery
}

/** The means of a comparison, which is no check and judges no rule. */
export function asTwin(session: Session, signal: AbortSignal): Context {
  return new Context(session, { id: 'twin', rules: [] }, signal)
}

/** Makes every exchange that the session's mode permits, in the order of the table. */
export async function converse(
  session: Session,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<Conversation> {
  const context = asTwin(session, signal)
  // The dialect says where idempotency keys go, so that no name has to be tried.
  const { idempotency } = dialect
  const places = idempotency && 'name' in idempotency ? [idempotency] : usualPlaces
  await context.once('idempotency', () => Promise.resolve({ places, effective: true }))
  const made = new Map<string, Made>()
  for (const { name, mode } of plannedRequests) {
    if (!context.permits(mode)) continue
    signal.throwIfAborted()
    made.set(name, await makeExchange(context, name))
  }
  const delivery = context.permits('full') ? await seeDelivery(context, made) : undefined
  return { made, delivery }
}

async function makeExchange(context: Context, name: string): Promise<Made> {
  try {
    return { seen: await ask(context, name) }
  } catch (error) {
    if (error instanceof Unjudged) return { reason: error.message, remedy: error.remedy }
    throw error
  }
}

/** Awaits the delivery of the first event to the webhook that the conversation registered for it. */
async function seeDelivery(context: Context, made: ReadonlyMap<string, Made>) {
  const [registration, creation] = [subscriber, deliveredNames[0]].map((name) => {
    const one = made.get(name)
    return one && 'seen' in one ? one.seen : undefined
  })
  const webhook = registration && subscribed(context, registration)
  if (!webhook || !creation) return undefined
  const delivery = await deliveryOf(context, webhook, creation)
  if (!delivery) return undefined
  const { outcome, dialect } = inspectSignature(delivery, webhook.webhook.secret)
  return { delivery, scheme: dialect?.scheme ?? outcome, url: webhook.input.url }
}
