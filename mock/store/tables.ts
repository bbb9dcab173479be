import { AttemptTable, lastNumber } from './attempt-table'
import type { DueAgain, FailedDeliveries, FailedQuery, StoredAttempt } from './attempts'
import { DeliveryQueue } from './delivery-queue'
import { EventTable } from './event-table'
import { IdempotencyTable } from './idempotency-table'
import type { PendingDelivery, StoreContent, StoredKey, StoredWebhook } from './records'
import { StoreFullError } from './store-errors'
import { textBytes } from '../settings/memory'
import { inTurns } from '../settings/turn'
import { WebhookDirectory } from './webhook-directory'
import { orderOf } from './webhook-queue'

// The bytes of a store without any data, with the parts of a backend that work on it. Measured on Node 20, and rounded up.
const emptyBytes = 4_096

// Attempts keep this part of the memory while events are forgotten, so that neither drives the other out.
const shareOfAttempts = 1 / 8

const isDelivery = /^dlv_\d+$/

/** The bytes of a key. */
export function keyBytes({ key, name }: StoredKey): number {
  return 300 + textBytes(key) + textBytes(name)
}

/** All data of a memory store. */
export class Tables {
  readonly events = new EventTable()
  readonly webhooks = { live: new WebhookDirectory(), test: new WebhookDirectory() }
  readonly idempotency = new IdempotencyTable(this.events)
  readonly deliveries: DeliveryQueue
  readonly attempts = new AttemptTable()
  /** The API keys by their texts. */
  readonly keys = new Map<string, StoredKey>()
  #keyBytes = 0

  /** `count` is the number of the last delivery before: an id of a delivery is never used again. */
  constructor(count = 0) {
    this.deliveries = new DeliveryQueue(this.events, this.attempts, count)
  }

  /** The bytes of everything. */
  get bytes(): number {
    const { live, test } = this.webhooks
    const ofWebhooks = live.bytes + test.bytes + this.#keyBytes
    const ofDeliveries = this.deliveries.bytes + this.attempts.bytes
    return emptyBytes + this.events.bytes + this.idempotency.bytes + ofDeliveries + ofWebhooks
  }

  /**
   * Forgets expired idempotency records, old attempts beyond their share, old events and then the other attempts, until so many bytes are free.
   * Returns how many events were forgotten.
   */
  forget(bytes: number, now: number): number {
    const goal = this.bytes - bytes
    this.idempotency.dropExpired(now, Infinity)
    while (this.bytes > goal && this.attempts.bytes > this.bytes * shareOfAttempts)
      this.attempts.forgetOldest()
    let forgotten = 0
    while (this.bytes > goal && this.events.forgetOldest()) forgotten++
    while (this.bytes > goal && this.attempts.forgetOldest());
    return forgotten
  }

  addAttempts(attempts: readonly StoredAttempt[]): void {
    for (const { deliveryId: id, eventId, ...attempt } of attempts)
      if (this.events.get(eventId) && isDelivery.test(id)) this.attempts.add(id, eventId, attempt)
  }

  failed({ webhookId, eventId, since, until = Infinity, limit }: FailedQuery): FailedDeliveries {
    const pending = new Map(this.deliveries.pending().map((delivery) => [delivery.id, delivery]))
    const found: (FailedDeliveries['deliveries'][number] & { at: number })[] = []
    for (const { id, eventId: event, attempts: made } of this.attempts.all()) {
      const { webhookId: webhook = '', at = 0, outcome } = made.filter(({ attempt }) => attempt).at(-1) ?? {}
      if (pending.has(id) || outcome !== 'abandoned' || made.some((one) => one.outcome === 'delivered'))
        continue
      found.push({ id, webhookId: webhook, eventId: event, attempts: lastNumber(made), at })
    }
    for (const { id, webhookId: webhook, eventId: event, attempts, claimed, resent } of pending.values()) {
      if (claimed || resent || attempts === 0) continue
      const at = this.attempts.get(id)?.attempts.at(-1)?.at ?? -Infinity
      found.push({ id, webhookId: webhook, eventId: event, attempts, at })
    }
    const asked = found.filter(
      ({ at, ...one }) =>
        (webhookId === undefined || one.webhookId === webhookId) &&
        (eventId === undefined || one.eventId === eventId) &&
        at >= (since ?? -Infinity) &&
        at < until,
    )
    const isActive = ({ webhookId: id }: (typeof found)[number]) => this.#activeWebhook(id) !== undefined
    asked.sort((one, other) => Number(isActive(other)) - Number(isActive(one)) || one.at - other.at)
    return { deliveries: asked.slice(0, limit).map(({ at: _at, ...one }) => one), total: asked.length }
  }

