import { Refusal, notFound } from '../http/refusal'
import type { State } from '../state/state'
import { lastNumber } from '../store/attempt-table'
import type { ClaimedDelivery } from '../store/claims'
import type { ListedDelivery } from '../store/records'
import { findWebhook } from './find-webhook'

/** A delivery that can be sent once more. */
export interface RepeatedDelivery {
  delivery: ClaimedDelivery
  /** The delivery in the queue. `undefined` where it neither waits for an attempt nor is under way. */
  pending: ListedDelivery | undefined
  /** Whether the delivery was sent to a URL without a webhook, so that the journal alone knows it. */
  isSingle: boolean
}

/**
 * The delivery with an id, which any process may have made. Throws a refusal where nobody knows it, where its event was forgotten, and
 * where its webhook gets nothing any more.
 */
export async function repeatedDelivery(
  id: string,
  { store, journal }: Pick<State, 'store' | 'journal'>,
): Promise<RepeatedDelivery> {
  const [[pending], made] = await Promise.all([store.pending({ id }), store.attempts({ id })])
  const kept = pending ?? made[0]
  // A delivery that was sent to a URL without a webhook stands in the journal alone, and can be sent again for as long as it stands
  // there.
  const single = kept
    ? undefined
    : journal
        .numberedDeliveries()
        .filter(({ deliveryId }) => deliveryId === id)
        .at(-1)
  const { eventId, webhookId } = kept ?? single ?? {}
  if (eventId === undefined || webhookId === undefined) {
    throw notFound('No delivery has this id: none that waits, and none that is remembered.')
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
  const attempts = pending?.attempts ?? single?.attempt ?? lastNumber(made)
  const { secret, previousSecret } = webhook
  const url = single?.url ?? webhook.url
  const ofEvent = { eventId, eventType: event.type, event }
  return {
    // No worker has this delivery: its token is one that no claim has.
    delivery: { id, token: -1, webhookId, url, secret, previousSecret, ...ofEvent, attempts, resent: true },
    pending,
    isSingle: single !== undefined,
  }
}

function gone(code: string, message: string): Refusal {
  return new Refusal(409, code, message)
}
