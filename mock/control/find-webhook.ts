import { eachItem, modes } from '../state/each-item'
import type { StoredWebhook } from '../store/records'
import type { Store } from '../store/store'

/** The webhook with an id, of whichever mode. */
export async function findWebhook(
  store: Pick<Store, 'webhooks'>,
  id: string,
): Promise<StoredWebhook | undefined> {
  for (const mode of modes) {
    const webhooks = eachItem((page) => store.webhooks(mode, page), 'newest-first')
    for await (const webhook of webhooks) if (webhook.id === id) return webhook
  }
  return undefined
}
