import type { Mode, PageQuery, Slice } from '../store/records'

/** Both modes, in the order in which they are shown. */
export const modes: readonly Mode[] = ['live', 'test']

const pageSize = 1_000

/** All items of a list in a store, read page by page. */
export async function* eachItem<T>(
  read: (page: PageQuery) => Slice<T> | Promise<Slice<T>>,
  order: PageQuery['order'],
): AsyncGenerator<T> {
  let after: PageQuery['after']
  do {
    const { items, next } = await read({ limit: pageSize, after, order })
    yield* items
    after = next
  } while (after !== undefined)
}
