import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import { soonestTurn } from '../settings/turn'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import type { AttemptsUnderWay } from './attempts'
import type { Endpoints } from './endpoints'
import { type Leases, moment } from './leases'

/** The parts of a {@link ClaimLoop}. */
export interface ClaimLoopOptions {
  store: Pick<Store, 'claim' | 'nextDue'>
  clock: Clock
  logger: Logger
  leases: Pick<Leases, 'add' | 'byWebhook'>
  attempts: { endpoints: Pick<Endpoints, 'heldFor' | 'perWebhook' | 'areLimited'> } & Pick<
    AttemptsUnderWay,
    'room'
  >
  /** Milliseconds of a lease. */
  lease: number
  begin: (delivery: ClaimedDelivery) => Promise<void> | void
  /** Ends a delivery that was claimed while its webhook was dropped. */
  discard: (delivery: ClaimedDelivery) => void
  /** Called whenever a look has ended. */
  onPause: () => void
}

/**
 * `waiting` to be woken, `looking` for deliveries that are due, `woken` to look once more when the present look has ended,
 * `stopping` with it, and `stopped` for good.
 */
type LoopState = 'waiting' | 'looking' | 'woken' | 'stopping' | 'stopped'

// So many deliveries begin in one turn of the event loop, and about as many end: each takes most of a millisecond, and the
// requests of others wait meanwhile.
const mostInTurn = 2

// After this many milliseconds deliveries that could not be claimed are claimed again.
const pauseAfterFailure = 1_000

/** Claims deliveries as they fall due. Between its looks it waits for the clock and to be woken, and for nothing else. */
export class ClaimLoop {
  readonly #options: ClaimLoopOptions
  #state: LoopState = 'waiting'
  /** Whether the last claim failed. */
  #failing = false
  /** Whether the last look may have left deliveries that are due, because there was no room for them. */
  #leftSome = false
  #resets = 0
  /** The deliveries that were claimed together and have not begun. */
  #claimed: ClaimedDelivery[] = []
  /** The webhooks that were dropped since the last claim began. A store may have claimed for them and not have answered yet. */
  readonly #dropped = new Set<string>()
  #begunInTurn = 0
  #endOfTurn: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined

  constructor(options: ClaimLoopOptions) {
    this.#options = options
  }

  /** Whether it is looking right now. */
  get running(): boolean {
    return this.#state !== 'waiting' && this.#state !== 'stopped'
  }

  /** Looks for deliveries that are due. Returns at once, with the look where it begins one. */
  wake(): Promise<void> | undefined {
    if (this.#state === 'looking') this.#state = 'woken'
    if (this.#state !== 'waiting') return undefined
    const work = this.#look().catch((error: unknown) => this.#lookLater(error))
    this.#options.clock.track?.(work)
    return work
  }

  /** Looks once more where the last look may have left deliveries for want of room, of which there is more now. */
  useRoom(): void {
    if (this.running || this.#leftSome) void this.wake()
  }

  /** Forgets what it is waiting for, because all data was replaced: what is claimed right now is not begun. */
  reset(): void {
    this.#resets++
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
    this.#state = this.running ? 'stopping' : 'stopped'
    this.#cancelTimer?.()
    return this.#claimed.splice(0)
  }

  #lookLater(error: unknown): void {
    // Each claim fails while the store is away. Only the first of these failures is logged.
    if (!this.#failing) this.#options.logger.error?.('Deliveries could not be claimed.', error)
    this.#failing = true
    const timer: unknown = setTimeout(() => void this.wake(), pauseAfterFailure)
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  async #look(): Promise<void> {
    const { attempts, onPause } = this.#options
    this.#state = 'woken'
    try {
      while (this.#isIn('woken')) {
        this.#state = 'looking'
        this.#cancelTimer?.()
        const limit = attempts.room
        this.#leftSome = limit <= 0
        if (this.#leftSome) break
        await this.#claim(limit)
      }
    } finally {
      this.#state = this.#isIn('stopping') ? 'stopped' : 'waiting'
      onPause()
    }
  }

  // The state changes while a look waits, which the compiler does not see in a comparison.
  #isIn(state: LoopState): boolean {
    return this.#state === state
  }

  async #claim(limit: number): Promise<void> {
    const { store, clock, leases, attempts, lease, begin, discard } = this.#options
    const { endpoints } = attempts
    const resets = this.#resets
    const now = clock.now()
    this.#dropped.clear()
    const perWebhook = endpoints.perWebhook(leases.byWebhook)
    const held = endpoints.heldFor(leases.byWebhook)
    const asked = moment()
    const found = await store.claim({ now, limit, perWebhook, held, lease })
    this.#failing = false
    if (this.#resets !== resets) return
    for (const delivery of found) leases.add(delivery, asked)
    this.#leftSome =
      found.length >= limit ||
      endpoints.areLimited ||
      Array.from(leases.byWebhook.values()).some((count) => count >= perWebhook)
    this.#claimed = []
    for (const delivery of found) {
      if (this.#dropped.has(delivery.webhookId)) discard(delivery)
      else this.#claimed.push(delivery)
    }
    while (this.#claimed.length > 0) {
      await this.#awaitTurn()
      const next = this.#claimed.shift()
      if (next) await begin(next)
    }
    // There may be more of what is due. To ask when the next one is due would read all that is pending, at each claim.
    if (found.length >= limit) {
      if (this.#state === 'looking') this.#state = 'woken'
      return
    }
    // A delivery that was due by `now` and was not claimed belongs to another worker, or its webhook has as many attempts as it
    // may. So only those that fall due later say when to look again.
    const due = await store.nextDue(now)
    if (due === undefined) return
    const delay = due - clock.now()
    if (delay > 0) this.#cancelTimer = clock.schedule(() => this.wake(), delay)
    else if (this.#state === 'looking') this.#state = 'woken'
  }

  /** Resolves at once for few in a turn of the event loop, and in a later turn for the others. */
  async #awaitTurn(): Promise<void> {
    while (this.#begunInTurn >= mostInTurn) await this.#endOfTurn
    this.#begunInTurn++
    this.#endOfTurn ??= soonestTurn().then(() => {
      this.#begunInTurn = 0
      this.#endOfTurn = undefined
    })
  }
}
