import type { Logger } from '../settings/logger'
import type { ClaimedDelivery, ClaimReference, Settlement } from '../store/claims'
import type { Store } from '../store/store'

/** The deliveries that this worker has claimed and not settled yet. */
export interface HeldClaims {
  /** How many there are, by the id of the webhook. */
  readonly byWebhook: ReadonlyMap<string, number>
  readonly size: number
  add(delivery: ClaimedDelivery): void
  has(id: string): boolean
  /** Whether a delivery is still this worker's. The store is asked where another process may have taken or ended it. */
  confirm(delivery: ClaimedDelivery): Promise<boolean>
  /**
   * Ends the claim of a delivery. Where the store cannot be reached, the end is kept and written when it is there again.
   * Resolves with whether the delivery was still this worker's, or may be so.
   */
  settle(delivery: ClaimedDelivery, retryAt?: number): Promise<boolean>
  /** Makes deliveries that were not sent due again, or all of them. */
  release(deliveries?: readonly ClaimedDelivery[]): Promise<void>
  /** Forgets all claims, because the data that they belong to was replaced. */
  clear(): void
}

/** The parts of {@link createHeldClaims}. */
export interface HeldClaimsOptions {
  store: Pick<Store, 'settle' | 'extend' | 'release'>
  /** Milliseconds of a lease. One without an end is not begun anew. */
  lease: number
  logger: Logger
  /** Hears of claims that are this worker's no more: another has them, or their webhook gets nothing more. */
  onLost: (ids: ReadonlySet<string>) => void
}

// A webhook that another process removed gets nothing later than two seconds after that, also where its word was lost.
const longestPause = 1_000

/** Makes an empty list of claims. While it is not empty, the leases of its claims are begun anew in real time. */
export function createHeldClaims({ store, lease, logger, onLost }: HeldClaimsOptions): HeldClaims {
  const held = new Map<string, ClaimedDelivery>()
  const unsettled = new Map<string, Settlement>()
  const byWebhook = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function count(webhookId: string, change: 1 | -1) {
    const sum = (byWebhook.get(webhookId) ?? 0) + change
    if (sum > 0) byWebhook.set(webhookId, sum)
    else byWebhook.delete(webhookId)
  }

  function forget({ id, token }: ClaimReference) {
    const delivery = held.get(id)
    // The same delivery may have been claimed anew meanwhile.
    if (delivery?.token !== token) return
    held.delete(id)
    unsettled.delete(id)
    count(delivery.webhookId, -1)
  }

  function arm() {
    if (timer !== undefined || held.size === 0 || lease === Infinity) return
    timer = setTimeout(() => void renew(), Math.min(lease / 3, longestPause))
    // Claims alone must not keep the process of a test alive. In browsers the timer is a number.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  async function renew() {
    try {
      const ends = [...unsettled.values()]
      if (ends.length > 0) {
        await store.settle(ends)
        for (const end of ends) forget(end)
      }
      const claims = [...held.values()]
      if (claims.length > 0) dropLost(claims, await store.extend(claims, lease))
    } catch (error) {
      logger.error?.('The leases of deliveries could not be begun anew.', error)
    } finally {
      timer = undefined
      arm()
    }
  }

  function dropLost(claims: readonly ClaimedDelivery[], kept: ReadonlySet<string>) {
    // A claim that was settled while the store answered is none of the lost ones.
    const lost = claims.filter((claim) => !kept.has(claim.id) && held.get(claim.id) === claim)
    for (const claim of lost) forget(claim)
    if (lost.length > 0) onLost(new Set(lost.map(({ id }) => id)))
  }

  return {
    byWebhook,
    get size() {
      return held.size
    },
    add(delivery) {
      if (!held.has(delivery.id)) count(delivery.webhookId, 1)
      held.set(delivery.id, delivery)
      arm()
    },
    has: (id) => held.has(id),
    async confirm(delivery) {
      if (lease !== Infinity) dropLost([delivery], await store.extend([delivery], lease))
      return held.get(delivery.id) === delivery
    },
    async settle(delivery, retryAt) {
      const { id, token } = delivery
      const end = { id, token, retryAt }
      try {
        const settled = await store.settle([end])
        forget(delivery)
        return settled.has(id)
      } catch (error) {
        if (held.get(id) === delivery) unsettled.set(id, end)
        logger.error?.(`The end of the delivery ${id} could not be written yet.`, error)
        return true
      }
    },
    async release(deliveries = [...held.values()]) {
      const claims = deliveries.filter(({ id }) => held.has(id) && !unsettled.has(id))
      for (const claim of claims) forget(claim)
      if (claims.length > 0) await store.release(claims)
    },
    clear() {
      held.clear()
      unsettled.clear()
      byWebhook.clear()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
