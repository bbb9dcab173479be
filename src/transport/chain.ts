/** Values in the order in which they came. Any of them can be removed at once, however many there are. */
export interface Chain<T> {
  size(): number
  first(): T | undefined
  /** Adds a value at the end. Returns what removes it. */
  add(value: T): () => void
  removeFirst(): void
}

/** Makes an empty chain. */
export function createChain<T>(): Chain<T> {
  const values = new Map<number, T>()
  let oldest = 0
  let next = 0
  return {
    size: () => values.size,
    first() {
      // Each place is passed once. A `Set` would look at every removed value again.
      while (oldest < next && !values.has(oldest)) oldest++
      return values.get(oldest)
    },
    add(value) {
      const place = next++
      values.set(place, value)
      return () => values.delete(place)
    },
    removeFirst: () => values.delete(oldest),
  }
}
