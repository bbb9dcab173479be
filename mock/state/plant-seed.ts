import { storedBody } from '../deliveries/body'
import { storedKey, type KeyInput } from '../access/keys'
import { newSecret } from '../deliveries/secret'
import { eventJson } from '../http/resource-json'
import type { Settings } from '../settings/settings'
import type { Store } from '../store/store'
import { parseTimestamp } from '../settings/timestamp'
import type { Seed } from './seed'

/** Puts a seed into an empty store. `otherKeys` are used when the seed names no keys, and `now` fills in missing times. */
export async function plantSeed(
  { events = [], webhooks = [], keys, deliveries = [] }: Seed,
  otherKeys: readonly KeyInput[],
  store: Store,
  settings: Settings,
  now: number,
): Promise<void> {
  const { additions, dialect, ids, limits, random } = settings
  const time = (written: string | undefined) =>
    additions.timestamp(written === undefined ? now : parseTimestamp(written))

  for (const key of keys ?? otherKeys) await store.addKey(storedKey(key, settings))
  const bodies = new Map<string, string>()
  const pending = new Set(deliveries.map(({ eventId }) => eventId))
  for (const {
    mode = 'live',
    id = ids('evt'),
    type,
    data,
    created: written,
    json: given,
    idempotencyKey,
  } of events) {
    const created = time(written)
    const json = given ?? eventJson({ id, type, created, data: JSON.stringify(data) }, settings)
    const event = { id, mode, type, created, json }
    const expiresAt = Date.parse(created) + limits.idempotencyWindow
    const remembered = idempotencyKey !== undefined && expiresAt > now
    await store.ingest({
      event: { ...event, idempotencyKey },
      now,
      idempotency: remembered ? { scope: `${mode} createEvent`, key: idempotencyKey, expiresAt } : undefined,
    })
    if (pending.has(id)) bodies.set(id, storedBody(event, dialect.deliveryBody))
  }
  for (const { events: types, created, ...webhook } of webhooks) {
    const { mode = 'live', id = ids('wh'), url, description, secret = newSecret(random) } = webhook
    const status = 'active'
    const registered = { id, mode, url, events: types, description, status, secret, created: time(created) }
    await store.addWebhook(registered)
  }
  for (const { webhookId, eventId, attempts = 0, dueAt } of deliveries) {
    const due = dueAt === undefined ? now : parseTimestamp(dueAt)
    await store.addDelivery({ webhookId, eventId, attempts, dueAt: due, body: bodies.get(eventId) ?? '' })
  }
}
