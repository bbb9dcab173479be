import type { Clock } from '../transport/clock'
import type { ObservedDelivery } from './observe'
import type { Ownership } from './ownership'
import { ReceiverError } from './receiver-error'
import { keepRenewed } from './renewal'
import type { Report } from './report'

/** Options of `runOwned`. Times are in milliseconds. */
export interface OwnedRunOptions {
  clock: Clock
  lease: number
  handlerTimeout: number
  /** The time on the monotonic clock before the claim was asked for. */
  claimedAt: number
  observed: ObservedDelivery
  /** Tells the handler that its claim was lost. */
  abort: AbortController
  report: Report
}

/** A handler that runs for so many times its limit counts as hung. */
export const abandonedAfter = 10

/**
 * Runs a handler while its claim is renewed. When the handler has ended, late or not, the claim is committed, or released where the handler
 * threw. Rejects with the error of the handler alone: those of the store are reported.
 */
export async function runOwned(ownership: Ownership, options: OwnedRunOptions, run: () => unknown) {
  const { clock, lease, claimedAt, handlerTimeout, observed, abort, report } = options
  let isReportedLost = false
  const reportLost = async () => {
    if (isReportedLost) return
    isReportedLost = true
    const error = new ReceiverError(
      'claim-lost',
      'has passed to another owner while its handler ran, so it may be handled twice. A longer lease outlasts pauses of this process and of the store.',
      observed,
    )
    abort.abort(error)
    await report(error, observed)
  }
  const stopRenewing = keepRenewed(ownership, {
    clock,
    lease,
    claimedAt,
    onLost: () => void reportLost(),
    onError: (error) => void report(error, observed),
  })
  const longest = abandonedAfter * handlerTimeout
  const cancelAbandonment = clock.schedule(() => {
    stopRenewing()
    const what = `is still being handled after ${longest / 1000} s. Its claim is no longer renewed.`
    void report(new ReceiverError('handler-abandoned', what, observed), observed)
  }, longest)
  const end = async (action: () => Promise<boolean>) => {
    stopRenewing()
    cancelAbandonment()
    try {
      if (!(await action())) await reportLost()
    } catch (error) {
      await report(error, observed)
    }
  }

  try {
    await run()
  } catch (error) {
    await end(ownership.release)
    throw error
  }
  // Whether or not the store can note it, the delivery was handled. After any other answer it would be handled again.
  await end(ownership.commit)
}
