import type { Scope } from '../../../generated/operations'
import type { Mode, StoredEvent, StoredKey, StoredWebhook } from '../records'
import type { Secrets } from './secrets'
import { readText, writeText } from './text'

/** An event in its table. The driver gives numbers of 64 bits as text. */
export interface EventRow {
  live: boolean
  seq: string
  id: string
  type: string
  created: string
  json: string
  idempotency_key: string | null
}

/** A webhook in its table. */
export interface WebhookRow {
  seq: string
  id: string
  live: boolean
  url: string
  events: string[]
  description: string | null
  status: string
  secret: string
  previous_secret: string | null
  previous_until: number | null
  created: string
}

/** An API key in its table. */
export interface KeyRow {
  id: string
  key: string
  live: boolean
  name: string
  scopes: Scope[] | null
  expires_at: string | null
  created: string
}

/** The columns of an event, in the order of {@link EventRow}. */
export const eventColumns = 'live, seq, id, type, created, json, idempotency_key'
/** The columns of a webhook, in the order of {@link WebhookRow}. */
export const webhookColumns =
  'seq, id, live, url, events, description, status, secret, previous_secret, previous_until, created'
/** The columns of a key, in the order of {@link KeyRow}. */
export const keyColumns = 'id, key, live, name, scopes, expires_at, created'

export const modeOf = (live: boolean): Mode => (live ? 'live' : 'test')

export function eventOf(row: EventRow): StoredEvent {
  const event: StoredEvent = {
    id: readText(row.id),
    mode: modeOf(row.live),
    type: readText(row.type),
    created: row.created,
    json: readText(row.json),
  }
  if (row.idempotency_key !== null) event.idempotencyKey = readText(row.idempotency_key)
  return event
}

export function webhookOf(row: WebhookRow, secrets: Secrets): StoredWebhook {
  const id = readText(row.id)
  const webhook: StoredWebhook = {
    id,
    mode: modeOf(row.live),
    url: readText(row.url),
    events: row.events.map(readText),
    status: row.status,
    secret: secrets.open(row.secret, id),
    created: row.created,
  }
  if (row.description !== null) webhook.description = readText(row.description)
  if (row.previous_secret !== null) {
    const secret = secrets.open(row.previous_secret, id)
    webhook.previousSecret = { secret, until: row.previous_until ?? 0 }
  }
  return webhook
}

/** The values of a webhook's columns, but for seq. */
export function webhookValues(webhook: StoredWebhook, secrets: Secrets): unknown[] {
  const { id, previousSecret, description } = webhook
  return [
    writeText(id),
    webhook.mode === 'live',
    writeText(webhook.url),
    webhook.events.map(writeText),
    description === undefined ? null : writeText(description),
    webhook.status,
    secrets.seal(webhook.secret, id),
    previousSecret ? secrets.seal(previousSecret.secret, id) : null,
    previousSecret?.until ?? null,
    webhook.created,
  ]
}

export function keyOf(row: KeyRow, secrets: Secrets): StoredKey {
  const id = readText(row.id)
  return {
    id,
    key: secrets.open(row.key, id),
    mode: modeOf(row.live),
    name: readText(row.name),
    scopes: row.scopes,
    expiresAt: row.expires_at,
    created: row.created,
  }
}

/** The values of a key's columns, the lookup after the id. */
export function keyValues(key: StoredKey, secrets: Secrets): unknown[] {
  return [
    writeText(key.id),
    secrets.lookup(key.key),
    secrets.seal(key.key, key.id),
    key.mode === 'live',
    writeText(key.name),
    key.scopes,
    key.expiresAt,
    key.created,
  ]
}

const form = /^dlv_(\d{1,18})$/

/** The id of the delivery with this number, the same for each of its attempts. */
export function deliveryId(number: string): string {
  return `dlv_${number}`
}

/** The number of a delivery, `undefined` for an id that no delivery of this store has. */
export function deliveryNumber(id: string): string | undefined {
  return form.exec(id)?.[1]
}
