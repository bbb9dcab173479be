import { Sequence } from './sequence'
import type { PageQuery, Slice, StoredWebhook, WebhookChange } from './records'
import { textBytes } from '../settings/memory'

// The bytes of a webhook with the queue of its deliveries, and of the set of the subscribers of a type, besides their texts. Measured on
// Node 20, and rounded up.
const bytesBesidesTexts = 1_350
const bytesOfSet = 300

/** The bytes of a webhook. */
export function webhookBytes(webhook: StoredWebhook): number {
  const { url, events, description = '', secret, previousSecret } = webhook
  let sum = bytesBesidesTexts + textBytes(url) + textBytes(description) + textBytes(secret)
  if (previousSecret) sum += textBytes(previousSecret.secret)
  // A type that only one webhook names has a set of its own.
  for (const type of events) sum += bytesOfSet + textBytes(type)
  return sum
}

/** The webhooks of a memory store, in the order of their registration and by the event types of their subscriptions. */
export class WebhookDirectory {
  #sequence = new Sequence<StoredWebhook>(({ id }) => id)
  #positions = new Map<string, { position: number; webhook: StoredWebhook }>()
  #byType = new Map<string, Set<StoredWebhook>>()
  bytes = 0

  add(webhook: StoredWebhook): void {
    this.bytes += webhookBytes(webhook)
    this.#positions.set(webhook.id, { position: this.#sequence.add(webhook), webhook })
    for (const type of webhook.events) {
      const subscribers = this.#byType.get(type) ?? new Set()
      this.#byType.set(type, subscribers.add(webhook))
    }
  }

  remove(id: string): boolean {
    const found = this.#positions.get(id)
    if (!found) return false
    this.#positions.delete(id)
    this.bytes -= webhookBytes(found.webhook)
    this.#sequence.remove(found.position)
    for (const type of found.webhook.events) {
      const subscribers = this.#byType.get(type)
      subscribers?.delete(found.webhook)
      if (subscribers?.size === 0) this.#byType.delete(type)
    }
    return true
  }

  /** Changes a webhook in place, because its pending deliveries refer to it. Returns whether it existed. */
  update(id: string, change: WebhookChange): boolean {
    const webhook = this.get(id)
    if (!webhook) return false
    this.bytes -= webhookBytes(webhook)
    Object.assign(webhook, change)
    this.bytes += webhookBytes(webhook)
    return true
  }

  get(id: string): StoredWebhook | undefined {
    return this.#positions.get(id)?.webhook
  }

  page(query: PageQuery): Slice<StoredWebhook> {
    return this.#sequence.page(query)
  }

  /** All webhooks, oldest first, in an array of their own. */
  all(): StoredWebhook[] {
    return this.#sequence.all()
  }

  /** The active subscribers of an event type, of `*` or of a pattern. A webhook that names several of them is returned once. */
  subscribersOf(type: string, patterns: readonly string[] = []): StoredWebhook[] {
    if (this.#byType.size === 0) return []
    const found = new Set<StoredWebhook>()
    for (const name of [type, '*', ...patterns])
      for (const webhook of this.#byType.get(name) ?? []) if (webhook.status === 'active') found.add(webhook)
    return [...found]
  }
}
