import type { PageQuery, Slice } from './store'

/** A page of items that are sorted by their ids. The position of an item is its id. */
export function pageById<T>(
  sorted: readonly T[],
  { limit, after }: PageQuery,
  idOf: (item: T) => string,
): Slice<T> {
  const first = after === undefined ? 0 : firstAfter(sorted, String(after), idOf)
  const items = sorted.slice(first, first + limit)
  const last = items.at(-1)
  return last !== undefined && first + limit < sorted.length ? { items, next: idOf(last) } : { items }
}

/** Index of the first item with a greater id. */
function firstAfter<T>(sorted: readonly T[], id: string, idOf: (item: T) => string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (idOf(sorted[middle] as T) <= id) low = middle + 1
    else high = middle
  }
  return low
}
