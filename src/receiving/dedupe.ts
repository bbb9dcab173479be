/**
 * Remembers which deliveries were handled. A shared one (a table with a unique key, or a Redis `SET NX` with an expiry) keeps several
 * processes from handling a delivery twice. A claim should expire by itself, in case its process dies.
 */
export interface DedupeStore {
  /** Takes a delivery: `claimed` for the first to ask, `busy` while somebody handles it, `done` once it was handled. */
  claim(id: string): Promise<ClaimResult> | ClaimResult
  /** The delivery was handled. */
  commit(id: string): Promise<void> | void
  /** The delivery was not handled: the next to ask gets it. */
  release(id: string): Promise<void> | void
}

/** What a claim came to. */
export type ClaimResult = 'claimed' | 'busy' | 'done'

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** How many handled deliveries it remembers. The oldest go first. 10,000 unless given. */
  size?: number
}

/**
 * A store for one process.
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
