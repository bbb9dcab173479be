import { inTurns } from '../settings/turn'
import { eachItem, modes } from '../state/each-item'
import type { Store, StoredWebhook } from '../store/store'
import type { ControlRoutes } from './route'
import { streamedJson } from './streamed-json'

/** Lists the webhooks of both modes, without their secrets. */
export const webhookRoutes: ControlRoutes = {
  'GET /webhooks': (_request, { store }) => streamedJson({ data: inTurns(shownWebhooks(store)) }),
}

async function* shownWebhooks(store: Store): AsyncGenerator<Omit<StoredWebhook, 'secret'>> {
  for (const mode of modes) {
    for await (const webhook of eachItem((page) => store.webhooks(mode, page), 'newest-first')) {
      const { secret: _secret, ...shown } = webhook
      yield shown
    }
  }
}
