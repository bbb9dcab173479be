import { Refusal, notFound } from '../http/refusal'
import type { State } from '../state/state'
import type { ClaimedDelivery } from '../store/claims'
import { findWebhook } from './find-webhook'

/** The parts of a state that know a delivery. */
export type DeliveryPlace = Pick<State, 'store' | 'journal' | 'dispatcher' | 'settings'>

/** A delivery that can be sent once more. */
export interface RepeatedDelivery {
  delivery: ClaimedDelivery
  /** Whether it waits for its next attempt, or is under way. */
  pending: 'waiting' | 'claimed' | undefined
}

/**
 * The delivery with an id, from the store or from the attempts in the journal. Throws a refusal where nobody knows it, where its
 * event was forgotten, and where its webhook gets nothing any more.
 */
export async function repeatedDelivery(
  id: string,
  { store, journal }: DeliveryPlace,
): Promise<RepeatedDelivery> {
  const [listed] = await store.pending({ id })
  const made = journal.numberedDeliveries().filter(({ deliveryId }) => deliveryId === id)
  const { eventId, webhookId } = listed ?? made.at(-1) ?? {}
  if (eventId === undefined || webhookId === undefined) {
    throw notFound('No delivery has this id: none that waits, and none of an attempt in the journal.')
  }
  const webhook = await findWebhook(store, webhookId)
  // Deleting a webhook stops all further delivery to its URL, whoever asks for it.
  if (!webhook)
    throw gone('webhook_deleted', `The webhook ${webhookId} was deleted, so nothing is sent to it.`)
  if (webhook.status !== 'active') {
    throw gone('webhook_disabled', `The webhook ${webhookId} is ${webhook.status}, so nothing is sent to it.`)
  }
  const event = await store.event(webhook.mode, eventId)
  if (!event) throw gone('event_forgotten', `The event ${eventId} is no longer kept.`)
  const attempts = made.reduce((most, { attempt }) => Math.max(most, attempt), listed?.attempts ?? 0)
  const { secret, previousSecret } = webhook
  // A delivery to a URL of somebody's choice goes there again.
  const url = made.at(-1)?.url ?? webhook.url
  const ofEvent = { eventId, eventType: event.type, event }
  return {
    // No worker has this delivery: its token is one that no claim has.
    delivery: { id, token: -1, webhookId, url, secret, previousSecret, ...ofEvent, attempts },
    pending: listed && (listed.claimed ? 'claimed' : 'waiting'),
  }
}

function gone(code: string, message: string): Refusal {
  return new Refusal(409, code, message)
}
