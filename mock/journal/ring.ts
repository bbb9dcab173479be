/** The last entries of an endless list: what is older than its capacity is forgotten. */
export class Journal<T> {
  readonly #capacity: number
  #entries: T[] = []
  #count = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** How many entries there ever were. */
  get count(): number {
    return this.#count
  }

  add(entry: T): void {
    if (this.#capacity === 0) return
    this.#entries[this.#count++ % this.#capacity] = entry
  }

  /** The entries that are kept, oldest first, without the first `skip` that there ever were. */
  since(skip = 0): T[] {
    const start = Math.max(skip, this.#count - this.#entries.length)
    const found: T[] = []
    for (let index = start; index < this.#count; index++)
      found.push(this.#entries[index % this.#capacity] as T)
    return found
  }

  clear(): void {
    this.#entries = []
    this.#count = 0
  }
}