  sendAgain(deliveries: readonly DueAgain[]): Map<string, { resent: boolean }> {
    const due = new Map<string, { resent: boolean }>()
    const waiting = this.deliveries.hasten(new Map(deliveries.map((one) => [one.id, one])))
    const pending = new Set(this.deliveries.pending().map(({ id }) => id))
    for (const { id, attempts, dueAt } of deliveries) {
      const row = waiting.get(id)
      if (row) due.set(id, { resent: row.resent === true })
      const ended = pending.has(id) || this.deliveries.isClaimed(id) ? undefined : this.attempts.get(id)
      if (!ended || lastNumber(ended.attempts) !== attempts) continue
      const webhook = this.#activeWebhook(ended.attempts[0]?.webhookId)
      const kept = webhook && this.events.get(ended.eventId)
      if (!kept) continue
      const again = { order: orderOf(id), claims: ended.claims, resent: true } as const
      this.deliveries.add(webhook, this.events.pin(kept), dueAt, attempts, again)
      pending.add(id)
      due.set(id, { resent: true })
    }
    return due
  }

  #activeWebhook(id = ''): StoredWebhook | undefined {
    const webhook = this.webhooks.live.get(id) ?? this.webhooks.test.get(id)
    return webhook?.status === 'active' ? webhook : undefined
  }

  addKey(key: StoredKey): void {
    this.removeKey(key.key)
    this.keys.set(key.key, key)
    this.#keyBytes += keyBytes(key)
  }

  keyOf(id: string): StoredKey | undefined {
    return [...this.keys.values()].find((key) => key.id === id)
  }

  expireKey(id: string, expiresAt: string | null): boolean {
    const found = this.keyOf(id)
    if (found) this.addKey({ ...found, expiresAt })
    return found !== undefined
  }

  removeKey(key: string): void {
    const found = this.keys.get(key)
    if (!found) return
    this.keys.delete(key)
    this.#keyBytes -= keyBytes(found)
  }

  /** Everything as of the moment of the call. */
  content(): StoreContent {
    const { live, test } = this.webhooks
    return {
      keys: [...this.keys.values()],
      webhooks: [...live.all(), ...test.all()],
      events: this.events.all(),
      idempotency: this.idempotency.all(),
      deliveries: this.deliveries.all(),
    }
  }

  #restoreDelivery({ webhookId, eventId, attempts, dueAt }: PendingDelivery): void {
    const kept = this.events.get(eventId)
    const webhook = kept && this.webhooks[kept.event.mode].get(webhookId)
    if (kept && webhook) this.deliveries.add(webhook, this.events.pin(kept), dueAt, attempts)
  }

  /** The tables of some content. Throws a {@link StoreFullError} as soon as they are larger than `limit` bytes. */
  static async of(content: StoreContent, count: number, limit: number): Promise<Tables> {
    const tables = new Tables(count)
    const check = () => {
      if (tables.bytes > limit) throw new StoreFullError(`The data takes more than ${limit} bytes of memory.`)
    }
    for (const key of content.keys) tables.addKey(key)
    for await (const webhook of inTurns(content.webhooks)) tables.webhooks[webhook.mode].add(webhook)
    for await (const event of inTurns(content.events)) {
      tables.events.add(event, 0)
      check()
    }
    for await (const { eventId, ...record } of inTurns(content.idempotency)) {
      const kept = tables.events.get(eventId)
      if (kept) tables.idempotency.add(record, tables.events.pin(kept))
    }
    for await (const delivery of inTurns(content.deliveries)) {
      tables.#restoreDelivery(delivery)
      check()
    }
    check()
    return tables
  }
}
