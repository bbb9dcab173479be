import type { Change } from './journal-index'
import type { Row } from './row'

/** The rows that pass a filter, kept in step with the index at the cost of what changed. */
export interface View {
  /** Oldest first. The same array, changed in place. */
  readonly rows: readonly Row[]
  apply(change: Change): void
  /** Filters anew. */
  refill(all: readonly Row[], passes: (row: Row) => boolean): void
  /** The index of a row in `rows`, -1 where it does not pass. */
  indexOf(row: Pick<Row, 'order'>): number
  /** How many rows are as old as a row of this order, or older. */
  countUpTo(order: number): number
}

export function createView(): View {
  const rows: Row[] = []
  let passes: (row: Row) => boolean = () => true

  /** The index of the first row that is not older than `order`. */
  function lowerBound(order: number): number {
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle] as Row).order < order) low = middle + 1
      else high = middle
    }
    return low
  }

  function indexOf({ order }: Pick<Row, 'order'>): number {
    const index = lowerBound(order)
    return rows[index]?.order === order ? index : -1
  }

  return {
    rows,
    apply({ touched, goneUpTo, anew }) {
      if (anew) rows.length = 0
      rows.splice(0, lowerBound(goneUpTo + 1))
      for (const row of touched) {
        if (row.order <= goneUpTo) continue
        const index = lowerBound(row.order)
        const isIn = rows[index]?.order === row.order
        if (passes(row) === isIn) continue
        if (isIn) rows.splice(index, 1)
        else rows.splice(index, 0, row)
      }
    },
    refill(all, filter) {
      passes = filter
      rows.length = 0
      for (const row of all) if (passes(row)) rows.push(row)
    },
    indexOf,
    countUpTo: (order) => lowerBound(order + 1),
  }
}
