/** The last entries of an endless list. An entry beyond the capacity replaces the oldest one. */
export class Ring<T> {
  readonly #capacity: number
  #entries: T[] = []
  #count = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** How many entries were ever added. */
  get count(): number {
    return this.#count
  }

  add(entry: T): void {
    if (this.#capacity === 0) return
    this.#entries[this.#count++ % this.#capacity] = entry
  }

  /** The entries that are kept, oldest first, without the first `skip` that were ever added. */
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
