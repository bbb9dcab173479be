import type { DeliveryAttempt } from '../deliveries/attempt'

/** A delivery attempt, as the journal shows it. Keys and secrets are redacted. */
export interface DeliveryEntry extends DeliveryAttempt {
  kind: 'delivery'
  number: number
  /** The time of the next attempt: ISO 8601, UTC. Absent where none follows. */
  next?: string
}

/** A delivery attempt as the journal shows it. */
export function deliveryEntry(entry: DeliveryEntry): DeliveryEntry {
  return entry
}
