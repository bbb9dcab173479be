import { pageById } from './order-by-id'
import type { PageQuery, Slice } from './store'

// The memory of dropped items is released once there are this many of them.
const slack = 4_096

/**
 * Items in the order of their arrival, read page by page. The cost of a page depends on its size alone, wherever it
 * begins: as long as no item was removed from the middle, the place of a position is computed without a search.
 */
export class Sequence<T> {
  #items: T[] = []
  #positions: number[] = []
  /** Index of the first item that was not dropped. */
  #start = 0
  #last = 0
  /** The items in the order of their ids. Made when a page of this order is read, and until the items change. */
  #byId: T[] | undefined
  readonly #idOf: (item: T) => string

  /** `idOf` gives the id of an item, for the order by ids. */
  constructor(idOf: (item: T) => string = String) {
    this.#idOf = idOf
  }

  get size(): number {
    return this.#items.length - this.#start
  }

  /** Adds an item and returns its position, which is never used again. */
  add(item: T): number {
    this.#byId = undefined
    this.#last++
    this.#items.push(item)
    this.#positions.push(this.#last)
    return this.#last
  }

  remove(position: number): void {
    const index = this.#firstFrom(position)
    if (this.#positions[index] !== position) return
    this.#byId = undefined
    this.#items.splice(index, 1)
    this.#positions.splice(index, 1)
  }

  /** Removes the first item and returns it. */
  shift(): T | undefined {
    if (this.size === 0) return undefined
    this.#byId = undefined
    const item = this.#items[this.#start]
    // The place is released later, but the item itself must not be kept in memory.
    this.#items[this.#start++] = undefined as T
    if (this.#start >= slack && this.#start * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#start)
      this.#positions = this.#positions.slice(this.#start)
      this.#start = 0
    }
    return item
  }

  page(query: PageQuery): Slice<T> {
    if (query.order === 'by-id') return pageById(this.#sorted(), query, this.#idOf)
    const { limit, order } = query
    const after = query.after === undefined ? undefined : Number(query.after)
    const forward = order === 'oldest-first'
    const length = this.#items.length
    let first: number
    let end: number
    if (forward) {
      first = after === undefined ? this.#start : this.#firstFrom(after + 1)
      end = Math.min(length, first + limit)
    } else {
      end = after === undefined ? length : this.#firstFrom(after)
      first = Math.max(this.#start, end - limit)
    }
    const items = this.#items.slice(first, end)
    if (!forward) items.reverse()
    const more = items.length > 0 && (forward ? end < length : first > this.#start)
    return more ? { items, next: this.#positions[forward ? end - 1 : first] } : { items }
  }

  #sorted(): readonly T[] {
    this.#byId ??= this.#items
      .slice(this.#start)
      .sort((one, other) => (this.#idOf(one) < this.#idOf(other) ? -1 : 1))
    return this.#byId
  }

  /** Index of the first item at or after a position. */
  #firstFrom(position: number): number {
    const positions = this.#positions
    const length = positions.length
    if (this.#start === length || position > this.#last) return length
    // Neighbouring positions differ by one or more, which bounds the index from both ends of the list.
    let low = Math.max(this.#start, length - 1 - (this.#last - position))
    let high = Math.min(length, Math.max(low, this.#start + position - (positions[this.#start] as number)))
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((positions[middle] as number) < position) low = middle + 1
      else high = middle
    }
    return low
  }
}
