import type { Seed, SeedDelivery, SeedEvent, SeedKey, SeedWebhook } from './seed'
import { isControllable } from '../settings/clock'
import type { Settings } from '../settings/settings'
import type { Mode, PageQuery, Slice, Store, StoredEvent } from '../store/store'
import { parseTimestamp } from '../settings/timestamp'

/**
 * All data of a backend as one JSON document, which is also a seed.
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

const modes: readonly Mode[] = ['live', 'test']
const pageSize = 1_000

/** Reads all of a store. What was under way counts as due. */
export async function takeSnapshot(store: Store, { clock }: Settings): Promise<Snapshot> {
  const events: SeedEvent[] = []
  const webhooks: SeedWebhook[] = []
  for (const mode of modes) {
    for await (const event of everything((page) => store.events(mode, page))) events.push(written(event))
    for await (const { status: _status, ...webhook } of everything((page) => store.webhooks(mode, page)))
      webhooks.push(webhook)
  }
  const deliveries = await store.pendingDeliveries()
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

/** The time of the data, where the clock can be moved there. Else, and where the clock is past it, the clock's. */
export function timeOf({ now }: Seed, { clock }: Settings): number {
  const written = now === undefined || !isControllable(clock) ? 0 : parseTimestamp(now)
  return Math.max(written, clock.now())
}

/** Moves a clock that is behind. Never back. */
export async function catchUp(time: number, { clock }: Settings): Promise<void> {
  const behind = time - clock.now()
  if (behind > 0 && isControllable(clock)) await clock.advance(behind)
}

async function* everything<T>(read: (page: PageQuery) => Promise<Slice<T>>): AsyncGenerator<T> {
  let after: number | undefined
  do {
    const { items, next } = await read({ limit: pageSize, after, order: 'oldest-first' })
    yield* items
    after = next
  } while (after !== undefined)
}

function written({ mode, json, idempotencyKey }: StoredEvent): SeedEvent {
  const event = JSON.parse(json) as SeedEvent
  const seed: SeedEvent = { ...event, mode, idempotencyKey }
  // Numbers beyond a double and a sender's own spacing survive as text alone.
  return JSON.stringify(event) === json ? seed : { ...seed, json }
}
