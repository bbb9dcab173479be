import type { DeliveryFaultKind } from '../faults/fault'
import type { DrawnFault, Faults } from '../faults/registry'
import type { Settings } from '../settings/settings'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import { deliveryAttempt, isSuccess, Reports, type ReportsOptions } from './attempt'
import { AttemptsUnderWay, unansweredAttempt, type AttemptUnderWay, type UnansweredAttempt } from './attempts'
import { ClaimLoop } from './claim-loop'
import { DelayedDeliveries } from './delayed'
import type { EndpointState } from './endpoints'
import type { Forwards } from './forwards'
import { Leases } from './leases'
import { Resends, type Resend } from './resends'
import { retryDelay } from './schedule'
import { createSendOptions, editedParts, sendDelivery, type SendOptions } from './send'
import type { SignWith } from './signing-time'

/** The parts that a dispatcher works with. */
export interface DispatcherOptions extends Pick<ReportsOptions, 'journal' | 'redact'> {
  settings: Settings
  store: Store
  faults: Faults
  /** Whether this process sends deliveries. Another one that shares the store sends them otherwise. */
  delivers: boolean
  /** Hears of a webhook that was disabled because its receiver answered 410. */
  onDisabled: (webhookId: string, url: string) => void
  fetch: typeof fetch
  /** The time of signatures. That of the machine where `fetch` reaches sockets, else that of the clock, unless given. */
  signWith?: SignWith
  /** The forwards that `fetch` follows, so that an attempt names the URL that it was sent to. */
  forwards?: Forwards
}

type Fault = DrawnFault<DeliveryFaultKind>

/** Sends the deliveries of a store as they fall due. */
export class Dispatcher {
  readonly #sendOptions: SendOptions
  readonly #leases: Leases
  readonly #delayed: DelayedDeliveries
  readonly #attempts: AttemptsUnderWay
  readonly #loop: ClaimLoop
  readonly #resends: Resends
  readonly #reports: Reports
  /**
   * How many deliveries that had to wait are being confirmed by the store, before they are sent. They waited because of a fault, or their claim was
   * confirmed too long ago.
   */
  #confirming = 0
  /** The `resolve` functions of the promises that `idle` returned. */
  #waiting: (() => void)[] = []

