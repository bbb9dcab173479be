import type { DeliveryFaultKind } from '../faults/fault'
import type { Faults, Strike } from '../faults/registry'
import type { Settings } from '../settings/settings'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import { deliveryAttempt, isSuccess, lineOf, type DeliveryAttempt } from './attempt'
import type { Forwards } from './forwards'
import { createClaimLoop } from './claim-loop'
import { editedParts } from './edit'
import { createEnvelope } from './envelope'
import { createHeldClaims } from './held-claims'
import { createHold } from './hold'
import { createIdleSignal } from './idle-signal'
import { createPace } from './pace'
import { createResends, type Resend } from './resends'
import { retryDelay } from './schedule'
import { sendDelivery } from './send'
import { createSigner } from './signer'
import { AttemptsUnderWay, type UnderWay } from './under-way'

/** Sends the deliveries of a store as they fall due. */
export interface Dispatcher {
  /** Looks for deliveries that are due. Returns at once. */
  wake(): void
  /** Whether this process sends deliveries. */
  readonly delivers: boolean
  /**
   * Makes one more attempt at once, whatever became of its delivery, and returns before it has ended. The schedule stays as
   * it is, and no fault strikes: somebody wants to see this very attempt.
   */
  resend(resend: Resend): void
  /** Gives up the deliveries to a deleted webhook, unless they were sent already. */
  drop(webhookId: string): void
  /** Resolves when no delivery is under way and none is due. */
  idle(): Promise<void>
  /** Gives up all deliveries under way and those that a fault holds back. */
  reset(): void
  /** Takes no further delivery, gives back those that were not sent, and resolves when those under way have ended. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** The parts that a dispatcher works with. */
export interface DispatcherOptions {
  settings: Settings
  store: Store
  /** Receives each attempt once it has ended. */
  report: (attempt: DeliveryAttempt) => void
  faults: Faults
  /** Whether this process sends deliveries. Another one that shares the store sends them otherwise. */
  delivers: boolean
  /** Hears of a webhook that was disabled because its receiver answered 410. */
  onDisabled: (webhookId: string, url: string) => void
  fetch: typeof fetch
  /** The forwards that `fetch` follows, so that an attempt names the URL that it was sent to. */
  forwards?: Forwards
}

// Milliseconds that a fault holds a delivery back when the fault names no latency.
const defaultLatency = { reordered: 1_000, slow: 10_000 }

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { settings, store, faults, forwards } = options
  const { clock, random, limits, logger, dialect } = settings
  const sendOptions = {
    clock,
    fetch: options.fetch,
    envelope: createEnvelope(settings),
    signer: createSigner(dialect),
    timeout: limits.deliveryTimeout,
  }
  // Nobody waits for the end of a lease where no other process can take up a delivery.
  const lease = store.sharing ? limits.deliveryLease : Infinity
  const held = createHeldClaims({ store, lease, logger, onLost })
  const hold = createHold(clock, (delivery, strike) => void startHeld(delivery, strike))
  const underWay = new AttemptsUnderWay()
  const pace = createPace(wake)
  /** How many deliveries that a fault held back are about to be sent. */
  let released = 0
  const { wait: idle, announce: announceIdle } = createIdleSignal(
    () => !loop.running && released === 0 && underWay.size === 0 && resends.size === 0,
  )
  const loop = createClaimLoop({
    ...{ store, clock, logger, held, lease, begin, discard },
    perWebhook: limits.deliveriesPerWebhook,
    room: () => Math.min(limits.deliveries - underWay.size, pace.room()),
    onPause: announceIdle,
  })
  const resends = createResends(sendAgain, announceIdle)

  function wake() {
    if (options.delivers) loop.wake()
  }

  async function begin(delivery: ClaimedDelivery) {
    const struck = faults.strikeDelivery(delivery.webhookId)
    const strike = struck instanceof Promise ? await struck : struck
    // A reset may have come in between, or the end of the webhook.
    if (!held.has(delivery.id)) return
    if (loop.wasDropped(delivery.webhookId)) return discard(delivery)
    const kind = strike?.kind
    if (kind !== 'slow' && kind !== 'reordered') return start(delivery, strike)
    const untilNext = kind === 'reordered'
    // Only one delivery to a webhook waits for the next one: if the next one waited too, neither would be reordered.
    if (untilNext && hold.waitsForNext(delivery.webhookId)) return start(delivery)
    hold.keep(delivery, strike?.latency ?? defaultLatency[kind], untilNext, strike)
  }

