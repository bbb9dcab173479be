import type { AttemptTable } from './attempt-table'
import type { DueAgain } from './attempts'
import { claimedFrom, deliveryId, listedFrom, pendingOf, WebhookQueue, type Row } from './webhook-queue'
import type { EventTable, KeptEvent } from './event-table'
import { Heap } from './heap'
import type { ListedDelivery, PendingDelivery, PendingQuery, StoredWebhook } from './records'
import type { Claim, ClaimedDelivery, ClaimReference, Outlook, Settlement } from './claims'

/** The bytes of a pending delivery. It refers to its event and its webhook, and holds no text. */
export const deliveryBytes = 130

interface Alarm {
  queue: WebhookQueue
  at: number
}

interface Claimed {
  readonly row: Row
  readonly queue: WebhookQueue
  /** On the monotonic clock: moving the service's clock ends no lease. */
  leaseEnd: number
}

/**
 * The pending deliveries of a memory store, by the time at which they are due. Each webhook has a queue of its own, and
 * the queues take turns, so that a webhook with a thousand deliveries does not keep the next one waiting. A queue stays until its webhook
 * has ended, because the next event needs it again.
 */
export class DeliveryQueue {
  #queues = new Map<string, WebhookQueue>()
  /** The queues that wait for their next delivery to fall due. A queue whose wait was shortened has two alarms, of which the earlier one counts. */
  #alarms = new Heap<Alarm>((one, other) => one.at < other.at)
  /** The queues with deliveries that are due, in the order of their turns. */
  #ready = new Set<WebhookQueue>()
  #claimed = new Map<string, Claimed>()
  /** No lease ends before this time of the monotonic clock. */
  #firstLeaseEnd = Infinity
  bytes = 0

  /**
   * `events` hold those of the deliveries until these have ended, and `attempts` remember what came of them. `count` is the number of
   * the last delivery before.
   */
  constructor(
    private readonly events: Pick<EventTable, 'unpin'>,
    private readonly attempts: Pick<AttemptTable, 'add'>,
    /** The number of the delivery that was added last. Numbers are never used again. */
    public count: number,
  ) {}

  /**
   * Adds a delivery of an event that is pinned for it. `again` holds the fields that the delivery keeps where it had ended and is pending once more.
   */
  add(
    webhook: StoredWebhook,
    kept: KeptEvent,
    dueAt: number,
    attempts = 0,
    again?: Pick<Row, 'order' | 'claims' | 'resent'>,
  ): void {
    this.bytes += deliveryBytes
    let queue = this.#queues.get(webhook.id)
    if (!queue) {
      queue = new WebhookQueue(webhook.id)
      this.#queues.set(webhook.id, queue)
    }
    queue.rows.push({ webhook, kept, attempts, dueAt, ...(again ?? { order: ++this.count, claims: 0 }) })
    this.#await(queue)
  }

