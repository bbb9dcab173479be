import { DeliveryQueue } from './delivery-queue'
import { Sequence } from './sequence'
import type { Mode, Store, StoredEvent, StoredKey } from './store'
import { WebhookDirectory } from './webhook-directory'

interface Remembered {
  event: StoredEvent
  expiresAt: number
}

// Each ingestion adds at most one idempotency record and drops up to two expired ones, so that expired records vanish.
const droppedPerIngestion = 2

// A sweep goes through all pending deliveries, which costs far more than forgetting an event, so it is made rarely.
const forgottenPerSweep = 1_024

// The bytes of an event besides its JSON: its id and its places in the list and the index. Measured, and rounded up.
const overhead = 500

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /**
   * Memory for events, in estimated bytes. Beyond it the oldest events are forgotten, with their idempotency records and
   * pending deliveries. 512 MiB unless given: about a million small events.
   */
  eventBytes?: number
}

/**
 * Makes a store in the memory of this process, the default store. Events stay until `reset` or until there are too many,
 * idempotency records until they expire, deliveries until they end.
 *
 * @example
 * const backend = createBackend({ store: createMemoryStore() })
 */
export function createMemoryStore({ eventBytes = 2 ** 29 }: MemoryStoreOptions = {}): Store {
  let events: Record<Mode, Sequence<StoredEvent>>
  let eventsById: Map<string, StoredEvent>
  let webhooks: Record<Mode, WebhookDirectory>
  let idempotency: Map<string, Remembered>
  let keys: Map<string, StoredKey>
  let deliveries: DeliveryQueue
  let bytes: number
  let forgotten: number

  const idOf = ({ id }: StoredEvent) => id

  function clear() {
    events = { live: new Sequence(idOf), test: new Sequence(idOf) }
    eventsById = new Map()
    webhooks = { live: new WebhookDirectory(), test: new WebhookDirectory() }
    idempotency = new Map()
    keys = new Map()
    deliveries = new DeliveryQueue()
    bytes = 0
    forgotten = 0
  }
  clear()

  function dropExpired(now: number) {
    let dropped = 0
    // Records stand in the order of their creation and all live equally long, so the expired ones come first.
    for (const [name, { expiresAt }] of idempotency) {
      if (expiresAt > now || dropped++ === droppedPerIngestion) return
      idempotency.delete(name)
    }
  }

  function forgetOldest() {
    while (bytes > eventBytes && eventsById.size > 1) {
      const longer = events.live.size >= events.test.size ? events.live : events.test
      const oldest = longer.shift()
      if (!oldest) return
      bytes -= oldest.json.length + overhead
      eventsById.delete(oldest.id)
      if (++forgotten % forgottenPerSweep === 0) deliveries.dropEvents(({ id }) => eventsById.has(id))
      if (oldest.idempotencyKey === undefined) continue
      const name = recordName(`${oldest.mode} createEvent`, oldest.idempotencyKey)
      if (idempotency.get(name)?.event === oldest) idempotency.delete(name)
    }
  }

  return {
    async ingest({ event, now, idempotency: record, delivery }) {
      dropExpired(now)
      if (record) {
        const name = recordName(record.scope, record.key)
        const original = idempotency.get(name)
        if (original && original.expiresAt > now) {
          return { event: original.event, replayed: true, deliveries: 0 }
        }
        idempotency.delete(name)
        idempotency.set(name, { event, expiresAt: record.expiresAt })
      }
      events[event.mode].add(event)
      eventsById.set(event.id, event)
      bytes += event.json.length + overhead
      forgetOldest()
      const subscribers = delivery === undefined ? [] : webhooks[event.mode].subscribersOf(event.type)
      for (const webhook of subscribers) deliveries.add(webhook, event, delivery as string, now)
      return { event, replayed: false, deliveries: subscribers.length }
    },
    async event(mode, id) {
      const event = eventsById.get(id)
      return event?.mode === mode ? event : undefined
    },
    events: async (mode, page) => events[mode].page(page),

    async addWebhook(webhook) {
      webhooks[webhook.mode].add(webhook)
    },
    webhooks: async (mode, page) => webhooks[mode].page(page),
    async removeWebhook(mode, id) {
      if (!webhooks[mode].remove(id)) return false
      deliveries.drop(id)
      return true
    },

    async addKey(key) {
      keys.set(key.key, key)
    },
    findKey: async (key) => keys.get(key),
    keys: async () => [...keys.values()],
    async removeKey(id) {
      for (const key of keys.values()) if (key.id === id) return keys.delete(key.key)
      return false
    },

    claim: async (claim) => deliveries.claim(claim),
    // Leases need no end here, because the process that holds a claim ends together with this store.
    settle: async (id, retryAt) => deliveries.settle(id, retryAt),
    nextDue: async () => deliveries.nextDue(),
    pendingDeliveries: async () => deliveries.pending(),
    async addDelivery(delivery) {
      const event = eventsById.get(delivery.eventId)
      const webhook = event && webhooks[event.mode].get(delivery.webhookId)
      if (event && webhook) deliveries.restore(webhook, event, delivery)
    },

    reset: async () => clear(),
  }
}

function recordName(scope: string, key: string): string {
  return `${scope}\n${key}`
}
