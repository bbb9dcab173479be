import { endWhereNewestAreKept, traverse, tryPage, type ListQuery, type Page } from './listing'
import { Violation, type Context, type Key } from '../engine/check'

/** Milliseconds before a list is judged again: a database that lags behind another one has caught up by then. */
const pauses = [500, 2_000]
const pageRules: ReadonlySet<string> = new Set(['PG-4', 'PG-6'])

/**
 * Judges a walk along the pages, and again where pages lose or repeat events, or end too soon: others who write meanwhile may be
 * the cause, or a list that is read from one of several databases. A list that stays wrong is blamed, unless newer events
 * have taken the place of `ids` in all of it.
 */
export async function untilSteady<T>(
  context: Context,
  key: Key,
  ids: readonly string[],
  judge: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await judge()
    } catch (error) {
      const pause = pauses[attempt]
      if (!isOfPages(error)) throw error
      if (pause === undefined) {
        endWhereNewestAreKept(context, ids, await traverse(context, key))
        throw error
      }
      context.signal.throwIfAborted()
      await context.wait(pause)
    }
  }
}

/** Whether an error blames pages for what they hold or for what they say of their end. */
export function isOfPages(error: unknown): boolean {
  return error instanceof Violation && error.rules.some((rule) => pageRules.has(rule))
}

/** Pages without items that are passed in search of an item. */
const mostEmptyPages = 5

/** Whether an item follows a page. Services that filter after they have counted may show empty pages before it. */
export async function isFollowed(context: Context, key: Key, query: ListQuery, page: Page): Promise<boolean> {
  let { nextCursor } = page
  for (let passed = 0; passed < mostEmptyPages && typeof nextCursor === 'string'; passed += 1) {
    const next = await tryPage(context, key, { ...query, cursor: nextCursor })
    if (!next || next.items.length > 0) return next !== undefined
    if (!next.hasMore) return false
    nextCursor = next.nextCursor
  }
  return false
}
