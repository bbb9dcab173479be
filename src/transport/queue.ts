/** Values in the order in which they came. Any of them can be removed at once, however many there are. */
export class Queue<T> {
  readonly #values = new Map<number, T>()
  #oldest = 0
  #next = 0

  get size(): number {
    return this.#values.size
  }

  first(): T | undefined {
    // The numbers of removed values are passed over once. The first value of a `Set` is found past every value that was removed.
    while (this.#oldest < this.#next && !this.#values.has(this.#oldest)) this.#oldest++
    return this.#values.get(this.#oldest)
  }

  /** Adds a value at the end. Returns what removes it. */
  add(value: T): () => void {
    const number = this.#next++
    this.#values.set(number, value)
    return () => this.#values.delete(number)
  }

  removeFirst(): void {
    this.#values.delete(this.#oldest)
  }
}
