import { equal } from '../engine/equal'
import { tryPage, type Traversal } from './listing'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** Events at the end of a list, and the cursor that leads to the first of them; without one they are the whole list. */
export interface Tail {
  ids: readonly string[]
  start?: string
}

/** How many events the end of a long list has: 12 on a page fill two pages, and 23 leave one event for the next. */
const tailLength = 24

/**
 * The end of a list that was read in pages of 100, so that further walks need not begin at its beginning. `undefined` where the
 * list is short, and where a cursor is not good for another use or another limit, which the interface does not promise.
 */
export async function tailOf(context: Context, key: Key, whole: Traversal): Promise<Tail | undefined> {
  const { items } = whole
  const last = items.length - tailLength
  let passed = 0
  let before: { cursor: string; passed: number } | undefined
  for (const page of whole.pages) {
    passed += page.items.length
    // The page that ends where the last events begin is read anew, so that its cursor was not used yet.
    if (passed < last && typeof page.nextCursor === 'string') before = { cursor: page.nextCursor, passed }
  }
  if (!before) return undefined
  const limit = last - before.passed
  if (limit > 100) return undefined
  const page = await tryPage(context, key, { cursor: before.cursor, limit })
  const expected = idsOf(whole).slice(before.passed, last)
  if (!page || !equal(idsOf(page), expected) || typeof page.nextCursor !== 'string') return undefined
  const isReusable = await tryPage(context, key, { cursor: page.nextCursor, limit: 1 })
  if (isReusable?.items[0]?.id !== items[last]?.id) return undefined
  return { ids: idsOf(whole).slice(last), start: page.nextCursor }
}

/** The ids of events in their order. */
export function idsOf({ items }: { items: readonly { id: string }[] }): string[] {
  return items.map(({ id }) => id)
}
