import type { ObservedDelivery } from './observe'

/** A delivery that is to be handled once. */
export interface OnceDelivery {
  /** The id of the delivery, or that of its event. Absent where neither has one: nobody can know then whether it came before. */
  id: string | undefined
  observed: ObservedDelivery
  /** Tells the handler to give up. */
  abort: AbortController
  /** Runs the handler, with the transaction where there is one. */
  run: (transaction?: { tx: unknown }) => unknown
}

/**
 * Handles a delivery unless it was handled before, or is being handled. Rejects with the error of the handler, or of the store where the
 * delivery could not be claimed.
 */
export type Once = (delivery: OnceDelivery) => Promise<'handled' | 'done' | 'busy'>
