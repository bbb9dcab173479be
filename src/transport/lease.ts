import { type Clock, monotonic } from './clock'

/** A moment by both clocks: the monotonic one stands still while a machine sleeps, and the wall clock can be set. */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** The present moment. */
export const momentOf = (clock: Clock): Moment => ({ wall: clock.now(), monotonic: monotonic(clock) })

/**
 * The time for which an owner can be sure of its claim. It counts from the moment before the store was asked for the claim, or for its last
 * renewal. Of the wall clock and the monotonic clock, the one that has advanced further since then counts.
 */
export class Lease {
  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    private since: Moment,
  ) {}

  /** Milliseconds until the lease ends. */
  get left(): number {
    const now = momentOf(this.clock)
    return this.ms - Math.max(now.wall - this.since.wall, now.monotonic - this.since.monotonic)
  }

  get hasEnded(): boolean {
    return this.left <= 0
  }

  /** Counts the lease from another moment: the one before the store was asked to renew it. */
  renew(since: Moment): void {
    this.since = since
  }
}

/** Options of `RenewedLeases`. */
export interface RenewedLeasesOptions<Claim> {
  clock: Clock
  /** In milliseconds. */
  lease: number
  /** Asks the store to renew claims. Resolves to those that are still owned. */
  renew(claims: readonly Claim[]): Promise<ReadonlySet<Claim>>
  /** Called once for each claim that has passed to another owner, or that could not be renewed before its lease ended. */
  onLost(claim: Claim): void
  /** Called with each error of a renewal. The renewal is tried again at the next third of the lease. */
  onError?(error: unknown): void
}

/** The leases of the claims that one process has. They are renewed at each third of their length, in one request for all. */
export class RenewedLeases<Claim> {
  readonly #leases = new Map<Claim, Lease>()
  #state: 'waiting' | 'renewing' = 'waiting'
  #cancelTimer: (() => void) | undefined

  constructor(private readonly options: RenewedLeasesOptions<Claim>) {}

  /** Adds claims, whose leases count from `since`: a moment before the store was asked for them. */
  add(claims: readonly Claim[], since: Moment): void {
    const { clock, lease } = this.options
    for (const claim of claims) this.#leases.set(claim, new Lease(clock, lease, since))
    // The lease of a new claim ends later than those that the timer was set for.
    if (!this.#cancelTimer) this.#setTimer()
  }

  /** Ends the renewals of a claim. `onLost` is not called. */
  delete(claim: Claim): void {
    this.#leases.delete(claim)
    if (this.#leases.size > 0) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  /** Ends the renewals of the claims whose lease has ended, and calls `onLost` for each. */
  giveUpEnded(): void {
    for (const [claim, lease] of this.#leases) if (lease.hasEnded) this.#lose(claim)
  }

  #lose(claim: Claim): void {
    if (!this.#leases.has(claim)) return
    this.delete(claim)
    this.options.onLost(claim)
  }

  #setTimer(): void {
    const { clock, lease } = this.options
    this.#cancelTimer = undefined
    if (this.#leases.size === 0) return
    const left = [...this.#leases.values()].map((one) => one.left).filter((ms) => ms > 0)
    this.#cancelTimer = clock.schedule(() => this.#onTimer(), Math.min(lease / 3, ...left))
  }

  #onTimer(): void {
    // A process that stood still for a whole lease may be the owner all the same, so the store is asked before a claim is given up.
    if (this.#state === 'renewing') this.giveUpEnded()
    else void this.#renew()
    this.#setTimer()
  }

  async #renew(): Promise<void> {
    const { clock, renew, onError } = this.options
    const claims = [...this.#leases.keys()]
    const since = momentOf(clock)
    this.#state = 'renewing'
    try {
      const owned = await renew(claims)
      for (const claim of claims) {
        if (owned.has(claim)) this.#leases.get(claim)?.renew(since)
        else this.#lose(claim)
      }
    } catch (error) {
      if (this.#leases.size > 0) onError?.(error)
      this.giveUpEnded()
    }
    this.#state = 'waiting'
  }
}
