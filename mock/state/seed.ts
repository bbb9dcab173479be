import type { KeyInput } from '../access/keys'
import type { Mode } from '../store/records'

/**
 * Data to start with, oldest first. Optional fields that are left out are filled in. A snapshot is a seed that leaves
 * nothing out.
 *
 * @example
 * const seed: Seed = { events: [{ type: 'order.paid', data: { order: 1042 } }] }
 * const backend = createBackend({ seed })
 */
export interface Seed {
  /** The place of the JSON Schema, for editors. Ignored. */
  $schema?: string
  /** The events, oldest first. None unless given. */
  events?: readonly SeedEvent[]
  /** The webhooks, oldest first. None unless given. */
  webhooks?: readonly SeedWebhook[]
  /** All keys. Those of the backend's options unless given. */
  keys?: readonly SeedKey[]
  /** Pending deliveries of this seed's events to its webhooks. */
  deliveries?: readonly SeedDelivery[]
  /** The time of the data. A clock that is behind, and can be moved, is moved there. */
  now?: string
}

/** An event of a seed. It is an old event, so it is not delivered. */
export interface SeedEvent {
  type: string
  /** The payload: any JSON value. */
  data: unknown
  /** Begins with `evt_` (EV-7). A new one unless given. */
  id?: string
  /** ISO 8601, UTC. The time of planting unless given. */
  created?: string
  /** `live` unless given. */
  mode?: Mode
  /** The idempotency key of the creation. For the rest of its window the key returns this event. */
  idempotencyKey?: string
  /** The event as JSON text, which answers and deliveries repeat. Made of the other fields unless given. */
  json?: string
}

/** Names the payload of a {@link ReadEvent} as text. */
export const writtenData = Symbol('written data')

/** An event that was read from JSON text. Its payload stays text, which has digits that no number can hold. */
export interface ReadEvent extends SeedEvent {
  [writtenData]?: string
}

/** A key of a seed. */
export interface SeedKey extends KeyInput {
  /** The mode that the key's prefix stands for. Ignored; a snapshot states it. */
  mode?: Mode
}

/** A delivery of a seed. */
export interface SeedDelivery {
  /** The `id` of a webhook of this seed. */
  webhookId: string
  /** The `id` of an event of this seed. */
  eventId: string
  /** How many attempts were made. 0 unless given. */
  attempts?: number
  /** ISO 8601, UTC. Now unless given. */
  dueAt?: string
}

/** A webhook of a seed. */
export interface SeedWebhook {
  /** Must use HTTPS (WH-2). A forward leads its deliveries to one that does not. */
  url: string
  /** Event types, or `*` alone for all. */
  events: readonly string[]
  description?: string
  /** Begins with `wh_`. A new one unless given. */
  id?: string
  /** Begins with `whsec_`. A random one unless given. */
  secret?: string
  /** ISO 8601, UTC. The time of planting unless given. */
  created?: string
  /** `live` unless given. */
  mode?: Mode
  /** `active` or `disabled`. `active` unless given. */
  status?: string
  /** The secret before the last rotation, which signs beside the present one `until` then. ISO 8601, UTC. */
  previousSecret?: { secret: string; until: string }
}

/**
 * A seed that is wrong. The message names the entry and its error.
 *
 * @example
 * await backend.restore(JSON.parse(text) as Seed).catch((error: unknown) => {
 *   if (error instanceof SeedError) console.error(error.message)
 * })
 */
export class SeedError extends TypeError {
  override readonly name = 'SeedError'
}
