/**
 * A part of a backend that takes memory and can give some of it back.
 *
 * @example
 * const consumer: MemoryConsumer = { bytes: 0, shrink: () => 0 }
 */
export interface MemoryConsumer {
  /** The bytes that it takes, as the engine counts them. */
  readonly bytes: number
  /** Gives back about so many bytes, and returns how many it gave back. */
  shrink(bytes: number): number
}

/** The kind of a consumer. Journals give memory back first, then sessions, then stores. */
export type MemoryRank = 'journal' | 'session' | 'store'

/** The memory of a backend: one bound for all that its parts hold together. */
export interface Memory {
  /** In bytes. */
  readonly limit: number
  /** The bytes that are held now. */
  readonly bytes: number
  /** Counts from now on what a consumer takes. Returns a function that ends this. */
  register(consumer: MemoryConsumer, rank: MemoryRank): () => void
  /** Makes room for so many more bytes. Returns false where they do not fit, whatever is given back. */
  admit(bytes: number): boolean
  /**
   * Makes the consumers give back what is held beyond the limit. A part that has grown by itself calls this, with the bytes by which it
   * has grown where it knows them.
   */
  balance(grown?: number): void
}

/** The memory of a backend whose options name none: about a million small events. */
export const defaultMaxMemory = 2 ** 29

// A consumer gives back somewhat more than is missing, so that not every request that follows has to ask again.
const slack = 1 / 256

// Journals keep this much in any case: their last entries explain what has just happened.
const keptForJournals = 1 / 16

/**
 * Makes a budget of `limit` bytes. With `whole`, the budget is the part of `whole` that one state uses: what it admits and holds counts in both.
 * Throws a `RangeError` when the limit is no positive number.
 *
 * @example
 * const memory = createMemory(2 ** 28)
 * memory.register(journal, 'journal')
 * if (!memory.admit(1_000)) throw new Error('There is no room for a kilobyte.')
 */
export function createMemory(limit: number, whole?: Memory): Memory {
  return new Budget(limit, whole)
}

class Budget implements Memory {
  readonly #ranks = new Map<MemoryConsumer, MemoryRank>()
  /**
   * An upper bound of the bytes that are held: those at the last count, and all that have come since. The consumers are only asked where it exceeds
   * the limit, because a backend with a hundred sessions has hundreds of them.
   */
  #most = Infinity

  constructor(
    readonly limit: number,
    private readonly whole?: Memory,
  ) {
    if (!(limit > 0)) throw new RangeError('maxMemory must be a number of bytes above 0.')
  }

  get bytes(): number {
    let sum = 0
    for (const consumer of this.#ranks.keys()) sum += consumer.bytes
    return sum
  }

  register(consumer: MemoryConsumer, rank: MemoryRank): () => void {
    this.#ranks.set(consumer, rank)
    this.#most = Infinity
    const endInWhole = this.whole?.register(consumer, rank)
    return () => {
      this.#ranks.delete(consumer)
      endInWhole?.()
    }
  }

  admit(bytes: number): boolean {
    const { limit } = this
    // A request that could never fit makes nobody give anything back.
    if (bytes > limit) return false
    this.#most += bytes
    if (this.#most > limit && !this.#makeRoom(bytes)) return false
    return this.whole?.admit(bytes) ?? true
  }

  balance(grown = Infinity): void {
    this.#most += grown
    if (this.#most > this.limit) this.#makeRoom(0)
    this.whole?.balance(grown)
  }

  /** Asks the consumers what they take, and for some of it where so many more bytes do not fit. Returns whether they fit then. */
  #makeRoom(bytes: number): boolean {
    if (this.bytes + bytes > this.limit) this.#giveBackFor(bytes)
    this.#most = this.bytes + bytes
    return this.#most <= this.limit
  }

  #giveBackFor(bytes: number): void {
    const { limit } = this
    const goal = limit - bytes - limit * slack
    const ofJournals = this.#ofRank('journal').reduce((sum, consumer) => sum + consumer.bytes, 0)
    const spare = Math.min(ofJournals - limit * keptForJournals, this.bytes - goal)
    if (spare > 0) this.#shrink('journal', spare)
    for (const rank of ['session', 'store'] as const) {
      if (this.bytes + bytes <= limit) return
      this.#shrink(rank, this.bytes - goal)
    }
  }

  #ofRank(rank: MemoryRank): MemoryConsumer[] {
    return Array.from(this.#ranks).flatMap(([consumer, other]) => (other === rank ? [consumer] : []))
  }

  #shrink(rank: MemoryRank, bytes: number): void {
    let given = 0
    for (const consumer of this.#ofRank(rank)) {
      if (given >= bytes) break
      given += consumer.shrink(bytes - given)
    }
  }
}

// The engine keeps a text in one byte a letter where all of them are of Latin-1, and in two bytes a letter otherwise.
const beyondLatin1 = /[^\0-\xff]/

// The header of a text, and its rounding up to a whole word.
const textHeader = 24

/** The bytes in which the engine keeps a text. */
export function textBytes(text: string): number {
  return textHeader + text.length * (beyondLatin1.test(text) ? 2 : 1)
}

/**
 * The same text in memory of its own. A text that was put together of others refers to them until the engine flattens
 * it, and a part that was cut out of a request keeps the whole request: 200 kB for the sake of a few letters.
 */
export function flatText(text: string): string {
  // Reading a letter flattens the text in place.
  text.charCodeAt(0)
  return text
}
