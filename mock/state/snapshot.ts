import { isControllable } from '../settings/clock'
import type { Settings } from '../settings/settings'
import { parseTimestamp } from '../settings/timestamp'
import type { Store, StoredEvent } from '../store/store'
import { eachItem, modes } from './each-item'
import type { Seed, SeedDelivery, SeedEvent, SeedKey, SeedWebhook } from './seed'

/**
 * All data of a backend as one JSON document. A snapshot is also a seed.
 *
 * @example
 * const before: Snapshot = await backend.snapshot()
 * await backend.restore(before)
 */
export interface Snapshot extends Seed {
  /** The backend's time. ISO 8601, UTC. */
  now: string
  events: SeedEvent[]
  webhooks: SeedWebhook[]
  keys: SeedKey[]
  deliveries: SeedDelivery[]
}

/** Takes a snapshot of a store. Deliveries under way count as due. */
export async function takeSnapshot(store: Store, { clock }: Settings): Promise<Snapshot> {
  const events: SeedEvent[] = []
  const webhooks: SeedWebhook[] = []
  for (const mode of modes) {
    for await (const event of eachItem((page) => store.events(mode, page), 'oldest-first')) {
      events.push(seedEvent(event))
    }
    for await (const webhook of eachItem((page) => store.webhooks(mode, page), 'oldest-first')) {
      const { status: _status, ...seeded } = webhook
      webhooks.push(seeded)
    }
  }
  // A delivery under way may be to a webhook that was deleted meanwhile.
  const known = new Set(webhooks.map(({ id }) => id))
  const pending = await store.pendingDeliveries()
  const deliveries = pending.filter(({ webhookId }) => known.has(webhookId))
  return {
    now: new Date(clock.now()).toISOString(),
    events,
    webhooks,
    keys: await store.keys(),
    deliveries: deliveries.map(({ webhookId, eventId, attempts, dueAt }) => ({
      webhookId,
      eventId,
      attempts,
      dueAt: new Date(dueAt).toISOString(),
    })),
  }
}

/** The time to plant a seed at: the seed's own, but the clock's when the clock is later or cannot be moved. */
export function timeOf({ now }: Seed, { clock }: Settings): number {
  const seeded = now === undefined || !isControllable(clock) ? 0 : parseTimestamp(now)
  return Math.max(seeded, clock.now())
}

/** Moves a clock that is behind `time`. No clock is moved back. */
export async function catchUp(time: number, { clock }: Settings): Promise<void> {
  const behind = time - clock.now()
  if (behind > 0 && isControllable(clock)) await clock.advance(behind)
}

function seedEvent({ mode, json, idempotencyKey }: StoredEvent): SeedEvent {
  const { id, type, created, data } = JSON.parse(json) as SeedEvent
  const event = { id, type, created, data }
  const seed: SeedEvent = { ...event, mode, idempotencyKey }
  // Only the text keeps numbers beyond a double, the sender's own spacing and the dialect's further fields.
  return JSON.stringify(event) === json ? seed : { ...seed, json }
}
