import { hex } from '../../src/core/encoding'
import { createMemory, defaultMaxMemory, type Memory, type MemoryConsumer } from '../settings/memory'
import { createRandom } from '../settings/random'
import { refuseStrayOption } from '../settings/stray-field'
import { deliveryBytes } from './delivery-queue'
import { eventBytes } from './event-table'
import { recordBytes } from './idempotency-table'
import type { StoreContent } from './records'
import { StoreFullError, StoreMismatchError } from './store-errors'
import type { Store } from './store'
import { keyBytes, Tables } from './tables'
import { webhookBytes } from './webhook-directory'

// Each ingestion adds at most one idempotency record and drops up to two expired ones, so that expired records vanish.
const droppedPerIngestion = 2

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /**
   * Memory for everything that the store holds, in bytes as the engine holds them. Beyond it the oldest events are
   * forgotten. Events under a live idempotency key or a pending delivery are not: what no longer fits is then refused
   * with a {@link StoreFullError}. 512 MiB unless given: about a million small events.
   */
  maxMemory?: number
}

/**
 * Makes a store in the memory of this process, the default store. Events stay until they are replaced or until memory is
 * short, idempotency records until they expire, deliveries until they end. Throws a `TypeError` or `RangeError` for a wrong option.
 *
 * @example
 * const backend = createBackend({ store: createMemoryStore() })
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  refuseStrayOption(options, ['maxMemory'], 'the options of createMemoryStore')
  const { maxMemory = defaultMaxMemory } = options
  let tables = new Tables()
  let epoch = newEpoch()
  let dialect: string | undefined
  let opening: Promise<unknown> | undefined
  let now = Date.now
  /** The service's time, as the last request had it. */
  let lastNow = 0
  const budgets: Memory[] = [createMemory(maxMemory)]
  const endRegistrations: (() => void)[] = []
  const rates = new RateLimiter()
  const listeners = new Set<(events: number) => void>()
  const consumer: MemoryConsumer = {
    get bytes() {
      return tables.bytes
    },
    shrink(bytes) {
      const before = tables.bytes
      const forgotten = tables.forget(bytes, lastNow)
      if (forgotten > 0) for (const listener of listeners) listener(forgotten)
      return before - tables.bytes
    },
  }
  budgets[0]?.register(consumer, 'store')

  function makeRoom(bytes: number): void {
    for (const budget of budgets) if (!budget.admit(bytes)) throw full(budget.limit)
  }

  /** Runs `work`, which may remember attempts, and counts the bytes that these take. Where memory is short, its consumers then give some back. */
  function remember<T>(work: () => T): T {
    const before = tables.attempts.bytes
    const result = work()
    const grown = tables.attempts.bytes - before
    if (grown > 0) for (const budget of budgets) budget.balance(grown)
    return result
  }

  async function replace(content: StoreContent) {
    const limit = Math.min(...budgets.map((budget) => budget.limit))
    try {
      tables = await Tables.of(content, tables.deliveries.count, limit)
    } catch (error) {
      tables.deliveries.releaseClaims()
      throw error
    }
    epoch = newEpoch()
    rates.reset()
    for (const budget of budgets) budget.balance()
  }

  return {
    async open({ dialect: wanted, now: time, content, memory, onForgotten }) {
      now = time
      if (onForgotten) listeners.add(onForgotten)
      if (memory && !budgets.includes(memory)) {
        budgets.push(memory)
        endRegistrations.push(memory.register(consumer, 'store'))
      }
      // Whoever opens the store meanwhile waits for the first data, and plants its own where that failed.
      while (opening) await opening
      if (dialect === undefined) {
        const planted = content().then(replace)
        opening = planted.catch(() => {}).then(() => (opening = undefined))
        await planted
        dialect = wanted
        return true
      }
      if (dialect === wanted) return false
      throw new StoreMismatchError('The data of this store was written under another dialect.')
    },
    async close() {
      for (const end of endRegistrations.splice(0)) end()
      listeners.clear()
      budgets.length = 1
    },

    ingest(ingestion) {
      const { event, now, idempotency: record, deliver } = ingestion
      const { deliveries, events, idempotency, webhooks } = tables
      lastNow = now
      idempotency.dropExpired(now, droppedPerIngestion)
      const original = record && idempotency.find(record, now)
      if (original) return { event: original.event, replayed: true, deliveries: 0 }
      const subscribers = deliver ? webhooks[event.mode].subscribersOf(event.type, ingestion.patterns) : []
      const ofRecord = record ? recordBytes(record.key) : 0
      const ofEvent = eventBytes(event)
      makeRoom(ofEvent + ofRecord + subscribers.length * deliveryBytes)
      const kept = events.add(event, (record ? 1 : 0) + subscribers.length, ofEvent)
      if (record) idempotency.add(record, kept, ofRecord)
      for (const webhook of subscribers) deliveries.add(webhook, kept, now)
      return { event, replayed: false, deliveries: subscribers.length }
    },
    async event(mode, id) {
      const event = tables.events.get(id)?.event
      return event?.mode === mode ? event : undefined
    },
    events: (mode, page) => tables.events.page(mode, page),

    async addWebhook(webhook) {
      makeRoom(webhookBytes(webhook))
      tables.webhooks[webhook.mode].add(webhook)
    },
    webhooks: async (mode, page) => tables.webhooks[mode].page(page),
    async updateWebhook(id, change) {
      const { live, test } = tables.webhooks
      if (!(live.update(id, change) || test.update(id, change))) return false
      if (change.status !== undefined && change.status !== 'active')
        remember(() => tables.deliveries.drop(id, now()))
      return true
    },
    async removeWebhook(mode, id) {
      if (!tables.webhooks[mode].remove(id)) return false
      remember(() => tables.deliveries.drop(id, now()))
      return true
    },

    async addKey(key) {
      if (tables.keys.has(key.key)) return false
      makeRoom(keyBytes(key))
      tables.addKey(key)
      return true
    },
    findKey: (key) => tables.keys.get(key),
    keys: async () => [...tables.keys.values()],
    expireKey: async (id, expiresAt) => tables.expireKey(id, expiresAt),
    async removeKey(id) {
      const found = tables.keyOf(id)
      if (found) tables.removeKey(found.key)
      return found !== undefined
    },

    take: (keyId, now, rate) => rates.take(keyId, now, rate),

    claim: async (claim) => tables.deliveries.claim(claim),
    settle: async (ends) => remember(() => tables.deliveries.settle(ends)),
    extend: async (claims, lease) => tables.deliveries.extend(claims, lease),
    release: async (claims) => tables.deliveries.release(claims),
    nextDue: async (now) => tables.deliveries.nextDue(now),
    outlook: async (now) => tables.deliveries.outlook(now),
    pending: async (query) => tables.deliveries.pending(query),
    sendAgain: async (deliveries) => tables.sendAgain(deliveries),
    addAttempts: async (attempts) => remember(() => tables.addAttempts(attempts)),
    attempts: async (query) => tables.attempts.find(query),
    failed: async (query) => tables.failed(query),
    attemptCounts: async () => tables.attempts.counts(),

    epoch: () => epoch,
    read: async () => ({ ...tables.content(), end: async () => {} }),
    replace,
    check: async () => {},
  }
}

