import type { DeliveryKeeper, FailureCounter } from './kept-delivery'

/** The terms on which a delivery is handled in a transaction. Times are in milliseconds. */
export interface TransactionTerms {
  /** The scopes in which the delivery is claimed. None where the delivery has no id, so that it is handled without a claim. */
  scopes: readonly string[]
  /** The id of the delivery. */
  id: string
  /** How long the delivery is remembered once it was handled. */
  retention: number
  /** How long a transaction may be left unused before the database may end it. */
  longest: number
  /** Aborted when nobody waits for the handler any more: the transaction is then rolled back, whatever the handler does. */
  abandoned: AbortSignal
  /** Called when the connection of the transaction breaks while the handler runs. */
  onLost: (error: unknown) => void
}

/**
 * Handles a delivery in one transaction: the claim, everything that the handler writes through its `tx`, and the commit. Either all of it
 * is there in the end, or nothing is. `postgresInbox` of `@event-delivery/sdk/stores` makes one.
 *
 * @example
 * const store: TransactionalStore<PoolConnection> = postgresInbox(pool).transactional
 */
export interface TransactionalStore<Tx> extends Partial<FailureCounter> {
  /**
   * Begins a transaction, claims the delivery in it, calls `handle` with it and commits. Resolves to `handled` after the commit, to `done`
   * where the delivery was handled before, and to `busy` where another transaction is handling it; `handle` is not called then. Where
   * `handle` rejects, everything is rolled back, and its error is the rejection. Where the commit fails, the rejection says so.
   */
  transact: (
    terms: TransactionTerms,
    handle: (tx: Tx) => Promise<void>,
  ) => Promise<'handled' | 'done' | 'busy'>
}

/**
 * A store that keeps deliveries which are handled later: `postgresInbox(pool).queued`.
 *
 * @example
 * const store: QueuedStore<PoolConnection> = postgresInbox(pool).queued
 */
export type QueuedStore<Tx> = TransactionalStore<Tx> & DeliveryKeeper<Tx>

/** Whether a store is a transactional one. */
export const isTransactional = <Tx>(store: unknown): store is TransactionalStore<Tx> =>
  typeof (store as Partial<TransactionalStore<Tx>> | undefined)?.transact === 'function'
