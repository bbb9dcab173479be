import { type Once, type OnceDelivery, parks } from './once'
import { ReceiverError } from './receiver-error'
import type { Report } from './report'
import type { ReceiverSettings } from './settings'
import type { TransactionalStore } from './transaction'

// The database ends a transaction by itself a tenth later than the receiver, which can say what has happened.
const graceFactor = 1.1

/** Handles deliveries once by transactions that hold the claim, the writes of the handler and the mark that it was handled. */
export function createTransactedOnce(
  settings: ReceiverSettings & { store: TransactionalStore<unknown> },
  report: Report,
): Once {
  const { clock, abandonedAfter, retention, scopes, store } = settings

  return async (delivery: OnceDelivery) => {
    const { id, observed, abort, run } = delivery
    let hasBegun = false
    const abandonment = new AbortController()
    const cancelAbandonment = clock.schedule(() => {
      const what = `is still being handled after ${abandonedAfter / 1000} s. Its transaction was rolled back.`
      const error = new ReceiverError('handler-abandoned', what, observed)
      abandonment.abort(error)
      void report(error, observed)
      void parks(settings, delivery, error, async () => {})
    }, abandonedAfter)
    let lost: ReceiverError | undefined
    const onLost = (cause: unknown) => {
      const reason = (cause as Error | undefined)?.message ?? String(cause)
      const what =
        'has lost the connection of its transaction, which was rolled back unless it was just committed. The service was asked to send ' +
        `the delivery again, and it takes effect once either way. ${reason}`
      lost = new ReceiverError('claim-lost', what, observed)
      observed.error ??= lost
      abort.abort(lost)
      void report(lost, observed)
    }
    const terms = {
      ...{ id, scopes: id ? await scopes() : [], retention, onLost },
      longest: graceFactor * abandonedAfter,
      abandoned: abandonment.signal,
    }
    try {
      return await store.transact(terms, async (tx) => {
        // The time may have ended while the database was asked: the service was then told that the delivery is not handled.
        abort.signal.throwIfAborted()
        hasBegun = true
        await run({ tx })
      })
    } catch (error) {
      const counts = hasBegun && !lost && !abandonment.signal.aborted
      if (counts && (await parks(settings, delivery, error, report))) return 'parked'
      // The lost connection is the cause of what the handler and the commit met on it, and was reported.
      throw lost ? abort.signal.reason : error
    } finally {
      cancelAbandonment()
    }
  }
}
