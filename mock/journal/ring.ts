/** The last items of an endless list, whose numbers grow. An item beyond the capacity takes the place of the oldest one. */
export class Ring<T extends { number: number }> {
  readonly #capacity: number
  #items: (T | undefined)[] = []
  /** How many items were ever dropped: the oldest one that is kept has this index. */
  #first = 0
  #count = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** How many items were ever added. */
  get count(): number {
    return this.#count
  }

  /** How many items are kept. */
  get size(): number {
    return this.#count - this.#first
  }

  /** The oldest item that is kept. */
  get oldest(): T | undefined {
    return this.#first < this.#count ? this.#items[this.#first % this.#capacity] : undefined
  }

  /** Adds an item, and returns the one that it pushed out. A ring without capacity takes nothing. */
  add(item: T): T | undefined {
    if (this.#capacity === 0) return undefined
    const pushedOut = this.#count - this.#first === this.#capacity ? this.shift() : undefined
    this.#items[this.#count++ % this.#capacity] = item
    return pushedOut
  }

  /** Removes the oldest item and returns it. */
  shift(): T | undefined {
    const { oldest } = this
    if (oldest === undefined) return undefined
    this.#items[this.#first++ % this.#capacity] = undefined
    return oldest
  }

  /** The items that are kept, oldest first, without the first `skip` that were ever added. */
  since(skip = 0): T[] {
    const found: T[] = []
    for (let index = Math.max(skip, this.#first); index < this.#count; index++) {
      found.push(this.#items[index % this.#capacity] as T)
    }
    return found
  }

  /** The first item whose number is larger than `number`. */
  after(number: number): T | undefined {
    let low = this.#first
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#items[middle % this.#capacity] as T).number <= number) low = middle + 1
      else high = middle
    }
    return low < this.#count ? this.#items[low % this.#capacity] : undefined
  }

  clear(): void {
    this.#items = []
    this.#first = 0
    this.#count = 0
  }
}
