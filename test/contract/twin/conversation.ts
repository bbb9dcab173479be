import { addressOf, ask, type Seen, plannedRequests } from '../probes/requests/ask'
import { awaitDelivery } from '../probes/arrivals'
import { Context } from '../engine/context'
import { CouldNotRun, NotApplicable } from '../engine/outcome'
import { deliveredNames, subscriber } from '../probes/requests/deliveries'
import { idOf } from '../probes/expect'
import { inspectSignature } from '../probes/signatures'
import { permits } from '../engine/vocabulary'
import { usualPlaces } from '../probes/idempotency'
import type { Delivery } from '../receiver/inbox'
import type { Dialect } from '../../../generated/dialect'
import type { Event } from '../probes/events'
import type { Registered } from '../probes/webhooks'
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

/** Makes every exchange that the session's mode permits, in the order of the table. */
export async function converse(
  session: Session,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<Conversation> {
  const context = new Context(session, { id: 'twin', rules: [] }, signal)
  // The dialect says where idempotency keys go, so that no name has to be tried.
  await context.once('idempotency', () => Promise.resolve({ places: placesOf(dialect), effective: true }))
  const made = new Map<string, Made>()
  for (const { name, mode } of plannedRequests) {
    if (!permits(context.mode, mode)) continue
    signal.throwIfAborted()
    made.set(name, await makeExchange(context, name))
  }
  const delivery = permits(context.mode, 'full') ? await seeDelivery(context, made) : undefined
  return { made, delivery }
}

function placesOf({ idempotency }: Dialect) {
  return idempotency && 'name' in idempotency ? [idempotency] : usualPlaces
}

async function makeExchange(context: Context, name: string): Promise<Made> {
  try {
    return { seen: await ask(context, name) }
  } catch (error) {
    if (error instanceof NotApplicable || error instanceof CouldNotRun)
      return { reason: error.message, remedy: error.remedy }
    throw error
  }
}

/** Awaits the delivery of the first event to the webhook that the conversation registered for it. */
async function seeDelivery(
  context: Context,
  made: ReadonlyMap<string, Made>,
): Promise<SeenDelivery | undefined> {
  const [registration, creation] = [subscriber, deliveredNames[0]].map((name) => {
    const one = made.get(name)
    return one && 'seen' in one ? one.seen : undefined
  })
  if (!registration?.asked.key || !creation || idOf(registration.answer) === undefined) return undefined
  const webhook: Registered = {
    webhook: registration.answer.json as Registered['webhook'],
    answer: registration.answer,
    key: registration.asked.key,
    input: registration.asked.body as Registered['input'],
    address: addressOf(context, subscriber),
  }
  const input = creation.asked.body as { type: string; data: unknown }
  const created = { event: creation.answer.json as Event, answer: creation.answer, input }
  const named = await awaitDelivery(context, webhook, created)
  // Some services deliver without a word of the event: whatever has come then stands for it.
  const delivery = named ?? context.receiver().inbox.at(webhook.address).at(-1)
  if (!delivery) return undefined
  const { outcome, dialect } = inspectSignature(delivery, webhook.webhook.secret)
  return { delivery, scheme: dialect?.scheme ?? outcome, url: webhook.input.url }
}
