/** Items of which the least one is at hand. Adding and taking cost the logarithm of their number. */
export class Heap<T> {
  readonly #isLess: (one: T, other: T) => boolean
  #items: T[] = []

  constructor(isLess: (one: T, other: T) => boolean) {
    this.#isLess = isLess
  }

  get size(): number {
    return this.#items.length
  }

  /** The items in no particular order. */
  get items(): readonly T[] {
    return this.#items
  }

  /** The least item, which stays. */
  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let index = items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#isLess(item, items[parent] as T)) break
      items[index] = items[parent] as T
      index = parent
    }
    items[index] = item
  }

  /** Takes the least item out. */
  pop(): T | undefined {
    const items = this.#items
    const least = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return least
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#isLess(items[child + 1] as T, items[child] as T)) child++
      if (!this.#isLess(items[child] as T, last)) break
      items[index] = items[child] as T
      index = child
    }
    items[index] = last
    return least
  }
}
