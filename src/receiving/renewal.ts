import { type Clock, monotonic } from '../transport/clock'
import type { Ownership } from './ownership'

/** Options of `keepRenewed`. */
export interface RenewalOptions {
  clock: Clock
  /** In milliseconds. */
  lease: number
  /** The time on the monotonic clock before the claim was asked for. */
  claimedAt: number
  /** Called once when the claim is no longer owned, or when nobody can say so any more. */
  onLost: () => void
  /** Called with each error of the store. */
  onError: (error: unknown) => void
}

/**
 * Renews a claim at each third of its lease. Where the store cannot renew it for a whole lease, the claim counts as lost: another process
 * may own the delivery by then. Returns a function that ends the renewals.
 */
export function keepRenewed(ownership: Ownership, options: RenewalOptions): () => void {
  const { clock, lease, claimedAt, onLost, onError } = options
  let ownedUntil = claimedAt + lease
  let isRenewing = false
  let hasStopped = false
  let cancel = () => {}

  const stop = () => {
    hasStopped = true
    cancel()
  }
  const lose = () => {
    if (hasStopped) return
    stop()
    onLost()
  }
  const loseIfLate = () => {
    if (monotonic(clock) >= ownedUntil) lose()
  }
  const renew = async () => {
    const askedAt = monotonic(clock)
    isRenewing = true
    try {
      if (await ownership.renew()) ownedUntil = askedAt + lease
      else lose()
    } catch (error) {
      if (!hasStopped) onError(error)
      loseIfLate()
    }
    isRenewing = false
  }
  const schedule = () => {
    cancel = clock.schedule(() => {
      // The store is asked even where the lease has ended: a process that stood still may be the owner all the same.
      if (isRenewing) loseIfLate()
      else void renew()
      if (!hasStopped) schedule()
    }, lease / 3)
  }
  schedule()
  return stop
}
