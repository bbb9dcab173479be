import { textBytes } from '../settings/memory'
import type { AttemptCounts, AttemptQuery, EndedAttempt, StoredAttempt } from './attempts'

/** A delivery whose attempts are remembered. */
export interface RememberedDelivery {
  readonly id: string
  readonly eventId: string
  readonly attempts: EndedAttempt[]
  /** The highest token of the claims that made the attempts, so that no later claim of the delivery gets one of these tokens. */
  claims: number
}

// The bytes of a delivery with its places in both indexes, and of an attempt, besides their texts. Measured on Node 20, and rounded up.
const bytesOfDelivery = 480
const bytesOfAttempt = 220

/** The attempts that a memory store remembers, with the delivery first that was attempted first. */
export class AttemptTable {
  readonly #deliveries = new Map<string, RememberedDelivery>()
  readonly #byEvent = new Map<string, RememberedDelivery[]>()
  readonly #counts: AttemptCounts = { attempts: 0, abandoned: 0 }
  bytes = 0

  /** `claims` is the token of the claim that the attempt ends. */
  add(id: string, eventId: string, attempt: EndedAttempt, claims = 0): void {
    let delivery = this.#deliveries.get(id)
    if (!delivery) {
      delivery = { id, eventId, attempts: [], claims }
      this.#deliveries.set(id, delivery)
      const ofEvent = this.#byEvent.get(eventId)
      if (ofEvent) ofEvent.push(delivery)
      else this.#byEvent.set(eventId, [delivery])
      this.bytes += bytesOfDelivery
    }
    delivery.attempts.push(attempt)
    delivery.claims = Math.max(delivery.claims, claims)
    this.#count(attempt, 1)
  }

  get(id: string): RememberedDelivery | undefined {
    return this.#deliveries.get(id)
  }

  all(): Iterable<RememberedDelivery> {
    return this.#deliveries.values()
  }

  find(query: AttemptQuery): StoredAttempt[] {
    const found =
      'id' in query
        ? [this.#deliveries.get(query.id) ?? []].flat()
        : query.events.flatMap((id) => this.#byEvent.get(id) ?? [])
    return found.flatMap(({ id, eventId, attempts }) =>
      inOrder(attempts).map((attempt) => ({ deliveryId: id, eventId, ...attempt })),
    )
  }

  counts(): AttemptCounts {
    return { ...this.#counts }
  }

  /** Forgets the attempts of the delivery that was attempted first. Returns false where nothing is remembered. */
  forgetOldest(): boolean {
    const [delivery] = this.#deliveries.values()
    if (!delivery) return false
    this.#deliveries.delete(delivery.id)
    const others = (this.#byEvent.get(delivery.eventId) ?? []).filter((other) => other !== delivery)
    if (others.length > 0) this.#byEvent.set(delivery.eventId, others)
    else this.#byEvent.delete(delivery.eventId)
    this.bytes -= bytesOfDelivery
    for (const attempt of delivery.attempts) this.#count(attempt, -1)
    return true
  }

  #count({ outcome, url, error, answer }: EndedAttempt, change: 1 | -1): void {
    this.#counts.attempts += change
    if (outcome === 'abandoned') this.#counts.abandoned += change
    let bytes = bytesOfAttempt
    for (const text of [url, error, answer]) if (text !== undefined) bytes += textBytes(text)
    this.bytes += change * bytes
  }
}

/** Attempts by their numbers. What ended without one comes last. */
function inOrder(attempts: readonly EndedAttempt[]): EndedAttempt[] {
  return [...attempts].sort(
    (one, other) => (one.attempt ?? Infinity) - (other.attempt ?? Infinity) || one.at - other.at,
  )
}

/** The number of the last attempt of a delivery, 0 where none was made. */
export function lastNumber(attempts: readonly EndedAttempt[]): number {
  return attempts.reduce((most, { attempt = 0 }) => Math.max(most, attempt), 0)
}
