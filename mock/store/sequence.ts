import type { PageQuery, Slice } from './store'

interface Entry<T> {
  position: number
  item: T
}

/**
 * Items in the order in which they came, read page by page. A page costs what it holds and the logarithm of what
 * there is, wherever it begins.
 */
export class Sequence<T> {
  #entries: Entry<T>[] = []
  #last = 0

  get size(): number {
    return this.#entries.length
  }

  /** Adds an item and returns its position, which no other item ever has. */
  add(item: T): number {
    this.#last++
    this.#entries.push({ position: this.#last, item })
    return this.#last
  }

  remove(position: number): void {
    const index = this.#firstFrom(position)
    if (this.#entries[index]?.position === position) this.#entries.splice(index, 1)
  }

  page({ limit, after, order }: PageQuery): Slice<T> {
    const entries = this.#entries
    const forward = order === 'oldest-first'
    let start: number
    if (after === undefined) start = forward ? 0 : entries.length - 1
    else start = forward ? this.#firstFrom(after + 1) : this.#firstFrom(after) - 1

    const end = forward ? Math.min(entries.length, start + limit) : Math.max(-1, start - limit)
    const step = forward ? 1 : -1
    const items: T[] = []
    let next: number | undefined
    for (let index = start; index !== end && index >= 0 && index < entries.length; index += step) {
      const entry = entries[index] as Entry<T>
      items.push(entry.item)
      next = entry.position
    }
    const more = items.length > 0 && (forward ? end < entries.length : end >= 0)
    return more ? { items, next } : { items }
  }

  #firstFrom(position: number): number {
    let low = 0
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle] as Entry<T>).position < position) low = middle + 1
      else high = middle
    }
    return low
  }
}
