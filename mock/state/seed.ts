import type { KeyInput } from '../access/keys'
import type { Mode } from '../store/store'

/**
 * Data to start with, oldest first. What is left out is made up. A snapshot is one that leaves nothing out.
 *
 * @example
 * const seed: Seed = { events: [{ type: 'order.paid', data: { order: 1042 } }] }
 * const backend = createBackend({ seed })
 */
export interface Seed {
  events?: readonly SeedEvent[]
  webhooks?: readonly SeedWebhook[]
  /** All the keys there are to be. Those of the backend's options unless given. */
  keys?: readonly SeedKey[]
  /** Deliveries that are still to be made, of events and webhooks of this seed. */
  deliveries?: readonly SeedDelivery[]
  /** The time of the data: a clock that is behind it and can be moved is moved there. */
  now?: string
}

/** An event of a seed. It was there before: nothing is delivered. */
export interface SeedEvent {
  type: string
  data: unknown
  id?: string
  created?: string
  /** `live` unless given. */
  mode?: Mode
  /** The key that it was created with. For what is left of its window it finds this event. */
  idempotencyKey?: string
  /** The event in the very characters that answers and deliveries repeat. Made of the other fields unless given. */
  json?: string
}

/** A key of a seed. */
export interface SeedKey extends KeyInput {
  /** As its prefix says. */
  mode?: Mode
}

/** A delivery of a seed. */
export interface SeedDelivery {
  webhookId: string
  eventId: string
  /** How often it was tried. 0 unless given. */
  attempts?: number
  /** At once unless given. */
  dueAt?: string
}

/** A webhook of a seed. */
export interface SeedWebhook {
  url: string
  events: readonly string[]
  description?: string
  id?: string
  secret?: string
  created?: string
  /** `live` unless given. */
  mode?: Mode
}

/**
 * A seed that is wrong: the message names the entry and its fault.
 *
 * @example
 * await backend.restore(JSON.parse(text) as Seed).catch((error: unknown) => {
 *   if (error instanceof SeedError) console.error(error.message)
 * })
 */
export class SeedError extends TypeError {
  override readonly name = 'SeedError'
}
