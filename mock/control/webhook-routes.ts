import { eachItem, modes } from '../state/each-item'
import type { StoredWebhook } from '../store/store'
import type { ControlRoutes } from './route'

/** Lists the webhooks of both modes, without their secrets. */
export const webhookRoutes: ControlRoutes = {
  async 'GET /webhooks'(_request, { store }) {
    const data: Omit<StoredWebhook, 'secret'>[] = []
    for (const mode of modes) {
      for await (const webhook of eachItem((page) => store.webhooks(mode, page), 'newest-first')) {
        const { secret: _secret, ...shown } = webhook
        data.push(shown)
      }
    }
    return { data }
  },
}
