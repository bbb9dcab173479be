import type { FailureCounter, KeptDelivery } from './kept-delivery'
import type { ObservedDelivery } from './observe'
import type { Report } from './report'
import type { ReceiverSettings } from './settings'

/** A delivery that is to be handled once. */
export interface OnceDelivery {
  /** The text by which a duplicate is recognised. Empty where there is none: nobody can know then whether the delivery came before. */
  id: string
  observed: ObservedDelivery
  /** The delivery as a store keeps it. */
  kept(): KeptDelivery
  /** Tells the handler to give up. */
  abort: AbortController
  /** Runs the handler, with the transaction where there is one. */
  run: (transaction?: { tx: unknown }) => unknown
}

/**
 * Handles a delivery unless it was handled before, or is being handled. `parked`: its handler has failed too often, which was reported. Rejects with the error of the handler, or of the store where the
 * delivery could not be claimed.
 */
export type Once = (delivery: OnceDelivery) => Promise<'handled' | 'done' | 'busy' | 'parked'>

/** Notes the failure of a handler in a store that parks deliveries. Resolves to whether the delivery is parked now. */
export async function parks(
  { store, scopes, retention }: Pick<ReceiverSettings, 'store' | 'scopes' | 'retention'>,
  { id, abort, observed, kept }: OnceDelivery,
  error: unknown,
  report: Report,
): Promise<boolean> {
  const { noteFailure } = Object(store) as Partial<FailureCounter>
  const [scope] = id ? await scopes() : []
  if (!noteFailure || scope === undefined) return false
  try {
    if (!(await noteFailure(scope, kept(), error, retention))) return false
  } catch (fault) {
    await report(fault, observed)
    return false
  }
  observed.error ??= error
  // A handler that gives up when its signal is aborted throws the reason, which was reported then.
  if (!abort.signal.aborted || error !== abort.signal.reason) await report(error, observed)
  return true
}
