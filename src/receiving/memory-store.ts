import { type Clock, monotonic, systemClock } from '../transport/clock'
import { deliveryKey, keyOfToken, newToken } from './claim-token'
import type { DedupeStore } from './dedupe'

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** How many handled deliveries the store remembers. It forgets the oldest first. 10,000 unless given. */
  size?: number | undefined
  /** The time by which leases and retention end. The system's unless given. */
  clock?: Clock | undefined
}

/**
 * Makes a store for one process, in memory. Its claims and what it remembers end with the process.
 *
 * @example
 * const receive = createReceiver({ secret, store: createMemoryStore({ size: 50_000 }), otherwise })
 */
export function createMemoryStore({
  size = 10_000,
  clock = systemClock,
}: MemoryStoreOptions = {}): DedupeStore {
  const claims = new Map<string, { token: string; until: number }>()
  const done = new Map<string, number>()
  const inFuture = (ms: number) => monotonic(clock) + ms
  const hasEnded = (until = 0) => until <= monotonic(clock)

  // A claim whose lease has ended stays until somebody else takes the delivery, so that a late owner can still commit. Only where there are
  // too many of them are they given up.
  const forgetEnded = () => {
    for (const [key, { until }] of claims) {
      if (claims.size <= size || !hasEnded(until)) break
      claims.delete(key)
    }
  }
  // Deleted first, so that the map goes on from the claim that ends first to the one that ends last.
  const hold = (key: string, token: string, lease: number) => {
    claims.delete(key)
    claims.set(key, { token, until: inFuture(lease) })
  }
  const owns = (token: string) => claims.get(keyOfToken(token))?.token === token

  return {
    claim(scope, id, lease) {
      const key = deliveryKey(scope, id)
      if (done.has(key)) {
        if (!hasEnded(done.get(key))) return 'done'
        done.delete(key)
      }
      const other = claims.get(key)
      if (other && !hasEnded(other.until)) return 'busy'
      const token = newToken(key)
      hold(key, token, lease)
      forgetEnded()
      return token
    },
    renew(token, lease) {
      const isOwner = owns(token)
      if (isOwner) hold(keyOfToken(token), token, lease)
      return isOwner
    },
    commit(token, retention) {
      const isOwner = owns(token)
      if (isOwner) {
        const key = keyOfToken(token)
        claims.delete(key)
        done.set(key, inFuture(retention))
        for (const oldest of done.keys()) {
          if (done.size <= size) break
          done.delete(oldest)
        }
      }
      return isOwner
    },
    release(token) {
      return owns(token) && claims.delete(keyOfToken(token))
    },
  }
}
