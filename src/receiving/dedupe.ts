import type { FailureCounter } from './kept-delivery'

/**
 * The answer to a claim: a token for the first caller, `busy` while the claim of another one holds, `done` once the delivery was handled.
 *
 * A token is a text that no other claim has, not even of the same delivery. Given a token alone, the store has to find the delivery: the
 * token carries the key of the delivery, or the store looks the token up.
 */
export type ClaimResult = 'done' | 'busy' | (string & {})

type Answer<Value> = Value | Promise<Value>

/**
 * Remembers which deliveries were handled, so that a delivery that comes twice is handled once. Several processes need a store that they
 * share: a table with a unique key, or a Redis `SET NX PX`. `testDedupeStore` of `@event-delivery/sdk/testing` tests a store.
 *
 * Every time is in milliseconds. Whoever holds a claim owns the delivery until its lease ends, or until it commits or releases. Where a
 * lease has ended, the next to claim becomes the owner. Until another owner claims the delivery, the store may go on to accept the former
 * owner, or may forget it.
 *
 * @example
 * const store: DedupeStore = createMemoryStore()
 * const token = await store.claim('orders', 'msg_1', 30_000)
 * if (token !== 'done' && token !== 'busy') await store.commit(token, 4 * 24 * 3_600_000)
 */
export interface DedupeStore extends Partial<FailureCounter> {
  /**
   * Claims a delivery in a scope for the time of a lease. Of several callers at once, one gets a token. Claims in other scopes do not
   * matter.
   */
  claim(scope: string, id: string, lease: number): Answer<ClaimResult>
  /** Renews a claim for a lease that begins now. Resolves to whether the token was still the owner; where it was not, nothing changes. */
  renew(token: string, lease: number): Answer<boolean>
  /** Marks a delivery as handled, for the time of `retention`. Resolves to whether the token was still the owner; where not, nothing changes. */
  commit(token: string, retention: number): Answer<boolean>
  /**
   * Ends a claim: the next caller of `claim` gets the delivery. Resolves to whether the token was still the owner; where not, nothing
   * changes.
   */
  release(token: string): Answer<boolean>
}
