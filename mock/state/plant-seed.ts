import { storedKey, type KeyInput } from '../access/keys'
import { newSecret } from '../deliveries/signer'
import { eventJson } from '../http/resource-json'
import type { Settings } from '../settings/settings'
import {
  createEventScope,
  type KeptRecord,
  type PendingDelivery,
  type StoreContent,
  type StoredEvent,
  type StoredWebhook,
} from '../store/records'
import { parseTimestamp } from '../settings/timestamp'
import { writtenData, type ReadEvent, type Seed, type SeedWebhook } from './seed'

/**
 * A seed as the content of a store. `otherKeys` are used when the seed names no keys, and `now` fills in missing times.
 * The events are written as the store reads them, so that a large seed is not there twice.
 */
export function contentOf(
  { events = [], webhooks = [], keys, deliveries = [] }: Seed,
  otherKeys: readonly KeyInput[],
  settings: Settings,
  now: number,
): StoreContent {
  const { additions, ids, limits, random } = settings
  const time = (written: string | undefined) =>
    additions.timestamp(written === undefined ? now : parseTimestamp(written))
  const remembered: KeptRecord[] = []

  function eventFrom(seeded: ReadEvent): StoredEvent {
    const {
      mode = 'live',
      id = ids('evt'),
      type,
      data,
      created: written,
      json: given,
      idempotencyKey,
      [writtenData]: text,
    } = seeded
    const created = time(written)
    const json = given ?? eventJson({ id, type, created, data: text ?? JSON.stringify(data) }, settings)
    const expiresAt = Date.parse(created) + limits.idempotencyWindow
    if (idempotencyKey !== undefined && expiresAt > now) {
      remembered.push({ scope: createEventScope[mode], key: idempotencyKey, expiresAt, eventId: id })
    }
    return { id, mode, type, created, json, idempotencyKey }
  }

  function webhookFrom({ events: types, created, previousSecret, ...webhook }: SeedWebhook): StoredWebhook {
    const { mode = 'live', id = ids('wh'), url, description, secret = newSecret(random) } = webhook
    const { status = 'active' } = webhook
    const stored = { id, mode, url, events: [...types], description, status, secret, created: time(created) }
    if (!previousSecret) return stored
    const until = parseTimestamp(previousSecret.until)
    return { ...stored, previousSecret: { secret: previousSecret.secret, until } }
  }

  return {
    keys: (keys ?? otherKeys).map((key) => storedKey(key, settings)),
    events: mapped(events, eventFrom),
    // `eventFrom` fills this list, and a store reads the events first.
    idempotency: remembered,
    webhooks: webhooks.map(webhookFrom),
    deliveries: mapped(deliveries, ({ webhookId, eventId, attempts = 0, dueAt }): PendingDelivery => {
      return { webhookId, eventId, attempts, dueAt: dueAt === undefined ? now : parseTimestamp(dueAt) }
    }),
  }
}

function* mapped<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) yield change(item)
}
