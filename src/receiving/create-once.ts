import type { Once } from './once'
import { createLeasedOnce } from './once-by-lease'
import { createTransactedOnce } from './once-by-transaction'
import type { Report } from './report'
import type { ReceiverSettings } from './settings'
import { isTransactional } from './transaction'

/** The way in which a receiver handles each delivery once: by the leases of its store, by transactions, or not at all. */
export function createOnce(settings: ReceiverSettings, report: Report): Once {
  const { store } = settings
  if (isTransactional(store)) return createTransactedOnce({ ...settings, store }, report)
  if (store) return createLeasedOnce({ ...settings, store }, report)
  return async ({ run }) => {
    await run()
    return 'handled'
  }
}
