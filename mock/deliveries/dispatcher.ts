import type { DeliveryFaultKind } from '../faults/fault'
import type { Faults, Strike } from '../faults/registry'
import type { Settings } from '../settings/settings'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import { deliveryAttempt, isSuccess, type DeliveryAttempt } from './attempt'
import type { Forwards } from './forwards'
import { createEnvelope } from './envelope'
import { createHold } from './hold'
import { createPace } from './pace'
import { retryDelay } from './schedule'
import type { Rotations } from './rotations'
import { sendDelivery } from './send'
import { createSigner } from './signer'

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
  close(): Promise<void>
}

/** The parts that a dispatcher works with. */
export interface DispatcherOptions {
  settings: Settings
  store: Store
  /** Receives each attempt once it has ended. */
  report: (attempt: DeliveryAttempt) => void
  faults: Faults
  rotations: Rotations
  /** Hears of a webhook that was disabled because its receiver answered 410. */
  onDisabled: (webhookId: string, url: string) => void
  fetch: typeof fetch
  /** The forwards that `fetch` follows, so that an attempt names the URL that it was sent to. */
  forwards?: Forwards
}

// A store takes a worker for dead when it holds a claim longer than this: well above the timeout of an attempt.
const lease = 60_000

// Milliseconds that a fault holds a delivery back when the fault names no latency.
const defaultLatency = { reordered: 1_000, slow: 10_000 }

// After this many deliveries the event loop gets a turn, so that an event with many subscribers blocks no request.
const batch = 8

interface UnderWay {
  webhookId: string
  stop: AbortController
  /** Set by a reset. The outcome is then dropped, since the store may use the delivery's id for another one. */
  stale: boolean
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { settings, store, faults, forwards } = options
  const { clock, random, limits, logger, dialect } = settings
  const sendOptions = {
    clock,
    fetch: options.fetch,
    envelope: createEnvelope(settings),
    signer: createSigner(dialect.signature),
    previousSecret: options.rotations.previous,
    timeout: limits.deliveryTimeout,
  }
  const hold = createHold(clock, start)
  const pace = createPace(() => void wake())
  const underWay = new Set<UnderWay>()
  let waiting: (() => void)[] = []
  let pumping = false
  let again = false
  let closed = false
  let resets = 0
  let sinceTurn = 0
  let cancelTimer = () => {}

  function wake(): void | Promise<void> {
    if (closed) return
    again = true
    if (pumping) return
    const work = pump().catch((error: unknown) => logger.error?.('Deliveries could not be claimed.', error))
    clock.track?.(work)
    return work
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
        const claimed = await store.claim({
          now: clock.now(),
          limit,
          perWebhook: limits.deliveriesPerWebhook,
          lease,
        })
        if (resets !== resetsBefore) continue
        for (const delivery of claimed) begin(delivery)
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
        if (delay <= 0) again = true
        else cancelTimer = clock.schedule(wake, delay)
      }
    } finally {
      pumping = false
      announceIdle()
    }
  }

  function begin(delivery: ClaimedDelivery) {
    const strike = faults.strikeDelivery(delivery.webhookId)
    const kind = strike?.kind
    if (kind !== 'slow' && kind !== 'reordered') return start(delivery, strike)
    const untilNext = kind === 'reordered'
    // Only one delivery to a webhook waits for the next one: if the next one waited too, neither would be reordered.
    if (untilNext && hold.waitsForNext(delivery.webhookId)) return start(delivery)
    hold.keep(delivery, strike?.latency ?? defaultLatency[kind], untilNext, strike)
  }

  function start(delivery: ClaimedDelivery, strike?: Strike<DeliveryFaultKind>) {
    const own: UnderWay = { webhookId: delivery.webhookId, stop: new AbortController(), stale: false }
    underWay.add(own)
    const endPace = pace.begin()
    const work = deliver(delivery, own, strike)
      .catch((error: unknown) => logger.error?.(`Delivery ${delivery.id} could not be settled.`, error))
      .finally(() => {
        underWay.delete(own)
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
    if (!reply) return store.settle(delivery.id)

    const ended = isSuccess(reply.status) || reply.status === 410 || signal.aborted
    const delay = ended ? undefined : retryDelay(delivery.attempts + 1, random, reply.retryAfter)
    const retryAt = delay === undefined ? undefined : clock.now() + delay
    await store.settle(delivery.id, retryAt)
    if (reply.status === 410 && dialect.goneDisables) await disable(delivery)
    const next = { target, retryAt, fault: strike?.report }
    report(deliveryAttempt(delivery, reply, next))
    if (strike?.kind !== 'duplicate') return
    const second = await sendDelivery(delivery, sendOptions, signal)
    if (second && !own.stale) report(deliveryAttempt(delivery, second, next))
  }

  /** Standard Webhooks: 410 means that the receiver wants no more. */
  async function disable({ webhookId, url }: ClaimedDelivery) {
    if (!(await store.updateWebhook?.(webhookId, { status: 'disabled' }))) return
    for (const { id } of hold.drop(webhookId)) void store.settle(id)
    options.onDisabled(webhookId, url)
  }

  function report(attempt: DeliveryAttempt) {
    options.report(attempt)
    const { outcome, eventId, forwardedTo, url, status, error } = attempt
    const line = `${outcome} ${eventId} to ${forwardedTo ?? url}, attempt ${attempt.attempt}: ${status ?? error}`
    if (outcome === 'delivered') logger.info?.(line)
    else logger.warn?.(line)
  }

  function giveUpAll() {
    for (const attempt of underWay) {
      attempt.stale = true
      attempt.stop.abort()
    }
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
      options.rotations.drop(webhookId)
      for (const attempt of underWay) {
        if (attempt.webhookId === webhookId) attempt.stop.abort(new Error('the webhook was deleted'))
      }
      for (const { id } of hold.drop(webhookId)) void store.settle(id)
    },
    reset() {
      options.rotations.clear()
      resets++
      cancelTimer()
      hold.drop()
      giveUpAll()
    },
    async close() {
      closed = true
      cancelTimer()
      hold.drop()
      // The claims are not settled: another process that shares the store takes them up when their lease ends.
      giveUpAll()
      await idle()
    },
  }
}
