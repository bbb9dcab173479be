import { OrderedList } from './ordered-list'
import type { PageQuery, Slice } from './records'

/** Items in the order of their arrival, or of their ids, read page by page. */
export class Sequence<T> {
  #byPosition = new OrderedList<number, T>()
  /** Made when a page of this order is read for the first time. */
  #byId: OrderedList<string, T> | undefined
  #last = 0
  readonly #idOf: (item: T) => string

  /** `idOf` gives the id of an item, for the order by ids. */
  constructor(idOf: (item: T) => string = String) {
    this.#idOf = idOf
  }

  get size(): number {
    return this.#byPosition.size
  }

  /** The position of the item that was added last. */
  get last(): number {
    return this.#last
  }

  /** Adds an item and returns its position, which is never used again. */
  add(item: T): number {
    const position = ++this.#last
    this.#byPosition.add(position, item)
    this.#byId?.add(this.#idOf(item), item)
    return position
  }

  remove(position: number): void {
    const removed = this.#byPosition.remove(position)
    if (removed !== undefined) this.#byId?.remove(this.#idOf(removed))
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
    const idOf = this.#idOf
    for (const item of this.all().sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))) {
      list.add(idOf(item), item)
    }
    return (this.#byId = list)
  }
}
