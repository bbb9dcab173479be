import type { KeyInput } from '../access/keys'
import { eachItem } from '../state/each-item'
import type { Store } from '../store/store'
import { webhookOf, type LocalWebhook } from './local-webhooks'

/**
 * Registers the receivers of `--webhook` that a store with data of an earlier start lacks. A seed is planted once, and a receiver
 * that was added to the command line since then would get nothing. `created` is the time, as the dialect writes it.
 */
export async function registerMissing(
  store: Store,
  receivers: readonly LocalWebhook[],
  created: string,
): Promise<void> {
  if (receivers.length === 0) return
  const known = new Set<string>()
  for await (const { id } of eachItem((page) => store.webhooks('live', page), 'oldest-first')) known.add(id)
  for (const receiver of receivers) {
    const { id, url, events, secret } = webhookOf(receiver)
    if (known.has(id)) continue
    await store.addWebhook({ id, mode: 'live', url, events, status: 'active', secret, created })
  }
}

/** Those of some keys that a store knows. Data of an earlier start has keys of its own. */
export async function knownKeys(store: Store, keys: readonly KeyInput[]): Promise<KeyInput[]> {
  const found = await Promise.all(keys.map(async (key) => ((await store.findKey(key.key)) ? [key] : [])))
  return found.flat()
}
