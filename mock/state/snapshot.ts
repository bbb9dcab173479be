import { isControllable } from '../settings/clock'
import type { Settings } from '../settings/settings'
import { parseTimestamp } from '../settings/timestamp'
import { inTurns } from '../settings/turn'
import type { PendingDelivery, StoredEvent, StoredWebhook } from '../store/records'
import type { Store } from '../store/store'
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

/** A snapshot whose lists are read one item after the other. All of it is as of the moment at which it was taken. */
export interface OpenSnapshot {
  now: string
  events: AsyncIterable<SeedEvent>
  webhooks: AsyncIterable<SeedWebhook>
  keys: AsyncIterable<SeedKey>
  deliveries: AsyncIterable<SeedDelivery>
  /** Ends the reading, also where a list was not read to its end. */
  end(): Promise<void>
}

/** Takes a snapshot of a store. Deliveries under way count as due. Others get a turn while it is read. */
export async function openSnapshot(store: Store, { clock }: Settings): Promise<OpenSnapshot> {
  const { events, webhooks, keys, deliveries, end } = await store.read()
  return {
    now: new Date(clock.now()).toISOString(),
    events: mapped(events, seedEvent),
    webhooks: mapped(webhooks, seedWebhook),
    keys: mapped(keys, (key): SeedKey => structuredClone(key)),
    deliveries: mapped(deliveries, seedDelivery),
    end,
  }
}

/** Takes a snapshot of a store as one object. */
export async function takeSnapshot(store: Store, settings: Settings): Promise<Snapshot> {
  const { now, events, webhooks, keys, deliveries, end } = await openSnapshot(store, settings)
  try {
    return {
      now,
      events: await collected(events),
      webhooks: await collected(webhooks),
      keys: await collected(keys),
      deliveries: await collected(deliveries),
    }
  } finally {
    await end()
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

function seedWebhook({ previousSecret, ...fields }: StoredWebhook): SeedWebhook {
  const webhook = structuredClone(fields)
  if (!previousSecret) return webhook
  const { secret, until } = previousSecret
  return { ...webhook, previousSecret: { secret, until: new Date(until).toISOString() } }
}

function seedDelivery({ webhookId, eventId, attempts, dueAt }: PendingDelivery): SeedDelivery {
  return { webhookId, eventId, attempts, dueAt: new Date(dueAt).toISOString() }
}

async function* mapped<From, To>(
  items: Iterable<From> | AsyncIterable<From>,
  change: (item: From) => To,
): AsyncGenerator<To> {
  for await (const item of inTurns(items)) yield change(item)
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
