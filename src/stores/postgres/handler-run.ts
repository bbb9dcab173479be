import type { ObservedDelivery } from '../../receiving/observe'
import { ReceiverError } from '../../receiving/receiver-error'
import type { Report } from '../../receiving/report'
import type { TransactionalStore } from '../../receiving/transaction'
import type { Clock } from '../../transport/clock'

// Milliseconds for which a worker marks a row as handled, so that a worker that comes late finds it so. Nobody leaves a row unnoticed
// for longer.
const markedFor = 30 * 24 * 3_600_000

// The scope of these marks. Text that a scope of a receiver does not have.
const workScope = '\u0000work'
const graceFactor = 1.1

/** The surroundings of a run. */
export interface RunTerms<Tx> {
  store: TransactionalStore<Tx>
  clock: Clock
  handlerTimeout: number
  /** The signal of the worker. */
  signal: AbortSignal | undefined
  /** Aborts when the row is lost, and when the worker drains no longer. */
  leaseSignal: AbortSignal
  report: Report
  observed: ObservedDelivery
}

/** Runs the handler of a delivery once, in a transaction of its own. `not-begun`: it failed before the handler was called. */
export async function runHandler<Tx>(
  { store, clock, handlerTimeout, signal, leaseSignal, report, observed }: RunTerms<Tx>,
  id: string,
  handle: (tx: Tx, signal: AbortSignal) => Promise<void>,
): Promise<'handled' | 'busy' | 'drained' | 'not-begun' | { error: unknown }> {
  const abort = new AbortController()
  const abandonment = new AbortController()
  let hasBegun = false
  let giveUp = (_what: string): void => {}
  const abandoned = new Promise<never>((_, reject) => {
    giveUp = (what) => {
      const error = new ReceiverError('handler-abandoned', what, observed)
      abort.abort(error)
      abandonment.abort(error)
      reject(error)
    }
  })
  abandoned.catch(() => {})
  const cancelTimer = clock.schedule(
    () => giveUp(`is still being handled after ${handlerTimeout / 1000} s. Its transaction was rolled back.`),
    handlerTimeout,
  )
  // A worker that drains no longer gives up. One whose lease has ended goes on: the transaction still excludes all others.
  const onLeaseEnd = () => {
    if (signal?.aborted) giveUp('was not handled before the worker ended.')
  }
  leaseSignal.addEventListener('abort', onLeaseEnd)
  const terms = {
    ...{ scopes: [workScope], id, retention: markedFor, longest: graceFactor * handlerTimeout },
    abandoned: abandonment.signal,
    onLost: (error: unknown) => abort.abort(error),
  }
  const transaction = store.transact(terms, async (tx) => {
    hasBegun = true
    await handle(tx, abort.signal)
  })
  try {
    // A handler that hangs is not waited for: its connection is closed.
    return (await Promise.race([transaction, abandoned])) === 'busy' ? 'busy' : 'handled'
  } catch (error) {
    if (abandonment.signal.aborted && signal?.aborted) return 'drained'
    await report(error, observed)
    return hasBegun ? { error } : 'not-begun'
  } finally {
    cancelTimer()
    leaseSignal.removeEventListener('abort', onLeaseEnd)
  }
}
