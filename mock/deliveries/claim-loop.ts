import type { Clock } from '../settings/clock'
import type { Logger } from '../settings/logger'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import type { HeldClaims } from './held-claims'

/** Claims deliveries as they fall due. */
export interface ClaimLoop {
  /** Looks for deliveries that are due. Returns at once. */
  wake(): void
  /** Whether it is looking right now. */
  readonly running: boolean
  /** Forgets what it is waiting for, because all data was replaced: what is claimed right now is not begun. */
  reset(): void
  /** Claims nothing more. */
  stop(): void
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
  /** Called whenever a look has ended. */
  onPause: () => void
}

// After this many deliveries the event loop gets a turn, so that an event with many subscribers blocks no request.
const batch = 8

// After this many milliseconds deliveries that could not be claimed are claimed again.
const pauseAfterFailure = 1_000

/** Makes a loop that waits until it is woken. Between its looks it waits for the clock, and for nothing else. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { store, clock, logger, held, lease, perWebhook } = options
  let running = false
  let again = false
  let stopped = false
  let failing = false
  let resets = 0
  let sinceTurn = 0
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
    const timer: unknown = setTimeout(wake, pauseAfterFailure)
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  async function look() {
    running = true
    try {
      while (again && !stopped) {
        again = false
        cancelTimer()
        const limit = options.room()
        if (limit <= 0) break
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
    const claimed = await store.claim({ now, limit, perWebhook, held: held.byWebhook, lease })
    failing = false
    if (resets !== resetsBefore) return
    for (const delivery of claimed) held.add(delivery)
    for (const delivery of claimed) await options.begin(delivery)
    sinceTurn += claimed.length
    if (sinceTurn >= batch) {
      sinceTurn = 0
      again = true
      await new Promise((resolve) => setTimeout(resolve, 0))
      return
    }
    const due = await store.nextDue()
    if (due === undefined) return
    const delay = due - clock.now()
    if (delay > 0) cancelTimer = clock.schedule(wake, delay)
    // A delivery that was due already and was not claimed is another worker's, or its webhook has as many as it may.
    else if (claimed.length > 0 || due > now) again = true
  }

  return {
    wake: () => void wake(),
    get running() {
      return running
    },
    reset() {
      resets++
      cancelTimer()
    },
    stop() {
      stopped = true
      cancelTimer()
    },
  }
}
