import { claimedFrom, deliveryId, Lane, listedFrom, pendingOf, type Row } from './delivery-lane'
import type { KeptEvent } from './event-table'
import { Heap } from './heap'
import { deliveryBytes } from './sizes'
import type { ListedDelivery, PendingDelivery, PendingQuery, StoredWebhook } from './records'
import type { Claim, ClaimedDelivery, ClaimReference, Outlook, Settlement } from './claims'

interface Alarm {
  lane: Lane
  at: number
}

interface Claimed {
  row: Row
  /** On the monotonic clock: moving the service's clock ends no lease. */
  leaseEnd: number
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
  #claimed = new Map<string, Claimed>()
  /** No lease ends earlier. */
  #firstLeaseEnd = Infinity
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
    this.#put({ webhook, kept, attempts, dueAt, order: ++this.#count, claims: 0 })
  }

  /** All deliveries that have not ended, as of the moment of the call. */
  all(): Iterable<PendingDelivery> {
    const lanes = Array.from(this.#lanes.values(), ({ rows }) => [...rows.items])
    const claimed = Array.from(this.#claimed.values(), ({ row }) => row)
    return pendingOf(
      claimed.filter(({ webhook }) => this.#lanes.has(webhook.id)),
      lanes,
    )
  }

  /** The lanes count themselves how many deliveries are claimed, because one process has them all. */
  claim({ now, limit, perWebhook, lease }: Claim): ClaimedDelivery[] {
    this.#endLeases()
    this.#wake(now)
    const leaseEnd = performance.now() + lease
    const claimed: ClaimedDelivery[] = []
    for (const lane of this.#ready) {
      if (claimed.length >= limit) break
      this.#ready.delete(lane)
      // A lane that is passed over here gets its turn again when one of its claims is settled.
      if (lane.claimed >= perWebhook) continue
      const before = lane.rows.pop() as Row
      const row = { ...before, claims: before.claims + 1 }
      lane.claimed++
      const id = deliveryId(row)
      this.#claimed.set(id, { row, leaseEnd })
      this.#firstLeaseEnd = Math.min(this.#firstLeaseEnd, leaseEnd)
      claimed.push(claimedFrom(id, row))
      const next = lane.nextDue
      if (next !== undefined && next <= now) this.#ready.add(lane)
      else this.#await(lane)
    }
    return claimed
  }

  /** Ends claims. Returns the ids of those that were still the caller's. */
  settle(ends: readonly Settlement[]): Set<string> {
    const settled = new Set<string>()
    for (const { id, token, retryAt } of ends) {
      const row = this.#heldBy({ id, token })
      if (!row) continue
      settled.add(id)
      this.#claimed.delete(id)
      this.#putBack(row, retryAt === undefined ? undefined : { attempts: row.attempts + 1, dueAt: retryAt })
    }
    return settled
  }

  /** Begins the leases of some claims anew. Returns the ids of those that are still the caller's. */
  extend(claims: readonly ClaimReference[], lease: number): Set<string> {
    const extended = new Set<string>()
    const leaseEnd = performance.now() + lease
    for (const claim of claims) {
      const row = this.#heldBy(claim)
      if (!row || !this.#lanes.has(row.webhook.id)) continue
      this.#claimed.set(claim.id, { row, leaseEnd })
      extended.add(claim.id)
    }
    return extended
  }

  /** Makes some claims due again. */
  release(claims: readonly ClaimReference[]): void {
    for (const claim of claims) {
      const row = this.#heldBy(claim)
      if (!row) continue
      this.#claimed.delete(claim.id)
      this.#putBack(row, {})
    }
  }

  /** Makes all that is claimed due again, for a worker that has given up everything. */
  releaseClaims(): void {
    this.release(Array.from(this.#claimed, ([id, { row }]) => ({ id, token: row.claims })))
  }

  outlook(now: number): Outlook {
    const rows = [...this.#lanes.values()].flatMap((lane) => lane.rows.items)
    const due = rows.filter(({ dueAt }) => dueAt <= now)
    const oldestDue = due.reduce<number | undefined>(
      (oldest, { dueAt }) => Math.min(oldest ?? dueAt, dueAt),
      undefined,
    )
    return { due: due.length, claimed: this.#claimed.size, later: rows.length - due.length, oldestDue }
  }

  nextDue(): number | undefined {
    for (const lane of this.#ready) return lane.nextDue
    return this.#nextAlarm()?.at
  }

  /** The deliveries that a query asks for. The rows of all webhooks are looked at, because no index of events is kept. */
  pending(query: PendingQuery): ListedDelivery[] {
    const events = 'events' in query ? new Set(query.events) : undefined
    const isMeant = (row: Row) =>
      events ? events.has(row.kept.event.id) : 'id' in query && deliveryId(row) === query.id
    const found: ListedDelivery[] = []
    for (const { row } of this.#claimed.values())
      if (isMeant(row) && this.#lanes.has(row.webhook.id)) found.push(listedFrom(row, true))
    for (const { rows } of this.#lanes.values())
      for (const row of rows.items) if (isMeant(row)) found.push(listedFrom(row, false))
    return found
  }

  /** Makes an unclaimed delivery due at `now`. Returns whether there was one with this id. */
  hasten(id: string, now: number): boolean {
    for (const lane of this.#lanes.values()) {
      const row = lane.rows.items.find((one) => deliveryId(one) === id)
      if (!row) continue
      lane.rows.remove(row)
      lane.rows.push({ ...row, dueAt: now })
      this.#await(lane)
      return true
    }
    return false
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

  /** The row of a claim, where no other claim has taken its place. */
  #heldBy({ id, token }: ClaimReference): Row | undefined {
    const row = this.#claimed.get(id)?.row
    return row?.claims === token ? row : undefined
  }

  /** Puts a row that is no longer claimed back into its lane with some changes, or ends it where there are none. */
  #putBack(row: Row, change: Partial<Row> | undefined): void {
    const lane = this.#lanes.get(row.webhook.id)
    if (lane) lane.claimed--
    if (lane && change) {
      this.#put({ ...row, ...change })
      return
    }
    this.#end(row)
    if (!lane) return
    if (lane.rows.size > 0) this.#await(lane)
    else if (lane.claimed === 0) this.#lanes.delete(lane.webhookId)
  }

  /** Makes the deliveries of workers that have not extended their leases due again. */
  #endLeases(): void {
    const now = performance.now()
    if (now < this.#firstLeaseEnd) return
    const ended = [...this.#claimed].filter(([, { leaseEnd }]) => leaseEnd <= now)
    this.release(ended.map(([id, { row }]) => ({ id, token: row.claims })))
    this.#firstLeaseEnd = Math.min(...Array.from(this.#claimed.values(), ({ leaseEnd }) => leaseEnd))
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
