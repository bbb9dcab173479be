import type { Journal } from '../journal'
import type { Settings } from '../settings'
import type { ClaimedDelivery, Store } from '../store/store'
import { attemptDelivery } from './attempt'
import { retryDelay } from './schedule'
import { createSigner } from './signer'

/** One attempt to deliver, as the journal keeps it. */
export interface DeliveryAttempt {
  deliveryId: string
  eventId: string
  eventType: string
  webhookId: string
  url: string
  /** 1 for the first. */
  attempt: number
  /** ISO 8601, UTC. */
  at: string
  /** Milliseconds until the answer, by the backend's clock. */
  duration: number
  status?: number
  error?: string
  /** `failed` is tried again at `retryAt`, `abandoned` is not: the schedule has ended, or the receiver said 410. */
  outcome: 'delivered' | 'failed' | 'abandoned'
  retryAt?: string
}

/** Sends what is due, and goes on doing so. */
export interface Dispatcher {
  /** Says that something is due. Returns at once. */
  wake(): void
  /** Stops what is under way to a webhook that was deleted, unless it was sent already. */
  drop(webhookId: string): void
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** What a dispatcher works with. */
export interface DispatcherOptions {
  settings: Settings
  store: Store
  journal: Journal<DeliveryAttempt>
  fetch: typeof fetch
}

// A worker that holds a claim longer than this is taken to be dead: well above the timeout of an attempt.
const lease = 60_000

// An event with a thousand subscribers must not keep requests waiting: others get their turn after so many.
const batch = 16

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

interface UnderWay {
  webhookId: string
  stop: AbortController
}

export function createDispatcher({ settings, store, journal, fetch }: DispatcherOptions): Dispatcher {
  const { clock, random, limits, logger, dialect } = settings
  const attemptOptions = {
    clock,
    fetch,
    signer: createSigner(dialect.signature),
    timeout: limits.deliveryTimeout,
  }
  const underWay = new Map<string, UnderWay>()
  let waiting: (() => void)[] = []
  let pumping = false
  let again = false
  let closed = false
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
        const limit = limits.deliveries - underWay.size
        if (limit <= 0) break
        const claimed = await store.claim({
          now: clock.now(),
          limit: Math.min(limit, batch),
          perWebhook: limits.deliveriesPerWebhook,
          lease,
        })
        for (const delivery of claimed) start(delivery)
        if (claimed.length === batch) {
          again = true
          await turn()
          continue
        }
        const due = await store.nextDue()
        if (due === undefined) continue
        if (due <= clock.now() && underWay.size < limits.deliveries) again = true
        else cancelTimer = clock.schedule(due, wake)
      }
    } finally {
      pumping = false
      announceIdle()
    }
  }

  function start(delivery: ClaimedDelivery) {
    const stop = new AbortController()
    underWay.set(delivery.id, { webhookId: delivery.webhookId, stop })
    const work = deliver(delivery, stop.signal)
      .catch((error: unknown) => logger.error?.(`Delivery ${delivery.id} could not be settled.`, error))
      .finally(() => {
        underWay.delete(delivery.id)
        void wake()
        announceIdle()
      })
    clock.track?.(work)
  }

  async function deliver(delivery: ClaimedDelivery, signal: AbortSignal) {
    const startedAt = clock.now()
    const result = await attemptDelivery(delivery, attemptOptions, signal)
    if (!result) return store.settle(delivery.id)

    const { status, error, retryAfter } = result
    const attempt = delivery.attempts + 1
    const delivered = status !== undefined && status >= 200 && status < 300
    const delay = delivered || status === 410 ? undefined : retryDelay(attempt, random, retryAfter)
    const retryAt = delay === undefined ? undefined : clock.now() + delay
    await store.settle(delivery.id, retryAt)

    const { id: deliveryId, eventId, eventType, webhookId, url } = delivery
    const outcome = delivered ? 'delivered' : retryAt === undefined ? 'abandoned' : 'failed'
    journal.add({
      deliveryId,
      eventId,
      eventType,
      webhookId,
      url,
      attempt,
      at: new Date(startedAt).toISOString(),
      duration: clock.now() - startedAt,
      status,
      error,
      outcome,
      retryAt: retryAt === undefined ? undefined : new Date(retryAt).toISOString(),
    })
    const report = `${outcome} ${eventId} to ${url}, attempt ${attempt}: ${status ?? error}`
    if (delivered) logger.info?.(report)
    else logger.warn?.(report)
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
      for (const attempt of underWay.values()) if (attempt.webhookId === webhookId) attempt.stop.abort()
    },
    async close() {
      closed = true
      cancelTimer()
      for (const { stop } of underWay.values()) stop.abort()
      await idle()
    },
  }
}
