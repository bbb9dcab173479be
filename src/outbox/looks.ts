/** A place in the order in which rows fall due. */
export interface Cursor {
  at: string
  id: string
}

const beginning: Cursor = { at: '-infinity', id: '0' }
// A row that has left an index is walked over there for as long as any snapshot can see it, such as that of a dump. So looks from the beginning
// take a twentieth of the time at most; those in between begin where the last one ended.
const longestShare = 20
const longestWait = 5000

/** A walk over the rows that are due, one look after the other. It begins anew when it has come to the end. */
export class Walk {
  #from: Cursor = beginning
  #state: 'under-way' | 'ended' = 'ended'
  #isWhole = true
  /** Where a walk over the newest rows begins. */
  #newest: Cursor = beginning
  #begunAt: string | undefined
  #spent = 0
  #wholeAt = -Infinity

  get hasEnded(): boolean {
    return this.#state === 'ended'
  }

  /** Whether the walk goes over all rows that are due, and not over the newest alone. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Where the next look begins, at a time in milliseconds. */
  next(now: number): Cursor {
    if (this.#state === 'under-way') return this.#from
    this.#isWhole = now >= this.#wholeAt
    this.#state = 'under-way'
    this.#begunAt = undefined
    this.#spent = 0
    return (this.#from = this.#isWhole ? beginning : this.#newest)
  }

  /**
   * Notes a look that took `took` milliseconds. `end` is where it ended, `null` where it reached the last row that is due. `recently` is a
   * moment before the look began, by the clock of the database.
   */
  note(end: Cursor | null, recently: string, took: number, now: number): void {
    this.#begunAt ??= recently
    this.#spent += took
    if (end) {
      this.#from = end
      return
    }
    this.#state = 'ended'
    this.#newest = { at: this.#begunAt, id: '0' }
    if (this.#isWhole) this.#wholeAt = now + Math.min(this.#spent * longestShare, longestWait)
  }
}

/** What a relay knows of an order key. */
interface KnownKey {
  /** All rows of the key below this id were sent, and no transaction can add one. */
  floor: number
  /** An id below which all rows of the key that a look saw were sent, and the first transaction that had not begun then. */
  candidate: { id: number; next: number } | undefined
  /** Whether a row of the key was settled since the last look. */
  isNext: boolean
}

/** Which transactions a look saw: all before `oldest` had ended, and none from `next` on had begun. */
export interface SeenTransactions {
  oldest: number
  next: number
}

// Only keys with many rows gain by being known.
const knownAtOnce = 256

/** The order keys in which a relay has claimed rows last. */
export class KnownKeys {
  readonly #keys = new Map<string, KnownKey>()

  /** Takes the keys that the next look has to know. A row that is settled while it goes on makes its key the next one again. */
  takeKnown(isWhole: boolean): { key: string; floor: number; isNext: boolean }[] {
    const known = [...this.#keys]
      .map(([key, { floor, isNext }]) => ({ key, floor: isWhole ? 0 : floor, isNext }))
      .filter(({ floor, isNext }) => floor > 0 || isNext)
    for (const one of this.#keys.values()) one.isNext = false
    return known
  }

  /**
   * Notes that a look found a row to be the first unsent one of its key. The id of a row is younger than the transaction that adds it: so once all transactions of an
   * earlier look have ended, nothing appears below the row that was the first one then.
   */
  noteFirst(key: string, id: number, { oldest, next }: SeenTransactions): void {
    const known = this.#touch(key)
    const { candidate } = known
    if (candidate && id >= candidate.id && oldest < candidate.next) return
    if (candidate && id >= candidate.id) known.floor = candidate.id
    known.candidate = { id, next }
  }

  /** Notes that a row of a key was settled: the one behind it may be claimed. */
  noteSettled(key: string): void {
    this.#touch(key).isNext = true
  }

  #touch(key: string): KnownKey {
    const known = this.#keys.get(key) ?? { floor: 0, candidate: undefined, isNext: false }
    this.#keys.delete(key)
    this.#keys.set(key, known)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > knownAtOnce && oldest !== undefined) this.#keys.delete(oldest)
    return known
  }
}
