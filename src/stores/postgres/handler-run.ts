import type { ClaimedRow } from '../../outbox/claims'
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

/** One run of the handler of a delivery, in a transaction of its own. */
export class HandlerRun<Tx> {
  readonly #terms: RunTerms<Tx>
  readonly #abort = new AbortController()
  readonly #abandonment = new AbortController()
  /** Whether the handler was called. */
  hasBegun = false

  constructor(terms: RunTerms<Tx>) {
    this.#terms = terms
  }

  async run(
    row: ClaimedRow,
    handle: (tx: Tx, signal: AbortSignal) => Promise<void>,
  ): Promise<'handled' | 'busy' | 'drained' | { error: unknown }> {
    const { store, clock, handlerTimeout, leaseSignal, report, observed } = this.#terms
    const { signal: abandoned } = this.#abandonment
    const given = new Promise<never>((_, reject) => {
      abandoned.addEventListener('abort', () => reject(abandoned.reason as Error))
    })
    given.catch(() => {})
    const cancelTimer = clock.schedule(() => {
      const what = `is still being handled after ${handlerTimeout / 1000} s. Its transaction was rolled back.`
      this.#giveUp(new ReceiverError('handler-abandoned', what, observed))
    }, handlerTimeout)
    const onLease = () => this.#onLeaseEnd()
    leaseSignal.addEventListener('abort', onLease)
    const terms = {
      ...{
        scopes: [workScope],
        id: row.id,
        retention: markedFor,
        longest: graceFactor * handlerTimeout,
        abandoned,
      },
      onLost: (error: unknown) => this.#abort.abort(error),
    }
    const transaction = store.transact(terms, async (tx) => {
      this.hasBegun = true
      await handle(tx, this.#abort.signal)
    })
    try {
      // A handler that hangs is not waited for: its connection is closed.
      return (await Promise.race([transaction, given])) === 'busy' ? 'busy' : 'handled'
    } catch (error) {
      if (abandoned.aborted && this.#isDraining) return 'drained'
      await report(error, observed)
      return { error }
    } finally {
      cancelTimer()
      leaseSignal.removeEventListener('abort', onLease)
    }
  }

  get #isDraining(): boolean {
    return this.#terms.signal?.aborted === true
  }

  /** A worker that drains no longer gives up. One whose lease has ended goes on: the transaction still excludes all others. */
  #onLeaseEnd(): void {
    if (this.#isDraining)
      this.#giveUp(
        new ReceiverError(
          'handler-abandoned',
          'was not handled before the worker ended.',
          this.#terms.observed,
        ),
      )
  }

  #giveUp(error: ReceiverError): void {
    this.#abort.abort(error)
    this.#abandonment.abort(error)
  }
}