// The epoch is sealed into each cursor, and a short text is sealed sooner.
const newEpoch = () => hex(createRandom().bytes(8))

function full(limit: number): StoreFullError {
  const mebibytes = Math.round((limit / 2 ** 20) * 10) / 10
  return new StoreFullError(
    `The mock holds as much as its ${mebibytes} MiB of memory allow, and what it holds may not be forgotten: events ` +
      'whose idempotency key is remembered or whose delivery is pending, webhooks and keys. Reset it, advance its ' +
      'clock beyond the 24 hours of the keys, delete webhooks, or start it with a larger maxMemory (--max-memory).',
  )
}

interface Bucket {
  tokens: number
  at: number
}

// Beyond this number full buckets are dropped: after a second without a request a bucket is full, as a new one would be.
const bucketsKept = 10_000

/** Counts the requests of keys, each with a token bucket of its own that holds the tokens of one second. */
class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()

  /** Counts one request of `key` at `now`. Returns 0 when the request may pass, else the milliseconds until one may. */
  take(key: string, now: number, rate: number): number {
    const bucket = this.#bucketOf(key, now, rate)
    // A time that is still to come was written before the clock went back: the bucket is full again.
    const elapsed = now < bucket.at ? 1_000 : now - bucket.at
    bucket.tokens = Math.min(rate, bucket.tokens + (elapsed / 1_000) * rate)
    bucket.at = now
    // Rounding may leave the sum of ten tenths slightly below one token.
    if (bucket.tokens < 1 - 1e-9) return ((1 - bucket.tokens) / rate) * 1_000
    bucket.tokens = Math.max(0, bucket.tokens - 1)
    return 0
  }

  reset(): void {
    this.#buckets.clear()
  }

  #bucketOf(key: string, now: number, rate: number): Bucket {
    const known = this.#buckets.get(key)
    if (known) return known
    if (this.#buckets.size >= bucketsKept) this.#dropFull(now)
    const bucket = { tokens: rate, at: now }
    this.#buckets.set(key, bucket)
    return bucket
  }

  #dropFull(now: number): void {
    for (const [key, { at }] of this.#buckets) if (now - at >= 1_000) this.#buckets.delete(key)
  }
}
