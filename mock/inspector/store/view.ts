import type { Change } from './journal-index'
import type { Row } from './row'

/** The rows that pass a filter, kept in step with the index at the cost of what changed. */
export class View {
  readonly #rows: Row[] = []
  #passes: (row: Row) => boolean = () => true

  /** Oldest first. Always the same array. */
  get rows(): readonly Row[] {
    return this.#rows
  }

  /** Takes a change in. `all` are all rows after it. */
  apply({ touched, moved, goneUpTo, anew }: Change, all: readonly Row[]): void {
    if (moved) return this.refill(all, this.#passes)
    const rows = this.#rows
    if (anew) rows.length = 0
    rows.splice(0, this.#lowerBound(goneUpTo + 1))
    for (const row of touched) {
      if (row.order <= goneUpTo) continue
      const index = this.#lowerBound(row.order)
      const isIn = rows[index]?.order === row.order
      if (this.#passes(row) === isIn) continue
      if (isIn) rows.splice(index, 1)
      else rows.splice(index, 0, row)
    }
  }

  /** Filters anew. */
  refill(all: readonly Row[], passes: (row: Row) => boolean): void {
    this.#passes = passes
    this.#rows.length = 0
    for (const row of all) if (passes(row)) this.#rows.push(row)
  }

  /** The index of a row in `rows`, -1 where it does not pass. */
  indexOf({ order }: Pick<Row, 'order'>): number {
    const index = this.#lowerBound(order)
    return this.#rows[index]?.order === order ? index : -1
  }

  /** How many rows are as old as a row of this order, or older. */
  countUpTo(order: number): number {
    return this.#lowerBound(order + 1)
  }

  /** The index of the first row that is not older than `order`. */
  #lowerBound(order: number): number {
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#rows[middle] as Row).order < order) low = middle + 1
      else high = middle
    }
    return low
  }
}
