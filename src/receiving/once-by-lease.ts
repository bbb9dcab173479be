import { monotonic } from '../transport/clock'
import type { DedupeStore } from './dedupe'
import type { Once } from './once'
import { claimDelivery } from './ownership'
import type { Report } from './report'
import { runOwned } from './run-owned'
import { scopesOf } from './scopes'
import type { ReceiverSettings } from './settings'

/** Handles deliveries once by claims that hold for a lease, and are renewed while the handler runs. */
export function createLeasedOnce(settings: ReceiverSettings & { store: DedupeStore }, report: Report): Once {
  let scopes: Promise<readonly string[]> | undefined

  return async ({ id, observed, abort, run }) => {
    if (!id) {
      await run()
      return 'handled'
    }
    const claimedAt = monotonic(settings.clock)
    scopes ??= scopesOf(settings)
    const claim = await claimDelivery({ ...settings, scopes: await scopes }, id)
    if (claim === 'done' || claim === 'busy') return claim
    // The time may have ended while the store was asked: the service was then told that the delivery is not handled.
    if (abort.signal.aborted) await claim.release()
    else await runOwned(claim, { ...settings, claimedAt, observed, abort, report }, run)
    return 'handled'
  }
}
