import type { DeliveryFaultKind } from '../faults/fault'
import type { Faults, Strike } from '../faults/registry'
import type { Settings } from '../settings/settings'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import { deliveryAttempt, isSuccess, lineOf, type DeliveryAttempt } from './attempt'
import type { Forwards } from './forwards'
import { createEnvelope } from './envelope'
import { createHeldClaims } from './held-claims'
import { createHold } from './hold'
import { createPace } from './pace'
import { retryDelay } from './schedule'
import { sendDelivery } from './send'
import { createSigner } from './signer'
import { AttemptsUnderWay, type UnderWay } from './under-way'

/** Sends the deliveries of a store as they fall due. */
export interface Dispatcher {
  /** Looks for deliveries that are due. Returns at once. */
  wake(): void
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

// After this many deliveries the event loop gets a turn, so that an event with many subscribers blocks no request.
const batch = 8

// After this many milliseconds deliveries that could not be claimed are claimed again.
const pauseAfterFailure = 1_000

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { settings, store, faults, forwards } = options
  const { clock, random, limits, logger, dialect } = settings
  const sendOptions = {
    clock,
    fetch: options.fetch,
    envelope: createEnvelope(settings),
    signer: createSigner(dialect.signature),
    timeout: limits.deliveryTimeout,
  }
  // Where no other process can take up a delivery, nobody waits for the end of a lease.
  const lease = store.sharing ? limits.deliveryLease : Infinity
  const held = createHeldClaims({ store, lease, logger, onLost })
  const hold = createHold(clock, start)
  const pace = createPace(() => void wake())
  const underWay = new AttemptsUnderWay()
  let waiting: (() => void)[] = []
  let pumping = false
  let again = false
  let closed = false
  let failing = false
  let resets = 0
  let sinceTurn = 0
  let cancelTimer = () => {}

  function wake(): void | Promise<void> {
    if (closed || !options.delivers) return
    again = true
    if (pumping) return
    const work = pump().catch(wakeAfterFailure)
    clock.track?.(work)
    return work
  }

  function wakeAfterFailure(error: unknown) {
    // A store that is away says so at each attempt, and once is enough.
    if (!failing) logger.error?.('Deliveries could not be claimed.', error)
    failing = true
    const timer: unknown = setTimeout(wake, pauseAfterFailure)
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  async function pump() {
    pumping = true
    try {
      while (again && !closed) {
        again = false
        cancelTimer()
        const limit = Math.min(limits.deliveries - underWay.size, pace.room())
        if (limit <= 0) break
        const resetsBefore = resets
        const now = clock.now()
        const claimed = await store.claim({
          now,
          limit,
          perWebhook: limits.deliveriesPerWebhook,
          held: held.byWebhook,
          lease,
        })
        failing = false
        if (resets !== resetsBefore) continue
        for (const delivery of claimed) held.add(delivery)
        for (const delivery of claimed) await begin(delivery)
        sinceTurn += claimed.length
        if (sinceTurn >= batch) {
          sinceTurn = 0
          again = true
          await new Promise((resolve) => setTimeout(resolve, 0))
          continue
        }
        const due = await store.nextDue()
        if (due === undefined) continue
        const delay = due - clock.now()
        if (delay > 0) cancelTimer = clock.schedule(wake, delay)
        // A delivery that was due already and was not claimed is another worker's, or its webhook has as many as it may.
        else if (claimed.length > 0 || due > now) again = true
      }
    } finally {
      pumping = false
      announceIdle()
    }
  }

  async function begin(delivery: ClaimedDelivery) {
    const resetsBefore = resets
    const struck = faults.strikeDelivery(delivery.webhookId)
    const strike = struck instanceof Promise ? await struck : struck
    if (resets !== resetsBefore || !held.has(delivery.id)) return
    const kind = strike?.kind
    if (kind !== 'slow' && kind !== 'reordered') return start(delivery, strike)
    const untilNext = kind === 'reordered'
    // Only one delivery to a webhook waits for the next one: if the next one waited too, neither would be reordered.
    if (untilNext && hold.waitsForNext(delivery.webhookId)) return start(delivery)
    hold.keep(delivery, strike?.latency ?? defaultLatency[kind], untilNext, strike)
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
        void wake()
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
    if (reply.status === 410 && dialect.goneDisables) await disable(delivery)
    const next = { target, retryAt, fault: strike?.report }
    report(deliveryAttempt(delivery, reply, next))
    if (strike?.kind !== 'duplicate') return
    const second = await sendDelivery(delivery, sendOptions, signal)
    if (second && !own.stale) report(deliveryAttempt(delivery, second, next))
  }

  /** Standard Webhooks: 410 means that the receiver wants no more. */
  async function disable({ webhookId, url }: ClaimedDelivery) {
    if (!(await store.updateWebhook(webhookId, { status: 'disabled' }))) return
    for (const delivery of hold.drop(webhookId)) void held.settle(delivery)
    options.onDisabled(webhookId, url)
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

  function announceIdle() {
    if (pumping || underWay.size > 0) return
    const resolvers = waiting
    waiting = []
    for (const resolve of resolvers) resolve()
  }

  const idle = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      announceIdle()
    })

  return {
    wake: () => void wake(),
    idle,
    drop(webhookId) {
      underWay.stopWebhook(webhookId, 'the webhook was deleted')
      for (const delivery of hold.drop(webhookId)) void held.settle(delivery)
    },
    reset() {
      resets++
      cancelTimer()
      hold.drop()
      held.clear()
      underWay.giveUp()
    },
    async drain() {
      stop()
      await held.release(hold.drop())
      await idle()
    },
    async close() {
      stop()
      hold.drop()
      underWay.giveUp()
      await idle()
      await held.release().catch(() => {})
      held.clear()
    },
  }

  function stop() {
    closed = true
    cancelTimer()
  }
}
