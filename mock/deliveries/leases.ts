import type { Logger } from '../settings/logger'
import type { ClaimedDelivery, ClaimReference, Settlement } from '../store/claims'
import type { Store } from '../store/store'

/** The parts of {@link Leases}. */
export interface LeasesOptions {
  store: Pick<Store, 'settle' | 'extend' | 'release'>
  /** Milliseconds of a lease. One without an end is not renewed. */
  lease: number
  logger: Logger
  /** Hears of deliveries that are this worker's no more: another has them, or their webhook gets nothing more. */
  onLost: (ids: ReadonlySet<string>) => void
}

// A webhook that another process removed gets nothing later than two seconds after that, also where its word was lost.
const longestPause = 1_000

/** The deliveries that this worker has claimed and not settled yet. While there are any, their leases are renewed in real time. */
export class Leases {
  readonly #options: LeasesOptions
  readonly #claimed = new Map<string, ClaimedDelivery>()
  /** The ends that the store could not be told yet. */
  readonly #unsettled = new Map<string, Settlement>()
  readonly #byWebhook = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: LeasesOptions) {
    this.#options = options
  }

  /** How many deliveries there are, by the id of the webhook. */
  get byWebhook(): ReadonlyMap<string, number> {
    return this.#byWebhook
  }

  add(delivery: ClaimedDelivery): void {
    if (!this.#claimed.has(delivery.id)) this.#count(delivery.webhookId, 1)
    this.#claimed.set(delivery.id, delivery)
    this.#arm()
  }

  has(id: string): boolean {
    return this.#claimed.has(id)
  }

  /** Whether a delivery is still this worker's. The store is asked where another process may have taken or ended it. */
  async confirm(delivery: ClaimedDelivery): Promise<boolean> {
    const { store, lease } = this.#options
    if (lease !== Infinity) this.#dropLost([delivery], await store.extend([delivery], lease))
    return this.#claimed.get(delivery.id) === delivery
  }

  /** Ends the claim of a delivery. Where the store cannot be reached, the end is kept and written when it is there again. */
  async settle(delivery: ClaimedDelivery, retryAt?: number): Promise<void> {
    const { id, token } = delivery
    const end = { id, token, retryAt }
    try {
      await this.#options.store.settle([end])
      this.#forget(delivery)
    } catch (error) {
      if (this.#claimed.get(id) === delivery) this.#unsettled.set(id, end)
      this.#options.logger.error?.(`The end of the delivery ${id} could not be written yet.`, error)
    }
  }

  /** Makes deliveries that were not sent due again, or all of them. */
  async release(deliveries: Iterable<ClaimedDelivery> = this.#claimed.values()): Promise<void> {
    const claims = [...deliveries].filter(({ id }) => this.#claimed.has(id) && !this.#unsettled.has(id))
    for (const claim of claims) this.#forget(claim)
    if (claims.length > 0) await this.#options.store.release(claims)
  }

  /** Forgets all claims, because the data that they belong to was replaced. */
  clear(): void {
    this.#claimed.clear()
    this.#unsettled.clear()
    this.#byWebhook.clear()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #count(webhookId: string, change: 1 | -1): void {
    const sum = (this.#byWebhook.get(webhookId) ?? 0) + change
    if (sum > 0) this.#byWebhook.set(webhookId, sum)
    else this.#byWebhook.delete(webhookId)
  }

  #forget({ id, token }: ClaimReference): void {
    const delivery = this.#claimed.get(id)
    // The same delivery may have been claimed anew meanwhile.
    if (delivery?.token !== token) return
    this.#claimed.delete(id)
    this.#unsettled.delete(id)
    this.#count(delivery.webhookId, -1)
  }

  #arm(): void {
    const { lease } = this.#options
    if (this.#timer !== undefined || this.#claimed.size === 0 || lease === Infinity) return
    this.#timer = setTimeout(() => void this.#renew(), Math.min(lease / 3, longestPause))
    // Claims alone must not keep the process of a test alive. In browsers the timer is a number.
    if (typeof this.#timer === 'object') (this.#timer as { unref?: () => void }).unref?.()
  }

  async #renew(): Promise<void> {
    const { store, lease, logger } = this.#options
    try {
      const ends = [...this.#unsettled.values()]
      if (ends.length > 0) {
        await store.settle(ends)
        for (const end of ends) this.#forget(end)
      }
      const claims = [...this.#claimed.values()]
      if (claims.length > 0) this.#dropLost(claims, await store.extend(claims, lease))
    } catch (error) {
      logger.error?.('The leases of deliveries could not be begun anew.', error)
    } finally {
      this.#timer = undefined
      this.#arm()
    }
  }

  #dropLost(claims: readonly ClaimedDelivery[], kept: ReadonlySet<string>): void {
    // A claim that was settled while the store answered is none of the lost ones.
    const lost = claims.filter((claim) => !kept.has(claim.id) && this.#claimed.get(claim.id) === claim)
    for (const claim of lost) this.#forget(claim)
    if (lost.length > 0) this.#options.onLost(new Set(lost.map(({ id }) => id)))
  }
}
