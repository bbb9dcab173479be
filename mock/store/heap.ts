/** Items of which the least one is at hand. Adding and taking cost the logarithm of their number. */
export class Heap<T> {
  #items: T[] = []

  constructor(private readonly isLess: (one: T, other: T) => boolean) {}

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
    this.#rise(item, this.#items.push(item) - 1)
  }

  /** Takes an item out, wherever it stands, which costs as much as there are items. Returns whether it was there. */
  remove(item: T): boolean {
    const index = this.#items.indexOf(item)
    if (index < 0) return false
    const last = this.#items.pop() as T
    if (index === this.#items.length) return true
    this.#items[index] = last
    this.#sink(last, index)
    this.#rise(last, this.#items.indexOf(last, index))
    return true
  }

  #rise(item: T, from: number): void {
    const items = this.#items
    let index = from
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.isLess(item, items[parent] as T)) break
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
    this.#sink(last, 0)
    return least
  }

  #sink(item: T, from: number): void {
    const items = this.#items
    let index = from
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.isLess(items[child + 1] as T, items[child] as T)) child++
      if (!this.isLess(items[child] as T, item)) break
      items[index] = items[child] as T
      index = child
    }
    items[index] = item
  }
}
