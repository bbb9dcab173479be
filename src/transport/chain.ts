interface Link<T> {
  value?: T
  previous: Link<T>
  next: Link<T>
}

/** Values in the order in which they came. Any of them can be removed at once, however many there are. */
export interface Chain<T> {
  readonly size: number
  first(): T | undefined
  /** Adds a value at the end. Returns what removes it. */
  add(value: T): () => void
}

/** Makes an empty chain. */
export function createChain<T>(): Chain<T> {
  const end = {} as Link<T>
  end.previous = end.next = end
  let size = 0
  return {
    get size() {
      return size
    },
    first: () => end.next.value,
    add(value) {
      const link: Link<T> = { value, previous: end.previous, next: end }
      end.previous = end.previous.next = link
      size++
      return () => {
        link.previous.next = link.next
        link.next.previous = link.previous
        size--
      }
    },
  }
}
