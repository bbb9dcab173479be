import type { PageQuery, Slice } from './records'

/** Items in the order of their arrival, or of their ids, read page by page. */
export class Sequence<T> {
  #byPosition = new OrderedList<number, T>()
  /** The items in the order of their ids. Absent until a page in this order is read. */
  #byId: OrderedList<string, T> | undefined
  #last = 0

  /** `idOf` gives the id of an item, for the order by ids. */
  constructor(private readonly idOf: (item: T) => string = String) {}

  get size(): number {
    return this.#byPosition.size
  }

  /** Adds an item and returns its position, which is never used again. */
  add(item: T): number {
    const position = ++this.#last
    this.#byPosition.add(position, item)
    this.#byId?.add(this.idOf(item), item)
    return position
  }

  remove(position: number): void {
    const removed = this.#byPosition.remove(position)
    if (removed !== undefined) this.#byId?.remove(this.idOf(removed))
  }

  page({ limit, after, order }: PageQuery): Slice<T> {
    if (order === 'by-id') {
      return this.#sorted().page(limit, after === undefined ? undefined : String(after), true)
    }
    return this.#byPosition.page(
      limit,
      after === undefined ? undefined : Number(after),
      order === 'oldest-first',
    )
  }

  /** All items, oldest first, in an array of their own. */
  all(): T[] {
    return this.#byPosition.all()
  }

  #sorted(): OrderedList<string, T> {
    if (this.#byId) return this.#byId
    const list = new OrderedList<string, T>()
    const idOf = this.idOf
    for (const item of this.all().sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))) {
      list.add(idOf(item), item)
    }
    return (this.#byId = list)
  }
}

// A block is split in two beyond this size. Smaller blocks make pages slower, larger ones insertion and removal.
const largestBlock = 1_024

interface Block<K, T> {
  keys: K[]
  items: T[]
}

/** The items of a page. `next` is the key of its last item, absent where no further item follows. */
interface KeyedPage<K, T> {
  items: T[]
  next?: K
}

/**
 * Items in the order of their keys, in blocks. A page costs what its size costs, wherever it begins, and an item can be
 * added or removed anywhere without moving more than a block.
 */
export class OrderedList<K extends number | string, T> {
  #blocks: Block<K, T>[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(key: K, item: T): void {
    this.#size++
    const last = this.#blocks.at(-1)
    if (!last) {
      this.#blocks.push({ keys: [key], items: [item] })
      return
    }
    // Most items come last, and begin a new block where the last one is full.
    if ((last.keys.at(-1) as K) <= key) {
      if (last.keys.length < largestBlock) {
        last.keys.push(key)
        last.items.push(item)
      } else this.#blocks.push({ keys: [key], items: [item] })
      return
    }
    const at = this.#blockOf(key)
    const block = this.#blocks[at] as Block<K, T>
    const index = indexOf(block.keys, key)
    block.keys.splice(index, 0, key)
    block.items.splice(index, 0, item)
    if (block.keys.length <= largestBlock) return
    const half = block.keys.length >> 1
    this.#blocks.splice(at + 1, 0, { keys: block.keys.splice(half), items: block.items.splice(half) })
  }

  /** Removes the item with this key and returns it. */
  remove(key: K): T | undefined {
    const at = this.#blockOf(key)
    const block = this.#blocks[at]
    if (!block) return undefined
    const index = indexOf(block.keys, key)
    if (block.keys[index] !== key) return undefined
    this.#size--
    block.keys.splice(index, 1)
    const [removed] = block.items.splice(index, 1)
    if (block.keys.length === 0) this.#blocks.splice(at, 1)
    return removed
  }

  /** Removes the first item and returns it, where its key is not more than `most`. */
  takeUpTo(most: K): T | undefined {
    const block = this.#blocks[0]
    if (!block || (block.keys[0] as K) > most) return undefined
    this.#size--
    block.keys.shift()
    const taken = block.items.shift()
    if (block.keys.length === 0) this.#blocks.shift()
    return taken
  }

  /** At most `limit` items after the key `after`: upwards, or downwards from the last one. */
  page(limit: number, after: K | undefined, upwards: boolean): KeyedPage<K, T> {
    const blocks = this.#blocks
    const step = upwards ? 1 : -1
    let at = upwards ? 0 : blocks.length - 1
    let index = upwards ? 0 : (blocks.at(-1)?.keys.length ?? 0) - 1
    if (after !== undefined) {
      at = this.#blockOf(after)
      const { keys } = blocks[at] ?? { keys: [] }
      index = indexOf(keys, after)
      if (!upwards) index--
      else if (keys[index] === after) index++
    }
    const items: T[] = []
    let last: K | undefined
    for (;;) {
      let block = blocks[at]
      if (!block || index < 0 || index >= block.keys.length) {
        at += step
        block = blocks[at]
        if (!block) return { items }
        index = upwards ? 0 : block.keys.length - 1
      }
      if (items.length === limit) return { items, next: last }
      items.push(block.items[index] as T)
      last = block.keys[index]
      index += step
    }
  }

  /** All items, in an array of their own. Costs little: whoever reads it later finds the list as it was now. */
  all(): T[] {
    return this.#blocks.flatMap(({ items }) => items)
  }

  /** The index of the first block whose last key is not less than this one, or of the end. */
  #blockOf(key: K): number {
    const blocks = this.#blocks
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const { keys } = blocks[middle] as Block<K, T>
      if ((keys[keys.length - 1] as K) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The index of the first key that is not less than this one. */
function indexOf<K extends number | string>(keys: readonly K[], key: K): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as K) < key) low = middle + 1
    else high = middle
  }
  return low
}
