import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import type { HeldClaims } from './held-claims'
import { createTurnstile } from './turnstile'

/** Claims deliveries as they fall due. */
export interface ClaimLoop {
  /** Looks for deliveries that are due. Returns at once. */
  wake(): void
  /** Looks once more where the last look may have left deliveries for want of room, of which there is more now. */
  useRoom(): void
  /** Whether it is looking right now. */
  readonly running: boolean
  /** Forgets what it is waiting for, because all data was replaced: what is claimed right now is not begun. */
  reset(): void
  /** Begins none of the deliveries to a webhook that are claimed and wait for their turn, and returns them. */
  drop(webhookId: string): ClaimedDelivery[]
  /** Whether deliveries to a webhook were dropped since the last claim began. */
  wasDropped(webhookId: string): boolean
  /** Claims nothing more, and returns the deliveries that are claimed and were not begun. */
  stop(): ClaimedDelivery[]
}

/** The parts of {@link createClaimLoop}. */
export interface ClaimLoopOptions {
  store: Pick<Store, 'claim' | 'nextDue'>
  clock: Clock
  logger: Logger
  held: Pick<HeldClaims, 'add' | 'byWebhook'>
  /** Milliseconds of a lease. */
  lease: number
  /** How many deliveries of one webhook may be held at once. */
  perWebhook: number
  /** How many further deliveries may begin now. */
  room: () => number
  begin: (delivery: ClaimedDelivery) => Promise<void>
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

/** Makes a loop that waits until it is woken. Between its looks it waits for the clock, and for nothing else. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { store, clock, logger, held, lease, perWebhook } = options
  let running = false
  let again = false
  let stopped = false
  let failing = false
  /** Whether the last look may have left deliveries that are due, because there was no room for them. */
  let leftSome = false
  let resets = 0
  /** The deliveries that were claimed together and have not begun. */
  let claimed: ClaimedDelivery[] = []
  /** The webhooks that were dropped since the last claim began. A store may have claimed for them and not have answered yet. */
  const dropped = new Set<string>()
  const pass = createTurnstile(mostInTurn)
  let cancelTimer = () => {}

  function wake(): void | Promise<void> {
    if (stopped) return
    again = true
    if (running) return
    const work = look().catch(wakeAfterFailure)
    clock.track?.(work)
    return work
  }

  function wakeAfterFailure(error: unknown) {
    // A store that is away says so at each attempt, and once is enough.
    if (!failing) logger.error?.('Deliveries could not be claimed.', error)
    failing = true
    const timer: unknown = setTimeout(() => void wake(), pauseAfterFailure)
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  async function look() {
    running = true
    try {
      while (again && !stopped) {
        again = false
        cancelTimer()
        const limit = options.room()
        leftSome = limit <= 0
        if (leftSome) break
        await claim(limit)
      }
    } finally {
      running = false
      options.onPause()
    }
  }

  async function claim(limit: number) {
    const resetsBefore = resets
    const now = clock.now()
    dropped.clear()
    const found = await store.claim({ now, limit, perWebhook, held: held.byWebhook, lease })
    failing = false
    if (resets !== resetsBefore) return
    for (const delivery of found) held.add(delivery)
    leftSome = found.length >= limit || [...held.byWebhook.values()].some((count) => count >= perWebhook)
    claimed = found.filter(({ webhookId }) => !dropped.has(webhookId))
    for (const delivery of found) if (dropped.has(delivery.webhookId)) options.discard(delivery)
    while (claimed.length > 0) {
      await pass()
      const next = claimed.shift()
      if (next) await options.begin(next)
    }
    const due = await store.nextDue()
    if (due === undefined) return
    const delay = due - clock.now()
    if (delay > 0) cancelTimer = clock.schedule(wake, delay)
    // A delivery that was due already and was not claimed is another worker's, or its webhook has as many as it may.
    else if (found.length > 0 || due > now) again = true
  }

  return {
    wake: () => void wake(),
    useRoom() {
      if (running || leftSome) void wake()
    },
    get running() {
      return running
    },
    reset() {
      resets++
      claimed = []
      cancelTimer()
    },
    drop(webhookId) {
      dropped.add(webhookId)
      const unsent = claimed.filter((delivery) => delivery.webhookId === webhookId)
      claimed = claimed.filter((delivery) => delivery.webhookId !== webhookId)
      return unsent
    },
    wasDropped: (webhookId) => dropped.has(webhookId),
    stop() {
      stopped = true
      cancelTimer()
      return claimed.splice(0)
    },
  }
}
