import { eachItem, modes } from '../state/each-item'
import type { StoredWebhook } from '../store/records'
import type { Store } from '../store/store'

/** The webhooks of both modes, newest first. */
async function* eachWebhook(store: Pick<Store, 'webhooks'>): AsyncGenerator<StoredWebhook> {
  for (const mode of modes) yield* eachItem((page) => store.webhooks(mode, page), 'newest-first')
}

/** The webhook with an id, of whichever mode. */
export async function findWebhook(
  store: Pick<Store, 'webhooks'>,
  id: string,
): Promise<StoredWebhook | undefined> {
  for await (const webhook of eachWebhook(store)) if (webhook.id === id) return webhook
  return undefined
}
