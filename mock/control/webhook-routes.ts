import type { Mode, PageQuery, Store, StoredWebhook } from '../store/store'
import type { ControlRoutes } from './control'

const modes: readonly Mode[] = ['live', 'test']

/** What a dashboard shows of webhooks: those of both modes, never a secret. */
export function webhookRoutes(): ControlRoutes {
  return {
    'GET /webhooks': async (_request, { store }) => {
      const all = await Promise.all(modes.map((mode) => webhooksOf(store, mode)))
      return { data: all.flat().map(({ secret: _secret, ...shown }) => shown) }
    },
  }
}

async function webhooksOf(store: Store, mode: Mode): Promise<StoredWebhook[]> {
  const found: StoredWebhook[] = []
  let page: PageQuery | undefined = { limit: 1_000, order: 'newest-first' }
  while (page) {
    const { items, next }: { items: StoredWebhook[]; next?: number } = await store.webhooks(mode, page)
    found.push(...items)
    page = next === undefined ? undefined : { ...page, after: next }
  }
  return found
}
