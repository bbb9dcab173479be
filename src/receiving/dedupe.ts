/**
 * Remembers which deliveries were handled. A store that several processes share (a table with a unique key, or a Redis `SET NX` with an
 * expiry) keeps them from handling a delivery twice. A claim should expire by itself, in case its process dies.
 */
export interface DedupeStore {
  /** Claims a delivery: `claimed` for the first to ask, `busy` while that one handles it, `done` once it was handled. */
  claim(id: string): Promise<ClaimResult> | ClaimResult
  /** Marks a claimed delivery as handled. */
  commit(id: string): Promise<void> | void
  /** Ends the claim of a delivery that was not handled: the next to ask gets it. */
  release(id: string): Promise<void> | void
}

/** The result of a claim. */
export type ClaimResult = 'claimed' | 'busy' | 'done'

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** How many handled deliveries the store remembers. It forgets the oldest first. 10,000 unless given. */
  size?: number
}

/**
 * Makes a store for one process, in memory.
 *
 * @example
 * const receive = createReceiver({ secret, store: createMemoryStore({ size: 50_000 }), otherwise })
 */
export function createMemoryStore({ size = 10_000 }: MemoryStoreOptions = {}): DedupeStore {
  const busy = new Set<string>()
  const done = new Set<string>()
  return {
    claim(id) {
      if (done.has(id)) return 'done'
      if (busy.has(id)) return 'busy'
      busy.add(id)
      return 'claimed'
    },
    commit(id) {
      busy.delete(id)
      done.add(id)
      for (const oldest of done) {
        if (done.size <= size) break
        done.delete(oldest)
      }
    },
    release(id) {
      busy.delete(id)
    },
  }
}
