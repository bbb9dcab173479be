import { DeliveryQueue } from './delivery-queue'
import { EventTable, type KeptEvent } from './event-table'
import { IdempotencyTable } from './idempotency-table'
import type { PendingDelivery, StoreContent, StoredKey, StoredWebhook } from './records'
import { StoreFullError } from './store-errors'
import type { Ingestion } from './store'
import { textBytes } from '../settings/memory'
import { inTurns } from '../settings/turn'
import { WebhookDirectory } from './webhook-directory'

// The bytes of a store without any data, with the parts of a backend that work on it. Measured on Node 20, and rounded up.
const emptyBytes = 4_096

/** The bytes of a key. */
export function keyBytes({ key, name }: StoredKey): number {
  return 300 + textBytes(key) + textBytes(name)
}

/** All data of a memory store. */
export class Tables {
  readonly events = new EventTable()
  readonly webhooks = { live: new WebhookDirectory(), test: new WebhookDirectory() }
  readonly #release = (kept: KeptEvent) => this.events.unpin(kept)
  readonly idempotency = new IdempotencyTable(this.#release)
  readonly deliveries: DeliveryQueue
  readonly #keys = new Map<string, StoredKey>()
  #keyBytes = 0

  /** `count` is the number of the last delivery before: an id of a delivery is never used again. */
  constructor(count = 0) {
    this.deliveries = new DeliveryQueue(this.#release, count)
  }

  /** The bytes of everything. */
  get bytes(): number {
    const { live, test } = this.webhooks
    const ofWebhooks = live.bytes + test.bytes + this.#keyBytes
    return emptyBytes + this.events.bytes + this.idempotency.bytes + this.deliveries.bytes + ofWebhooks
  }

  /** Adds an event of so many bytes, its idempotency record and its deliveries. */
  ingest({ event, now, idempotency }: Ingestion, subscribers: readonly StoredWebhook[], bytes: number): void {
    const kept = this.events.add(event, (idempotency ? 1 : 0) + subscribers.length, bytes)
    if (idempotency) this.idempotency.add(idempotency, kept)
    for (const webhook of subscribers) this.deliveries.add(webhook, kept, now)
  }

  /** Forgets expired idempotency records and then old events, until so many bytes are free. Returns how many events. */
  forget(bytes: number, now: number): number {
    const goal = this.bytes - bytes
    this.idempotency.dropExpired(now, Infinity)
    let forgotten = 0
    while (this.bytes > goal && this.events.forgetOldest()) forgotten++
    return forgotten
  }

  addKey(key: StoredKey): void {
    this.removeKey(key.key)
    this.#keys.set(key.key, key)
    this.#keyBytes += keyBytes(key)
  }

  expireKey(id: string, expiresAt: string | null): boolean {
    const found = this.keys().find((key) => key.id === id)
    if (found) this.addKey({ ...found, expiresAt })
    return found !== undefined
  }

  findKey(key: string): StoredKey | undefined {
    return this.#keys.get(key)
  }

  removeKey(key: string): void {
    const found = this.#keys.get(key)
    if (!found) return
    this.#keys.delete(key)
    this.#keyBytes -= keyBytes(found)
  }

  keys(): StoredKey[] {
    return [...this.#keys.values()]
  }

  /** Everything as of the moment of the call. */
  content(): StoreContent {
    const { live, test } = this.webhooks
    return {
      keys: this.keys(),
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