  /** All deliveries that have not ended, as of the moment of the call. */
  all(): Iterable<PendingDelivery> {
    const queues = Array.from(this.#queues.values(), ({ rows }) => [...rows.items])
    const claimed = [...this.#claimed.values()].filter(({ queue }) => !queue.isDropped)
    return pendingOf(
      claimed.map(({ row }) => row),
      queues,
    )
  }

  /** Claims deliveries that are due. */
  claim({ now, limit, perWebhook, held, lease }: Claim): ClaimedDelivery[] {
    const present = performance.now()
    if (present >= this.#firstLeaseEnd) this.#endLeases(present)
    this.#wake(now)
    const leaseEnd = present + lease
    const claimed: ClaimedDelivery[] = []
    const counted = new Map(held)
    for (const queue of this.#ready) {
      if (claimed.length >= limit) break
      const due = queue.nextDue
      // Time was moved back since the queue got its turn.
      if (due !== undefined && due > now) {
        this.#ready.delete(queue)
        this.#await(queue)
        continue
      }
      const count = counted.get(queue.webhookId) ?? 0
      // The worker counts deliveries as held until it knows that they are settled, and so may count more than the queue. Then the queue
      // stays ready, for the next claim.
      if (count >= perWebhook && queue.claimed < perWebhook) continue
      counted.set(queue.webhookId, count + 1)
      this.#ready.delete(queue)
      // A queue that is passed over here gets its turn again when one of its claims is settled.
      if (queue.claimed >= perWebhook) continue
      const before = queue.rows.pop() as Row
      const row = { ...before, claims: before.claims + 1 }
      queue.claimed++
      const id = deliveryId(row)
      this.#claimed.set(id, { row, queue, leaseEnd })
      this.#firstLeaseEnd = Math.min(this.#firstLeaseEnd, leaseEnd)
      claimed.push(claimedFrom(id, row))
      const next = queue.nextDue
      if (next !== undefined && next <= now) this.#ready.add(queue)
      else this.#await(queue)
    }
    return claimed
  }

  /** Ends claims, and remembers what came of each. Returns the ids of those that were still the caller's. */
  settle(ends: readonly Settlement[]): Set<string> {
    const settled = new Set<string>()
    for (const { id, token, retryAt, attempt } of ends) {
      const claimed = this.#heldBy({ id, token })
      if (!claimed) continue
      const { row } = claimed
      settled.add(id)
      if (attempt) this.attempts.add(id, row.kept.event.id, attempt, row.claims)
      const again = retryAt === undefined ? undefined : { attempts: row.attempts + 1, dueAt: retryAt }
      this.#endClaim(id, claimed, again)
    }
    return settled
  }

  /** Begins the leases of some claims anew. Returns the ids of those that are still the caller's. */
  extend(claims: readonly ClaimReference[], lease: number): Set<string> {
    const extended = new Set<string>()
    const leaseEnd = performance.now() + lease
    for (const claim of claims) {
      const claimed = this.#heldBy(claim)
      if (!claimed || claimed.queue.isDropped) continue
      claimed.leaseEnd = leaseEnd
      extended.add(claim.id)
    }
    return extended
  }

  /** Makes some claims due again. */
  release(claims: readonly ClaimReference[]): void {
    for (const claim of claims) {
      const claimed = this.#heldBy(claim)
      if (claimed) this.#endClaim(claim.id, claimed, {})
    }
  }

  /** Makes all that is claimed due again, for a worker that has given up everything. */
  releaseClaims(): void {
    for (const [id, claimed] of this.#claimed) this.#endClaim(id, claimed, {})
  }

  outlook(now: number): Outlook {
    const rows = [...this.#queues.values()].flatMap((queue) => queue.rows.items)
    const due = rows.filter(({ dueAt }) => dueAt <= now)
    const oldestDue = due.reduce<number | undefined>(
      (oldest, { dueAt }) => Math.min(oldest ?? dueAt, dueAt),
      undefined,
    )
    return { due: due.length, claimed: this.#claimed.size, later: rows.length - due.length, oldestDue }
  }

  /** The first time after `now` at which an unclaimed delivery falls due. Where time was moved back, a queue that counts as ready may have it. */
  nextDue(now: number): number | undefined {
    let next = this.#nextAlarm()?.at
    for (const { nextDue } of this.#ready)
      if (nextDue !== undefined && nextDue > now && !(next !== undefined && next <= nextDue)) next = nextDue
    return next
  }

  /** The deliveries that a query asks for, or all. The rows of all webhooks are looked at, because no index of events is kept. */
  pending(query?: PendingQuery): ListedDelivery[] {
    const events = query && 'events' in query ? new Set(query.events) : undefined
    const isMeant = (row: Row) =>
      events ? events.has(row.kept.event.id) : !query || ('id' in query && deliveryId(row) === query.id)
    const found: ListedDelivery[] = []
    for (const { row, queue } of this.#claimed.values())
      if (isMeant(row) && !queue.isDropped) found.push(listedFrom(row, true))
    for (const { rows } of this.#queues.values())
      for (const row of rows.items) if (isMeant(row)) found.push(listedFrom(row, false))
    return found
  }

  isClaimed(id: string): boolean {
    return this.#claimed.has(id)
  }

  /** Makes unclaimed deliveries due earlier, where as many attempts were made as is said. Returns the rows of those by their ids. */
  hasten(wanted: ReadonlyMap<string, DueAgain>): Map<string, Row> {
    const hastened = new Map<string, Row>()
    for (const queue of this.#queues.values()) {
      for (const row of [...queue.rows.items]) {
        const again = wanted.get(deliveryId(row))
        if (again?.attempts !== row.attempts) continue
        hastened.set(again.id, row)
        if (row.dueAt <= again.dueAt) continue
        queue.rows.remove(row)
        queue.rows.push({ ...row, dueAt: again.dueAt })
      }
      this.#await(queue)
    }
    return hastened
  }

  /** Drops the unclaimed deliveries to a webhook at `now`, and remembers them so. Claimed ones may end, and are not tried again. */
  drop(webhookId: string, now: number): void {
    const queue = this.#queues.get(webhookId)
    if (!queue) return
    queue.isDropped = true
    queue.wakeAt = undefined
    this.#queues.delete(webhookId)
    this.#ready.delete(queue)
    for (const row of queue.rows.items) {
      const dropped = { webhookId, url: row.webhook.url, at: now, outcome: 'dropped' } as const
      this.attempts.add(deliveryId(row), row.kept.event.id, dropped, row.claims)
      this.#end(row)
    }
  }

  /** The claim that a reference names, unless another claim of the delivery has taken its place. */
  #heldBy({ id, token }: ClaimReference): Claimed | undefined {
    const claimed = this.#claimed.get(id)
    return claimed?.row.claims === token ? claimed : undefined
  }

  /** Puts what was claimed back into its queue with some changes, or ends it where there are none. */
  #endClaim(id: string, { row, queue }: Claimed, change: Partial<Row> | undefined): void {
    this.#claimed.delete(id)
    queue.claimed--
    if (change && !queue.isDropped) queue.rows.push({ ...row, ...change })
    else this.#end(row)
    this.#await(queue)
  }

  /** Makes the deliveries of workers that have not extended their leases due again. */
  #endLeases(present: number): void {
    let first = Infinity
    for (const [id, claimed] of this.#claimed) {
      if (claimed.leaseEnd <= present) this.#endClaim(id, claimed, {})
      else first = Math.min(first, claimed.leaseEnd)
    }
    this.#firstLeaseEnd = first
  }

  #end(row: Row): void {
    this.bytes -= deliveryBytes
    this.events.unpin(row.kept)
  }

  /** Lets a queue wait until its next delivery is due. */
  #await(queue: WebhookQueue): void {
    const at = queue.nextDue
    if (at === undefined || queue.isDropped || this.#ready.has(queue)) return
    if (queue.wakeAt !== undefined && queue.wakeAt <= at) return
    queue.wakeAt = at
    this.#alarms.push({ queue, at })
  }

  /** Gives a turn to the queues whose deliveries have fallen due. */
  #wake(now: number): void {
    for (let alarm = this.#nextAlarm(); alarm && alarm.at <= now; alarm = this.#nextAlarm()) {
      this.#alarms.pop()
      alarm.queue.wakeAt = undefined
      this.#ready.add(alarm.queue)
    }
  }

  /** The earliest alarm that still counts. */
  #nextAlarm(): Alarm | undefined {
    for (let alarm = this.#alarms.peek(); alarm; alarm = this.#alarms.peek()) {
      if (alarm.queue.wakeAt === alarm.at) return alarm
      this.#alarms.pop()
    }
    return undefined
  }
}
