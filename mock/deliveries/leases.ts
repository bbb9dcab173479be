import type { Logger } from '../settings/logger'
import type { EndedAttempt } from '../store/attempts'
import type { Claim, ClaimedDelivery, ClaimReference, Settlement } from '../store/claims'
import type { Store } from '../store/store'

/** A moment on both clocks. One stands still while the machine sleeps, and somebody may set the other. */
type Moment = readonly [monotonic: number, wall: number]

const moment = (): Moment => [performance.now(), Date.now()]

/** The milliseconds since a moment, by the clock on which more have passed. */
function since([monotonic, wall]: Moment): number {
  return Math.max(performance.now() - monotonic, Date.now() - wall)
}

/** The parts of {@link Leases}. */
export interface LeasesOptions {
  store: Pick<Store, 'claim' | 'settle' | 'extend' | 'release' | 'addAttempts'>
  /** Milliseconds of a lease. One without an end is not renewed. */
  lease: number
  logger: Logger
  /** Hears of deliveries that are this worker's no more: another has them, or their webhook gets nothing more. */
  onLost: (ids: ReadonlySet<string>) => void
}

// An attempt is made only while the store has confirmed its claim within so many milliseconds. So a webhook that another process deleted
// gets nothing later than that, also where the notification was lost. Leases are renewed twice as often.
const longestTrust = 2_000
const longestPause = longestTrust / 2

/** The deliveries that this worker has claimed and not settled yet. While there are any, their leases are renewed in real time. */
export class Leases {
  readonly #claimed = new Map<string, ClaimedDelivery>()
  /** When the claim of each delivery, or the last extension of its lease, was sent to the store. Leases without an end have none. */
  readonly #asked = new WeakMap<ClaimedDelivery, Moment>()
  /** The ends that the store could not be told yet. */
  readonly #unsettled = new Map<string, Settlement>()
  /** How many deliveries there are, by the id of the webhook. */
  readonly byWebhook = new Map<string, number>()
  /** How often all claims were forgotten. */
  #clears = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly options: LeasesOptions) {}

  /** Claims deliveries that are due. Returns none where all claims were forgotten meanwhile. */
  async claim(claim: Omit<Claim, 'lease'>): Promise<ClaimedDelivery[]> {
    const { store, lease } = this.options
    const asked = lease === Infinity ? undefined : moment()
    const clears = this.#clears
    const found = await store.claim({ ...claim, lease })
    if (this.#clears !== clears) return []
    for (const delivery of found) {
      const { id, webhookId } = delivery
      if (asked) this.#asked.set(delivery, asked)
      if (!this.#claimed.has(id)) this.byWebhook.set(webhookId, (this.byWebhook.get(webhookId) ?? 0) + 1)
      this.#claimed.set(id, delivery)
    }
    if (asked) this.#arm()
    return found
  }

  has(id: string): boolean {
    return this.#claimed.has(id)
  }

  /** Whether a delivery is this worker's, and the store was asked for it so lately that it may be sent. */
  isCurrent(delivery: ClaimedDelivery): boolean {
    if (this.#claimed.get(delivery.id) !== delivery) return false
    const asked = this.#asked.get(delivery)
    return this.options.lease === Infinity || (asked !== undefined && since(asked) <= longestTrust)
  }

  /** Whether a delivery is still this worker's. The store is asked where another process may have taken or ended it. */
  async confirm(delivery: ClaimedDelivery): Promise<boolean> {
    if (this.options.lease !== Infinity) await this.#extend([delivery])
    return this.#claimed.get(delivery.id) === delivery
  }

  /** Ends the claim of a delivery. Where the store cannot be reached, the end is kept and written when it is there again. */
  async settle(delivery: ClaimedDelivery, attempt: EndedAttempt, retryAt?: number): Promise<void> {
    const { store } = this.options
    const { id, token, eventId } = delivery
    const end = { id, token, retryAt, attempt }
    try {
      const settled = await store.settle([end])
      this.#forget(delivery)
      // The claim was lost while the attempt was under way, as by the end of the webhook. The attempt was made all the same.
      if (!settled.has(id) && attempt.attempt !== undefined)
        await store.addAttempts([{ deliveryId: id, eventId, ...attempt }])
    } catch (error) {
      if (this.#claimed.get(id) === delivery) this.#unsettled.set(id, end)
      this.options.logger.error?.(`The end of the delivery ${id} could not be written yet.`, error)
    }
  }

  /** Makes deliveries that were not sent due again, or all of them. */
  async release(deliveries: Iterable<ClaimedDelivery> = this.#claimed.values()): Promise<void> {
    const claims = [...deliveries].filter(({ id }) => this.#claimed.has(id) && !this.#unsettled.has(id))
    for (const claim of claims) this.#forget(claim)
    if (claims.length > 0) await this.options.store.release(claims)
  }

  /** Forgets all claims, because the data that they belong to was replaced. */
  clear(): void {
    this.#clears++
    this.#claimed.clear()
    this.#unsettled.clear()
    this.byWebhook.clear()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #forget({ id, token }: ClaimReference): void {
    const delivery = this.#claimed.get(id)
    // The same delivery may have been claimed anew meanwhile.
    if (delivery?.token !== token) return
    this.#claimed.delete(id)
    this.#unsettled.delete(id)
    const { webhookId } = delivery
    const left = (this.byWebhook.get(webhookId) ?? 1) - 1
    if (left > 0) this.byWebhook.set(webhookId, left)
    else this.byWebhook.delete(webhookId)
  }

  /** Plans to renew the leases, where there are any. */
  #arm(): void {
    if (this.#timer !== undefined || this.#claimed.size === 0) return
    this.#timer = setTimeout(() => void this.#renew(), Math.min(this.options.lease / 3, longestPause))
    // Claims alone must not keep the process of a test alive. In browsers the timer is a number.
    if (typeof this.#timer === 'object') (this.#timer as { unref?: () => void }).unref?.()
  }

  async #renew(): Promise<void> {
    const { store, logger } = this.options
    try {
      const ends = [...this.#unsettled.values()]
      if (ends.length > 0) {
        await store.settle(ends)
        for (const end of ends) this.#forget(end)
      }
      const claims = [...this.#claimed.values()]
      if (claims.length > 0) await this.#extend(claims)
    } catch (error) {
      logger.error?.('The leases of deliveries could not be begun anew.', error)
    } finally {
      this.#timer = undefined
      this.#arm()
    }
  }

  async #extend(claims: readonly ClaimedDelivery[]): Promise<void> {
    const { store, lease } = this.options
    const asked = moment()
    this.#dropLost(claims, await store.extend(claims, lease))
    for (const claim of claims) this.#asked.set(claim, asked)
  }

  #dropLost(claims: readonly ClaimedDelivery[], kept: ReadonlySet<string>): void {
    // Claims that were settled while the store answered are not lost.
    const lost = claims.filter((claim) => !kept.has(claim.id) && this.#claimed.get(claim.id) === claim)
    for (const claim of lost) this.#forget(claim)
    if (lost.length > 0) this.options.onLost(new Set(lost.map(({ id }) => id)))
  }
}
