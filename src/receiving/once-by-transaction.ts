import type { Once } from './once'
import { ReceiverError } from './receiver-error'
import type { Report } from './report'
import { abandonedAfter } from './run-owned'
import { scopesOf } from './scopes'
import type { ReceiverSettings } from './settings'
import type { TransactionalStore } from './transaction'

/** Handles deliveries once by transactions that hold the claim, the writes of the handler and the mark that it was handled. */
export function createTransactedOnce(
  settings: ReceiverSettings & { store: TransactionalStore<unknown> },
  report: Report,
): Once {
  const { clock, handlerTimeout, retention, store } = settings
  const longest = abandonedAfter * handlerTimeout
  let scopes: Promise<readonly string[]> | undefined

  return async ({ id, observed, abort, run }) => {
    scopes ??= scopesOf(settings)
    const abandonment = new AbortController()
    const cancelAbandonment = clock.schedule(() => {
      const what = `is still being handled after ${longest / 1000} s. Its transaction was rolled back.`
      const error = new ReceiverError('handler-abandoned', what, observed)
      abandonment.abort(error)
      void report(error, observed)
    }, longest)
    let isLost = false
    const onLost = (cause: unknown) => {
      isLost = true
      const reason = (cause as Error | undefined)?.message ?? String(cause)
      const what =
        'has lost the connection of its transaction, which was rolled back unless it was just committed. The service was asked to send ' +
        `the delivery again, and it takes effect once either way. ${reason}`
      const error = new ReceiverError('claim-lost', what, observed)
      observed.error ??= error
      abort.abort(error)
      void report(error, observed)
    }
    const terms = {
      scopes: id ? await scopes : [],
      id: id ?? '',
      retention,
      longest,
      abandoned: abandonment.signal,
      onLost,
    }
    try {
      return await store.transact(terms, async (tx) => {
        // The time may have ended while the database was asked: the service was then told that the delivery is not handled.
        abort.signal.throwIfAborted()
        await run({ tx })
      })
    } catch (error) {
      // The lost connection is the cause of what the handler and the commit met on it, and was reported.
      throw isLost ? abort.signal.reason : error
    } finally {
      cancelAbandonment()
    }
  }
}
