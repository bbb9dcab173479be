import { randomBytes } from 'node:crypto'
import type {
  ClaimedDelivery,
  EndedAttempt,
  Ingestion,
  Store,
  StoreContent,
  StoredEvent,
  StoredWebhook,
} from '@event-delivery/mock'

/** A time of the service at which tests of stores begin. */
export const storeStart = Date.UTC(2026, 0, 1)
export const noContent: StoreContent = { keys: [], webhooks: [], events: [], idempotency: [], deliveries: [] }

/** Opens a store without data. `now` is the service's time. */
export function openEmpty(
  store: Store,
  now: () => number = () => storeStart,
  dialect = '{}',
): Promise<boolean> {
  return store.open({ dialect, now, content: () => Promise.resolve(noContent) })
}

export function storedEvent(fields: Partial<StoredEvent> = {}): StoredEvent {
  const id = `evt_${randomBytes(9).toString('hex')}`
  const created = new Date(storeStart).toISOString()
  return { id, mode: 'live', type: 'order.paid', created, json: JSON.stringify({ id }), ...fields }
}

export function storedWebhook(fields: Partial<StoredWebhook> = {}): StoredWebhook {
  const id = `wh_${randomBytes(9).toString('hex')}`
  return {
    id,
    mode: 'live',
    url: 'https://receiver.example/',
    events: ['*'],
    status: 'active',
    secret: `whsec_${id}`,
    created: new Date(storeStart).toISOString(),
    ...fields,
  }
}

/** Creates an event. With a `key`, under an idempotency key that lives for a day. */
export async function createIn(store: Store, more: Partial<Ingestion> & { key?: string } = {}) {
  const { key, now = storeStart, ...rest } = more
  const idempotency =
    key === undefined ? undefined : { scope: 'live:create', key, expiresAt: now + 86_400_000 }
  return store.ingest({ event: storedEvent(), deliver: true, now, idempotency, ...rest })
}

/** Claims up to so many deliveries, with a lease that does not end within a test. */
export function claimIn(store: Store, now = storeStart, limit = 100) {
  return store.claim({ now, limit, perWebhook: 100, held: new Map(), lease: 600_000 })
}

/** The attempt of a claimed delivery, which the receiver took. */
export function deliveredAttempt({ webhookId, url, attempts }: ClaimedDelivery): EndedAttempt {
  return {
    webhookId,
    url,
    at: storeStart,
    outcome: 'delivered',
    attempt: attempts + 1,
    status: 204,
    duration: 5,
  }
}
