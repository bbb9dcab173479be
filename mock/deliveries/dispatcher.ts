import type { DeliveryFaultKind } from '../faults/fault'
import type { Faults, Strike } from '../faults/registry'
import type { Settings } from '../settings/settings'
import type { ClaimedDelivery, Store } from '../store/store'
import { attemptDelivery, type AttemptResult } from './send'
import { attemptRecord, isSuccess, type AttemptTerms, type DeliveryAttempt } from './attempt'
import { createHold } from './hold'
import { createPace } from './pace'
import { retryDelay } from './schedule'
import { createSigner } from './signer'

/** Sends what is due, and goes on doing so. */
export interface Dispatcher {
  /** Says that something is due. Returns at once. */
  wake(): void
  /** Stops what is under way to a webhook that was deleted, unless it was sent already. */
  drop(webhookId: string): void
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>
  /** Gives up what is under way, and forgets what faults keep back. */
  reset(): void
  close(): Promise<void>
}

/** What a dispatcher works with. */
export interface DispatcherOptions {
  settings: Settings
  store: Store
  /** Told of each attempt. */
  report: (attempt: DeliveryAttempt) => void
  faults: Faults
  fetch: typeof fetch
}

// A worker that holds a claim longer than this is taken to be dead: well above the timeout of an attempt.
const lease = 60_000

// What a fault keeps back for, in milliseconds, when it does not say so itself.
const usualLatency = { reordered: 1_000, slow: 10_000 }

// An event with a thousand subscribers must not keep requests waiting: others get their turn after so many.
const batch = 8

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

interface UnderWay {
  webhookId: string
  stop: AbortController
  /** Its outcome is nobody's any more. */
  stale: boolean
}

export function createDispatcher({
  settings,
  store,
  report: tell,
  faults,
  fetch,
}: DispatcherOptions): Dispatcher {
  const { clock, random, limits, logger, dialect } = settings
  const attemptOptions = {
    clock,
    fetch,
    signer: createSigner(dialect.signature),
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
        const before = resets
        const claimed = await store.claim({
          now: clock.now(),
          limit,
          perWebhook: limits.deliveriesPerWebhook,
          lease,
        })
        if (resets !== before) continue
        for (const delivery of claimed) begin(delivery)
        sinceTurn += claimed.length
        if (sinceTurn >= batch) {
          sinceTurn = 0
          again = true
          await turn()
          continue
        }
        const due = await store.nextDue()
        if (due === undefined) continue
        if (due <= clock.now()) again = true
        else cancelTimer = clock.schedule(due, wake)
      }
    } finally {
      pumping = false
      announceIdle()
    }
  }

  function begin(delivery: ClaimedDelivery) {
    const strike = faults.strikeDelivery()
    const kind = strike?.kind
    if (kind !== 'slow' && kind !== 'reordered') return start(delivery, strike)
    // Of two that wait for each other's successor neither would be late.
    const untilNext = kind === 'reordered'
    if (untilNext && hold.waitsForNext(delivery.webhookId)) return start(delivery)
    hold.keep(delivery, strike?.latency ?? usualLatency[kind], untilNext, strike)
  }

  function start(delivery: ClaimedDelivery, strike?: Strike<DeliveryFaultKind>) {
    const own: UnderWay = { webhookId: delivery.webhookId, stop: new AbortController(), stale: false }
    underWay.add(own)
    const ended = pace.begin()
    const work = deliver(delivery, own, strike)
      .catch((error: unknown) => logger.error?.(`Delivery ${delivery.id} could not be settled.`, error))
      .finally(() => {
        underWay.delete(own)
        ended()
        hold.releaseNext(delivery.webhookId)
        void wake()
        announceIdle()
      })
    clock.track?.(work)
  }

  async function deliver(
    delivery: ClaimedDelivery,
    own: UnderWay,
    strike: Strike<DeliveryFaultKind> | undefined,
  ) {
    const { signal } = own.stop
    const startedAt = clock.now()
    const target = settings.forwards?.target(delivery.url) ?? delivery.url
    const result = await attemptDelivery(delivery, attemptOptions, signal, strike?.kind)
    // What has its place in the store by now is another delivery.
    if (own.stale) return
    if (!result) return store.settle(delivery.id)

    const { status, retryAfter } = result
    const attempt = delivery.attempts + 1
    const ended = isSuccess(status) || status === 410 || signal.aborted
    const delay = ended ? undefined : retryDelay(attempt, random, retryAfter)
    const retryAt = delay === undefined ? undefined : clock.now() + delay
    await store.settle(delivery.id, retryAt)
    report(delivery, result, { startedAt, retryAt, target }, strike)
    if (strike?.kind !== 'duplicate') return
    const again = await attemptDelivery(delivery, attemptOptions, signal)
    if (again && !own.stale) report(delivery, again, { startedAt: clock.now(), retryAt, target }, strike)
  }

  function report(
    delivery: ClaimedDelivery,
    result: AttemptResult,
    terms: Omit<AttemptTerms, 'endedAt'>,
    strike: Strike<DeliveryFaultKind> | undefined,
  ) {
    const { target } = terms
    const attempt = attemptRecord(delivery, result, { ...terms, endedAt: clock.now() })
    tell({ ...attempt, fault: strike?.report })
    const { outcome, status, error } = attempt
    const line = `${outcome} ${delivery.eventId} to ${target}, attempt ${attempt.attempt}: ${status ?? error}`
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
      for (const attempt of underWay) {
        if (attempt.webhookId === webhookId) attempt.stop.abort(new Error('the webhook was deleted'))
      }
      for (const { id } of hold.drop(webhookId)) void store.settle(id)
    },
    reset() {
      resets++
      cancelTimer()
      hold.drop()
      giveUpAll()
    },
    async close() {
      closed = true
      cancelTimer()
      hold.drop()
      // Not settled: who shares the store takes it up when its lease ends.
      giveUpAll()
      await idle()
    },
  }
}