  constructor(private readonly options: DispatcherOptions) {
    const { settings, store, fetch, signWith, journal, redact } = options
    const { clock, limits, logger } = settings
    this.#reports = new Reports({ store, journal, redact, settings })
    this.#sendOptions = createSendOptions(settings, fetch, signWith)
    // A lease that ends lets another process take the delivery up. A store in memory has no other process, and no end of leases.
    const lease = store.sharing ? limits.deliveryLease : Infinity
    this.#leases = new Leases({ store, lease, logger, onLost: (ids) => this.#giveUpLost(ids) })
    this.#delayed = new DelayedDeliveries(clock, (delivery, fault) => this.#startDelayed(delivery, fault))
    this.#attempts = new AttemptsUnderWay(limits, () => this.wake())
    this.#loop = new ClaimLoop({
      ...{ store, clock, logger, leases: this.#leases, attempts: this.#attempts },
      begin: this.#begin,
      discard: (delivery) => void this.#discard(delivery),
      onPause: this.#announceIdle,
    })
    this.#resends = new Resends((resend) => this.#sendAgain(resend), this.#announceIdle)
  }

  /** Whether this process sends deliveries. */
  get delivers(): boolean {
    return this.options.delivers
  }

  /** The endpoints that are slow or silent, by the ids of their webhooks. */
  endpointStates(): ReadonlyMap<string, EndpointState> {
    return this.#attempts.endpoints.states()
  }

  /** Looks for deliveries that are due. Returns at once. */
  wake(): void {
    if (this.options.delivers) void this.#loop.wake()
  }

  /**
   * Makes one more attempt at once, whatever became of its delivery, and returns before it has ended. The schedule stays as
   * it is, and no fault affects the attempt: somebody wants to see this very one.
   */
  resend(resend: Resend): void {
    this.#resends.add(resend)
  }

  /** Gives up the deliveries to a deleted webhook, unless they were sent already. */
  drop(webhookId: string): void {
    this.#attempts.endpoints.forget(webhookId)
    this.#resends.drop(webhookId)
    this.#attempts.stopWebhook(webhookId, 'the webhook was deleted')
    this.#endUnsent(webhookId)
  }

  /** Resolves when no delivery is under way and none is due. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#announceIdle()
    })
  }

  /** The attempts that were begun and have no answer yet. */
  unanswered(): UnansweredAttempt[] {
    return this.#attempts.unanswered()
  }

  /**
   * Gives up everything, because all data was replaced: deliveries that are claimed, under way or delayed by a fault, and attempts that somebody
   * asked for.
   */
  reset(): void {
    this.#resends.drop()
    this.#loop.reset()
    this.#delayed.drop()
    this.#leases.clear()
    this.#attempts.endpoints.clear()
    this.#attempts.giveUp()
  }

  /** Takes no further delivery, gives back those that were not sent, and resolves when those under way have ended. */
  async drain(): Promise<void> {
    this.#resends.drop()
    await this.#leases.release([...this.#loop.stop(), ...this.#delayed.drop()])
    await this.idle()
  }

  async close(): Promise<void> {
    this.#resends.drop()
    this.#loop.stop()
    this.#delayed.drop()
    this.#attempts.giveUp()
    await this.idle()
    await this.#leases.release().catch(() => {})
    this.#leases.clear()
  }

  readonly #announceIdle = (): void => {
    if (this.#waiting.length === 0 || this.#loop.running || this.#confirming > 0) return
    if (this.#attempts.size > 0 || this.#resends.size > 0) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Begins a delivery that was claimed. No fault affects an attempt that somebody asked for. */
  readonly #begin = (delivery: ClaimedDelivery): Promise<void> | void => {
    if (delivery.resent || this.options.faults.active.size === 0) this.#start(delivery)
    else return this.#beginWithFault(delivery)
  }

  /** Draws for a delivery that was claimed, and delays it where a fault says so. */
  async #beginWithFault(delivery: ClaimedDelivery): Promise<void> {
    const { webhookId } = delivery
    const fault = await this.options.faults.drawForDelivery(webhookId)
    // A reset may have come in between, or the end of the webhook.
    if (!this.#leases.has(delivery.id)) return
    if (this.#loop.wasDropped(webhookId)) return void this.#discard(delivery)
    // Only one delivery to a webhook waits for the next one: if the next one waited too, neither would be reordered.
    if (fault?.kind === 'reordered' && this.#delayed.waitsForNext(webhookId)) return this.#start(delivery)
    if (!fault || !this.#delayed.delay(delivery, fault)) this.#start(delivery, fault)
  }

  /** Sends what had to wait, unless its webhook was removed meanwhile. */
  #startDelayed(delivery: ClaimedDelivery, fault?: Fault): void {
    const { clock, logger } = this.options.settings
    this.#confirming++
    const work = this.#leases
      .confirm(delivery)
      .then(
        (isOurs) => (isOurs ? this.#start(delivery, fault) : undefined),
        // The lease ends, and then the delivery is claimed anew.
        (error: unknown) =>
          logger.error?.(`The store could not be asked for the delivery ${delivery.id}.`, error),
      )
      .finally(() => {
        this.#confirming--
        this.#announceIdle()
      })
    clock.track?.(work)
  }

  #start(delivery: ClaimedDelivery, fault?: Fault): void {
    if (!this.#leases.isCurrent(delivery)) return this.#startDelayed(delivery, fault)
    const attempt = this.#attempts.begin(delivery)
    // A delivery whose endpoint may get no further attempt now goes back to the store, and is claimed anew later.
    if (!attempt) return this.#giveBack(delivery)
    // An advance of the clock waits for the attempt, and names it in its report.
    const about = { kind: 'delivery', ...unansweredAttempt(delivery) }
    this.options.settings.clock.track?.(this.#deliver(attempt, fault), about)
  }

  /** Makes an attempt, ends the claim of its delivery and says what came of it. */
  async #deliver(attempt: AttemptUnderWay, fault: Fault | undefined): Promise<void> {
    const { delivery, stop } = attempt
    const { forwards, settings } = this.options
    const { clock, random, dialect, logger } = settings
    try {
      const target = forwards?.target(delivery.url) ?? delivery.url
      const reply = await sendDelivery(delivery, this.#sendOptions, stop.signal, fault)
      if (attempt.isStale) return
      if (!reply) return await this.#discard(delivery)

      const { status, retryAfter } = reply
      const { aborted: isDropped } = stop.signal
      if (!isDropped) attempt.hasAnswered = status !== undefined
      const isLast = isSuccess(status) || status === 410 || isDropped || delivery.resent
      const delay = isLast ? undefined : retryDelay(delivery.attempts + 1, random, retryAfter)
      const retryAt = delay === undefined ? undefined : clock.now() + delay
      const next = { target, retryAt, fault: fault?.report }
      const shown = deliveryAttempt(delivery, reply, next)
      await this.#leases.settle(delivery, this.#reports.remembered(shown, isDropped), retryAt)
      // The loop does not know yet when this delivery falls due again.
      if (retryAt !== undefined) this.wake()
      if (status === 410 && dialect.goneDisables) await this.#disable(delivery)
      this.#reports.announce(shown)
      if (fault?.kind !== 'duplicate') return
      const second = await sendDelivery(delivery, this.#sendOptions, stop.signal)
      if (!second || attempt.isStale) return
      await this.#reports.announceUnclaimed(deliveryAttempt(delivery, second, next))
    } catch (error) {
      logger.error?.(`Delivery ${delivery.id} could not be settled.`, error)
    } finally {
      this.#attempts.end(attempt)
      if (this.#delayed.byId.size > 0) this.#delayed.releaseNext(delivery.webhookId)
      this.#loop.useRoom()
      this.#announceIdle()
    }
  }

  #sendAgain({ delivery, edit }: Resend): Promise<void> {
    const { forwards, settings } = this.options
    const { clock, logger } = settings
    const attempt = this.#attempts.beginBesides(delivery)
    const target = forwards?.target(delivery.url) ?? delivery.url
    const work = sendDelivery(delivery, { ...this.#sendOptions, edit }, attempt.stop.signal)
      .then((reply) => {
        if (!reply || attempt.isStale) return
        const edited = edit && editedParts(edit)
        return this.#reports.announceUnclaimed(deliveryAttempt(delivery, reply, { target, edited }))
      })
      .catch((error: unknown) => logger.error?.(`Delivery ${delivery.id} could not be sent again.`, error))
      .finally(() => this.#attempts.end(attempt))
    clock.track?.(work, { kind: 'delivery', ...unansweredAttempt(delivery) })
    return work
  }

  /** Standard Webhooks: 410 means that the receiver wants no more. */
  async #disable({ webhookId, url }: ClaimedDelivery): Promise<void> {
    if (!(await this.options.store.updateWebhook(webhookId, { status: 'disabled' }))) return
    this.#endUnsent(webhookId)
    this.options.onDisabled(webhookId, url)
  }

  /** Ends the deliveries to a webhook that are claimed and were not begun. */
  #endUnsent(webhookId: string): void {
    const unsent = [
      ...this.#loop.drop(webhookId),
      ...this.#delayed.drop((delivery) => delivery.webhookId === webhookId),
    ]
    for (const delivery of unsent) void this.#discard(delivery)
  }

  #giveBack(delivery: ClaimedDelivery): void {
    const { clock, logger } = this.options.settings
    const work = this.#leases
      .release([delivery])
      // The lease ends, and then the delivery is claimed anew.
      .catch((error: unknown) => logger.error?.(`Delivery ${delivery.id} could not be given back.`, error))
      .finally(() => this.#loop.useRoom())
    clock.track?.(work)
  }

  /** Ends a delivery without an attempt, because its webhook has ended. */
  #discard(delivery: ClaimedDelivery): Promise<void> {
    const { webhookId, url } = delivery
    const at = this.options.settings.clock.now()
    return this.#leases.settle(delivery, { webhookId, url, at, outcome: 'dropped' })
  }

  /** Gives up deliveries that another worker has by now, or whose webhook gets nothing more. */
  #giveUpLost(ids: ReadonlySet<string>): void {
    const isLost = ({ id }: ClaimedDelivery) => ids.has(id)
    this.#delayed.drop(isLost)
    this.#attempts.giveUp(isLost)
  }
}
