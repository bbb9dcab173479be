/**
 * A part of a backend that holds memory and can give some of it back.
 *
 * @example
 * const holder: MemoryHolder = { bytes: 0, shrink: () => 0 }
 */
export interface MemoryHolder {
  /** The bytes that it holds, as the engine holds them. */
  readonly bytes: number
  /** Gives back about so many bytes, and returns how many it gave back. */
  shrink(bytes: number): number
}

/** The kind of a holder. Journals give memory back first, then sessions, then stores. */
export type MemoryRank = 'journal' | 'session' | 'store'

/** The memory of a backend: one bound for all that its parts hold together. */
export interface Memory {
  /** In bytes. */
  readonly limit: number
  /** The bytes that are held now. */
  readonly bytes: number
  /** Counts what a holder holds. Returns a function that ends this. */
  hold(holder: MemoryHolder, rank: MemoryRank): () => void
  /** Makes room for so many more bytes. Returns false where they do not fit, whatever is given back. */
  admit(bytes: number): boolean
  /** Makes the holders give back what is held beyond the limit. A part that has grown by itself calls this. */
  balance(): void
}

/** The memory of a backend whose options name none: about a million small events. */
export const defaultMaxMemory = 2 ** 29

// A holder gives back somewhat more than is missing, so that not every request that follows has to ask again.
const slack = 1 / 256

// Journals keep this much in any case: their last entries explain what has just happened.
const keptForJournals = 1 / 16

/**
 * Makes a budget of `limit` bytes. Throws a `RangeError` when that is no positive number.
 *
 * @example
 * const memory = createMemory(2 ** 28)
 * memory.hold(journal, 'journal')
 * if (!memory.admit(1_000)) throw new Error('There is no room for a kilobyte.')
 */
export function createMemory(limit: number): Memory {
  if (!(limit > 0)) throw new RangeError('maxMemory must be a number of bytes above 0.')
  let holders: readonly MemoryHolder[] = []
  const ranks = new Map<MemoryHolder, MemoryRank>()
  const ofRank = (rank: MemoryRank) => holders.filter((holder) => ranks.get(holder) === rank)

  /** The bytes of all holders, which each request asks for several times. */
  function held(): number {
    let sum = 0
    for (const holder of holders) sum += holder.bytes
    return sum
  }

  const heldBy = (rank: MemoryRank) => ofRank(rank).reduce((sum, { bytes }) => sum + bytes, 0)

  /** Lets the holders of a rank give bytes back, and returns how many they gave. */
  function shrink(rank: MemoryRank, bytes: number): number {
    let given = 0
    for (const holder of ofRank(rank)) {
      if (given >= bytes) break
      given += holder.shrink(bytes - given)
    }
    return given
  }

  function admit(bytes: number): boolean {
    // A request that could never fit makes nobody give anything back.
    if (bytes > limit) return false
    if (held() + bytes <= limit) return true
    const goal = limit - bytes - limit * slack
    const spare = Math.min(heldBy('journal') - limit * keptForJournals, held() - goal)
    if (spare > 0) shrink('journal', spare)
    for (const rank of ['session', 'store'] as const) {
      if (held() + bytes <= limit) return true
      shrink(rank, held() - goal)
    }
    return held() + bytes <= limit
  }

  return {
    limit,
    get bytes() {
      return held()
    },
    hold(holder, rank) {
      ranks.set(holder, rank)
      holders = [...ranks.keys()]
      return () => {
        ranks.delete(holder)
        holders = [...ranks.keys()]
      }
    },
    admit,
    balance: () => void admit(0),
  }
}
