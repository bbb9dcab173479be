import { claimedFrom, Lane, pendingOf, type Row } from './delivery-lane'
import type { KeptEvent } from './event-table'
import { Heap } from './heap'
import { deliveryBytes } from './sizes'
import type { PendingDelivery, StoredWebhook } from './records'
import type { Claim, ClaimedDelivery } from './claims'

interface Alarm {
  lane: Lane
  at: number
}

/**
 * The pending deliveries of a memory store, by the time at which they are due. Each webhook has a lane of its own, and
 * lanes take turns, so that a webhook with a thousand deliveries does not keep the next one waiting.
 */
export class DeliveryQueue {
  #lanes = new Map<string, Lane>()
  /** The lanes that wait for their next delivery to fall due. A lane that was told to wait for less long has two alarms. */
  #alarms = new Heap<Alarm>((one, other) => one.at < other.at)
  /** The lanes with deliveries that are due, in the order of their turns. */
  #ready = new Set<Lane>()
  #claimed = new Map<string, Row>()
  #size = 0
  #count: number
  readonly #release: (kept: KeptEvent) => void

  /** `release` receives the event of each delivery that has ended. `count` is the number of the last delivery before. */
  constructor(release: (kept: KeptEvent) => void, count = 0) {
    this.#release = release
    this.#count = count
  }

  get bytes(): number {
    return this.#size * deliveryBytes
  }

  /** The number of the delivery that was added last. Numbers are never used again. */
  get count(): number {
    return this.#count
  }

  /** Adds a delivery of an event that is pinned for it. */
  add(webhook: StoredWebhook, kept: KeptEvent, dueAt: number, attempts = 0): void {
    this.#size++
    this.#put({ webhook, kept, attempts, dueAt, order: ++this.#count })
  }

  /** All deliveries that have not ended, as of the moment of the call. */
  all(): Iterable<PendingDelivery> {
    const lanes = Array.from(this.#lanes.values(), ({ rows }) => [...rows.items])
    const claimed = [...this.#claimed.values()].filter(({ webhook }) => this.#lanes.has(webhook.id))
    return pendingOf(claimed, lanes)
  }

  claim({ now, limit, perWebhook }: Claim): ClaimedDelivery[] {
    this.#wake(now)
    const claimed: ClaimedDelivery[] = []
    for (const lane of this.#ready) {
      if (claimed.length >= limit) break
      this.#ready.delete(lane)
      // A lane that is passed over here gets its turn again when one of its claims is settled.
      if (lane.claimed >= perWebhook) continue
      const row = lane.rows.pop() as Row
      lane.claimed++
      const id = `dlv_${row.order}`
      this.#claimed.set(id, row)
      claimed.push(claimedFrom(id, row))
      const next = lane.nextDue
      if (next !== undefined && next <= now) this.#ready.add(lane)
      else this.#await(lane)
    }
    return claimed
  }

  settle(id: string, retryAt?: number): void {
    const row = this.#claimed.get(id)
    if (!row) return
    this.#claimed.delete(id)
    const lane = this.#lanes.get(row.webhook.id)
    if (lane) lane.claimed--
    if (lane && retryAt !== undefined) {
      this.#put({ ...row, attempts: row.attempts + 1, dueAt: retryAt })
      return
    }
    this.#end(row)
    if (!lane) return
    if (lane.rows.size > 0) this.#await(lane)
    else if (lane.claimed === 0) this.#lanes.delete(lane.webhookId)
  }

  /** Makes all that is claimed due again, for a worker that has given up everything. */
  releaseClaims(): void {
    for (const [id, row] of this.#claimed) {
      const lane = this.#lanes.get(row.webhook.id)
      this.#claimed.delete(id)
      if (!lane) this.#end(row)
      else {
        lane.claimed--
        this.#put(row)
      }
    }
  }

  nextDue(): number | undefined {
    for (const lane of this.#ready) return lane.nextDue
    return this.#nextAlarm()?.at
  }

  /** Drops the pending deliveries to a webhook. Claimed ones may end, and are not tried again. */
  drop(webhookId: string): void {
    const lane = this.#lanes.get(webhookId)
    if (!lane) return
    this.#lanes.delete(webhookId)
    this.#ready.delete(lane)
    lane.wakeAt = undefined
    for (const row of lane.rows.items) this.#end(row)
  }

  #put(row: Row): void {
    const lane = this.#lanes.get(row.webhook.id) ?? new Lane(row.webhook.id)
    this.#lanes.set(lane.webhookId, lane)
    lane.rows.push(row)
    this.#await(lane)
  }

  #end(row: Row): void {
    this.#size--
    this.#release(row.kept)
  }

  /** Lets a lane wait until its next delivery is due. */
  #await(lane: Lane): void {
    const at = lane.nextDue
    if (at === undefined || this.#ready.has(lane)) return
    if (lane.wakeAt !== undefined && lane.wakeAt <= at) return
    lane.wakeAt = at
    this.#alarms.push({ lane, at })
  }

  /** Gives a turn to the lanes whose deliveries have fallen due. */
  #wake(now: number): void {
    for (let alarm = this.#nextAlarm(); alarm && alarm.at <= now; alarm = this.#nextAlarm()) {
      this.#alarms.pop()
      alarm.lane.wakeAt = undefined
      if (alarm.lane.rows.size > 0) this.#ready.add(alarm.lane)
    }
  }

  /** The earliest alarm that still counts. */
  #nextAlarm(): Alarm | undefined {
    for (let alarm = this.#alarms.peek(); alarm; alarm = this.#alarms.peek()) {
      if (alarm.lane.wakeAt === alarm.at) return alarm
      this.#alarms.pop()
    }
    return undefined
  }
}
