import type { Claim, ClaimedDelivery, PendingDelivery, StoredEvent, StoredWebhook } from './store'

interface Row {
  id: string
  webhook: StoredWebhook
  event: StoredEvent
  body: string
  attempts: number
  dueAt: number
  order: number
}

/** The deliveries of one webhook that are due. The first `taken` rows of `waiting` are claimed or settled already. */
interface Lane {
  waiting: Row[]
  taken: number
  claimed: number
}

/**
 * The pending deliveries of a memory store, by the time at which they are due. Each webhook has a lane of its own, and
 * lanes take turns, so that a webhook with a thousand deliveries does not keep the next one waiting.
 */
export class DeliveryQueue {
  /** The deliveries that are due later, as a binary heap with the earliest one first. */
  #later: Row[] = []
  #lanes = new Map<string, Lane>()
  /** The webhooks with deliveries to claim, in the order of their turns. */
  #ready = new Set<string>()
  #claimed = new Map<string, Row>()
  #count = 0

  add(webhook: StoredWebhook, event: StoredEvent, body: string, dueAt: number): void {
    const order = ++this.#count
    this.#wait({ id: `dlv_${order}`, webhook, event, body, attempts: 0, dueAt, order })
  }

  /** Adds a delivery that was tried before, or is due later. */
  restore(webhook: StoredWebhook, event: StoredEvent, { body, attempts, dueAt }: PendingDelivery): void {
    const order = ++this.#count
    this.#put({ id: `dlv_${order}`, webhook, event, body, attempts, dueAt, order })
  }

  pending(): PendingDelivery[] {
    const waiting = [...this.#lanes.values()].flatMap((lane) => lane.waiting.slice(lane.taken))
    return [...this.#claimed.values(), ...waiting, ...this.#later]
      .sort((one, other) => one.order - other.order)
      .map(({ webhook, event, body, attempts, dueAt }) => ({
        webhookId: webhook.id,
        eventId: event.id,
        body,
        attempts,
        dueAt,
      }))
  }

  claim({ now, limit, perWebhook }: Claim): ClaimedDelivery[] {
    for (let row = this.#later[0]; row && row.dueAt <= now; row = this.#later[0]) {
      this.#takeEarliest()
      this.#wait(row)
    }
    const claimed: ClaimedDelivery[] = []
    for (const webhookId of this.#ready) {
      if (claimed.length >= limit) break
      const lane = this.#lanes.get(webhookId) as Lane
      // A webhook that is passed over here gets its turn again when one of its claims is settled.
      this.#ready.delete(webhookId)
      if (lane.claimed >= perWebhook) continue
      const row = lane.waiting[lane.taken++] as Row
      lane.claimed++
      if (lane.taken >= 1_000) {
        lane.waiting = lane.waiting.slice(lane.taken)
        lane.taken = 0
      }
      this.#claimed.set(row.id, row)
      if (lane.taken < lane.waiting.length) this.#ready.add(webhookId)
      claimed.push(claimedFrom(row))
    }
    return claimed
  }

  settle(id: string, retryAt?: number): void {
    const row = this.#claimed.get(id)
    if (!row) return
    this.#claimed.delete(id)
    const lane = this.#lanes.get(row.webhook.id)
    if (!lane) return
    lane.claimed--
    if (retryAt !== undefined) {
      row.attempts++
      row.dueAt = retryAt
      this.#put(row)
    }
    if (lane.taken < lane.waiting.length) this.#ready.add(row.webhook.id)
    else if (lane.claimed === 0) this.#lanes.delete(row.webhook.id)
  }

  nextDue(): number | undefined {
    for (const webhookId of this.#ready) {
      const lane = this.#lanes.get(webhookId) as Lane
      return lane.waiting[lane.taken]?.dueAt
    }
    return this.#later[0]?.dueAt
  }

  /** Drops the pending deliveries to a webhook. Claimed ones may end, and are not tried again. */
  drop(webhookId: string): void {
    this.#lanes.delete(webhookId)
    this.#ready.delete(webhookId)
    const kept = this.#later.filter((row) => row.webhook.id !== webhookId)
    if (kept.length === this.#later.length) return
    this.#later = []
    for (const row of kept) this.#put(row)
  }

  /** Drops the pending deliveries of events that are no longer kept. */
  dropEvents(isKept: (event: StoredEvent) => boolean): void {
    for (const [webhookId, lane] of this.#lanes) {
      lane.waiting = lane.waiting.slice(lane.taken).filter(({ event }) => isKept(event))
      lane.taken = 0
      if (lane.waiting.length > 0) continue
      this.#ready.delete(webhookId)
      if (lane.claimed === 0) this.#lanes.delete(webhookId)
    }
    const kept = this.#later.filter(({ event }) => isKept(event))
    this.#later = []
    for (const row of kept) this.#put(row)
  }

  #wait(row: Row): void {
    const lane = this.#lanes.get(row.webhook.id) ?? { waiting: [], taken: 0, claimed: 0 }
    lane.waiting.push(row)
    this.#lanes.set(row.webhook.id, lane)
    this.#ready.add(row.webhook.id)
  }

  #put(row: Row): void {
    const heap = this.#later
    let index = heap.push(row) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isEarlier(row, heap[parent] as Row)) break
      heap[index] = heap[parent] as Row
      index = parent
    }
    heap[index] = row
  }

  #takeEarliest(): void {
    const heap = this.#later
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isEarlier(heap[child + 1] as Row, heap[child] as Row)) child++
      if (!isEarlier(heap[child] as Row, last)) break
      heap[index] = heap[child] as Row
      index = child
    }
    heap[index] = last
  }
}

function isEarlier(row: Row, other: Row): boolean {
  return row.dueAt < other.dueAt || (row.dueAt === other.dueAt && row.order < other.order)
}

function claimedFrom({ id, webhook, event, body, attempts }: Row): ClaimedDelivery {
  const { id: webhookId, url, secret } = webhook
  return { id, webhookId, url, secret, eventId: event.id, eventType: event.type, body, attempts }
}
