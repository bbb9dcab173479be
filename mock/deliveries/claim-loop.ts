import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import { inNextTurn } from '../settings/turn'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import type { AttemptsUnderWay } from './attempts'
import type { Leases } from './leases'

/** The parts of a {@link ClaimLoop}. */
export interface ClaimLoopOptions {
  store: Pick<Store, 'nextDue'>
  clock: Clock
  logger: Logger
  leases: Pick<Leases, 'claim' | 'byWebhook'>
  attempts: Pick<AttemptsUnderWay, 'bounds'>
  begin: (delivery: ClaimedDelivery) => Promise<void> | void
  /** Ends a delivery that was claimed while its webhook was dropped. */
  discard: (delivery: ClaimedDelivery) => void
  /** Called whenever a look has ended. */
  onPause: () => void
}

// So many deliveries begin in one turn of the event loop, and about as many end: each takes most of a millisecond, and the
// requests of others wait meanwhile.
const mostInTurn = 2

// After this many milliseconds deliveries that could not be claimed are claimed again.
const pauseAfterFailure = 1_000

/** Claims deliveries as they fall due. Between its looks it waits for the clock and to be woken, and for nothing else. */
export class ClaimLoop {
  #isLooking = false
  /** Whether it looks once more when the present look has ended. */
  #isWoken = false
  #isStopped = false
  /** Whether the last claim failed. */
  #failing = false
  /** Whether the last look may have left deliveries that are due, because there was no room for them. */
  #leftSome = false
  /** The deliveries that were claimed together and have not begun. */
  #claimed: ClaimedDelivery[] = []
  /** The webhooks that were dropped since the last claim began. A store may have claimed for them and not have answered yet. */
  readonly #dropped = new Set<string>()
  #begunInTurn = 0
  #cancelTimer: (() => void) | undefined

  constructor(private readonly options: ClaimLoopOptions) {}

  /** Whether it is looking right now. */
  get running(): boolean {
    return this.#isLooking
  }

  /** Looks for deliveries that are due. Returns at once, with the look where it begins one. */
  wake(): Promise<void> | undefined {
    this.#isWoken = true
    if (this.#isLooking || this.#isStopped) return undefined
    const work = this.#look().catch((error: unknown) => this.#lookLater(error))
    this.options.clock.track?.(work)
    return work
  }

  /** Looks once more where the last look may have left deliveries for want of room, of which there is more now. */
  useRoom(): void {
    if (this.#isLooking || this.#leftSome) void this.wake()
  }

  /** Forgets what it is waiting for, because all data was replaced: what is claimed right now is not begun. */
  reset(): void {
    this.#claimed = []
    this.#cancelTimer?.()
  }

  /** Begins none of the deliveries to a webhook that are claimed and wait for their turn, and returns them. */
  drop(webhookId: string): ClaimedDelivery[] {
    this.#dropped.add(webhookId)
    const unsent = this.#claimed.filter((delivery) => delivery.webhookId === webhookId)
    this.#claimed = this.#claimed.filter((delivery) => delivery.webhookId !== webhookId)
    return unsent
  }

  /** Whether deliveries to a webhook were dropped since the last claim began. */
  wasDropped(webhookId: string): boolean {
    return this.#dropped.has(webhookId)
  }

  /** Claims nothing more, and returns the deliveries that are claimed and were not begun. */
  stop(): ClaimedDelivery[] {
    this.#isStopped = true
    this.#cancelTimer?.()
    return this.#claimed.splice(0)
  }

  #lookLater(error: unknown): void {
    // Each claim fails while the store is away. Only the first of these failures is logged.
    if (!this.#failing) this.options.logger.error?.('Deliveries could not be claimed.', error)
    this.#failing = true
    const timer: unknown = setTimeout(() => void this.wake(), pauseAfterFailure)
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false
        this.#cancelTimer?.()
        await this.#claim()
      }
    } finally {
      this.#isLooking = false
      this.options.onPause()
    }
  }

  async #claim(): Promise<void> {
    const { store, clock, leases, attempts, begin, discard } = this.options
    const bounds = attempts.bounds(leases.byWebhook)
    this.#leftSome = bounds === undefined
    if (!bounds) return
    const { limit, perWebhook, held, areLimited } = bounds
    const now = clock.now()
    this.#dropped.clear()
    const found = await leases.claim({ now, limit, perWebhook, held })
    this.#failing = false
    const isFull = found.length >= limit
    this.#leftSome = isFull || areLimited
    for (const count of leases.byWebhook.values()) if (count >= perWebhook) this.#leftSome = true
    this.#claimed = []
    for (const delivery of found) {
      if (this.#dropped.has(delivery.webhookId)) discard(delivery)
      else this.#claimed.push(delivery)
    }
    // Few begin in one turn of the event loop, and the others in later turns.
    while (this.#claimed.length > 0) {
      while (this.#begunInTurn >= mostInTurn) await new Promise<void>(inNextTurn)
      const next = this.#claimed.shift()
      if (!next) break
      if (this.#begunInTurn++ === 0) inNextTurn(() => (this.#begunInTurn = 0))
      await begin(next)
    }
    // There may be more of what is due. To ask when the next one is due would read all that is pending, at each claim.
    if (isFull) {
      this.#isWoken = true
      return
    }
    // A delivery that was due by `now` and was not claimed belongs to another worker, or its webhook has as many attempts as it
    // may. So only those that fall due later say when to look again.
    const due = await store.nextDue(now)
    if (due === undefined) return
    const delay = due - clock.now()
    if (delay > 0) this.#cancelTimer = clock.schedule(() => this.wake(), delay)
    else this.#isWoken = true
  }
}