  /** Sends what a fault held back, unless its webhook was removed meanwhile. */
  function startHeld(delivery: ClaimedDelivery, strike?: Strike<DeliveryFaultKind>): Promise<void> {
    released++
    const work = held
      .confirm(delivery)
      .then(
        (isOurs) => (isOurs ? start(delivery, strike) : undefined),
        // The lease ends, and then the delivery is claimed anew.
        (error: unknown) =>
          logger.error?.(`The store could not be asked for the delivery ${delivery.id}.`, error),
      )
      .finally(() => {
        released--
        announceIdle()
      })
    clock.track?.(work)
    return work
  }

  function start(delivery: ClaimedDelivery, strike?: Strike<DeliveryFaultKind>) {
    if (!held.has(delivery.id)) return
    const own = underWay.begin(delivery)
    const endPace = pace.begin()
    const work = deliver(delivery, own, strike)
      .catch((error: unknown) => logger.error?.(`Delivery ${delivery.id} could not be settled.`, error))
      .finally(() => {
        underWay.end(own)
        endPace()
        hold.releaseNext(delivery.webhookId)
        loop.useRoom()
        announceIdle()
      })
    const { eventId, webhookId, url, attempts } = delivery
    clock.track?.(work, { kind: 'delivery', eventId, webhookId, url, attempt: attempts + 1 })
  }

  async function deliver(
    delivery: ClaimedDelivery,
    own: UnderWay,
    strike: Strike<DeliveryFaultKind> | undefined,
  ) {
    const { signal } = own.stop
    const target = forwards?.target(delivery.url) ?? delivery.url
    const reply = await sendDelivery(delivery, sendOptions, signal, strike)
    if (own.stale) return
    if (!reply) return void (await held.settle(delivery))

    const ended = isSuccess(reply.status) || reply.status === 410 || signal.aborted
    const delay = ended ? undefined : retryDelay(delivery.attempts + 1, random, reply.retryAfter)
    const retryAt = delay === undefined ? undefined : clock.now() + delay
    await held.settle(delivery, retryAt)
    // The loop does not know yet when this delivery falls due again.
    if (retryAt !== undefined) wake()
    if (reply.status === 410 && dialect.goneDisables) await disable(delivery)
    const next = { target, retryAt, fault: strike?.report }
    report(deliveryAttempt(delivery, reply, next))
    if (strike?.kind !== 'duplicate') return
    const second = await sendDelivery(delivery, sendOptions, signal)
    if (second && !own.stale) report(deliveryAttempt(delivery, second, next))
  }

  function sendAgain({ delivery, edit = {} }: Resend): Promise<void> {
    const own = underWay.begin(delivery)
    const { eventId, webhookId, url, attempts } = delivery
    const target = forwards?.target(url) ?? url
    const work = sendDelivery(delivery, { ...sendOptions, edit }, own.stop.signal)
      .then((reply) => {
        if (!reply || own.stale) return
        report(deliveryAttempt(delivery, reply, { target, resent: true, edited: editedParts(edit) }))
      })
      .catch((error: unknown) => logger.error?.(`Delivery ${delivery.id} could not be sent again.`, error))
      .finally(() => underWay.end(own))
    clock.track?.(work, { kind: 'delivery', eventId, webhookId, url, attempt: attempts + 1 })
    return work
  }

  /** Standard Webhooks: 410 means that the receiver wants no more. */
  async function disable({ webhookId, url }: ClaimedDelivery) {
    if (!(await store.updateWebhook(webhookId, { status: 'disabled' }))) return
    endUnsent(webhookId)
    options.onDisabled(webhookId, url)
  }

  /** Ends the deliveries to a webhook that are claimed and were not begun. */
  function endUnsent(webhookId: string) {
    for (const delivery of [...loop.drop(webhookId), ...hold.drop(webhookId)]) discard(delivery)
  }

  /** Ends a delivery without an attempt, because its webhook has ended. */
  function discard(delivery: ClaimedDelivery) {
    void held.settle(delivery)
  }

  function report(attempt: DeliveryAttempt) {
    options.report(attempt)
    if (attempt.outcome === 'delivered') logger.info?.(lineOf(attempt))
    else logger.warn?.(lineOf(attempt))
  }

  function onLost(ids: ReadonlySet<string>) {
    hold.discard(ids)
    underWay.giveUp(({ id }) => ids.has(id))
  }

  return {
    delivers: options.delivers,
    wake,
    idle,
    resend: resends.add,
    drop(webhookId) {
      resends.drop(webhookId)
      underWay.stopWebhook(webhookId, 'the webhook was deleted')
      endUnsent(webhookId)
    },
    reset() {
      resends.drop()
      loop.reset()
      hold.drop()
      held.clear()
      underWay.giveUp()
    },
    async drain() {
      resends.drop()
      await held.release([...loop.stop(), ...hold.drop()])
      await idle()
    },
    async close() {
      resends.drop()
      loop.stop()
      hold.drop()
      underWay.giveUp()
      await idle()
      await held.release().catch(() => {})
      held.clear()
    },
  }
}
