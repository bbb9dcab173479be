import { textBytes } from '../settings/text-bytes'
import type { StoredEvent, StoredKey, StoredWebhook } from './records'

// The bytes of an item besides its texts: the object, and its places in the lists and indexes of the store. Measured on
// Node 20, and rounded up.
const ofEvent = 400
const ofRecord = 300
const ofWebhook = 1_000
const ofKey = 300

/** The bytes of a pending delivery. It refers to its event and its webhook, and holds no text. */
export const deliveryBytes = 130

/** The bytes of a store without any data, with the parts of a backend that work on it. */
export const emptyBytes = 4_096

/** The bytes of an event. */
export function eventBytes({ id, created, type, json }: StoredEvent): number {
  return ofEvent + textBytes(id) + textBytes(created) + textBytes(type) + textBytes(json)
}

/** The bytes of an idempotency record. Its key stands in the event and in the name of the record. */
export function recordBytes(key: string): number {
  return ofRecord + 2 * textBytes(key)
}

/** The bytes of a webhook. */
export function webhookBytes(webhook: StoredWebhook): number {
  const { url, events, description = '', secret, previousSecret } = webhook
  let sum = ofWebhook + textBytes(url) + textBytes(description) + textBytes(secret)
  if (previousSecret) sum += textBytes(previousSecret.secret)
  // A type of its own has a set of its subscribers.
  for (const type of events) sum += ofKey + textBytes(type)
  return sum
}

/** The bytes of a key. */
export function keyBytes({ key, name }: StoredKey): number {
  return ofKey + textBytes(key) + textBytes(name)
}
