import { expectThat, fail } from './expect'
import {
  awaitListed,
  cursorBefore,
  wideEnough,
  holdsAll,
  missingOf,
  traverse,
  type Traversal,
  endWhereNewestAreKept,
} from './listing'
import { listPage, tryPage, type ListQuery, type Page } from './pages'
import type { Created, Event } from './events'
import { NotApplicable, type Context, type Key, Violation } from '../engine/check'

/** The ids of events that the run created. */
export function idsOf(own: readonly Created[]): string[] {
  return own.map(({ event }) => event.id)
}

/** The run's own events in the order in which they are listed. */
export function ownOrder(ids: readonly string[], items: readonly { id: string }[]): string[] {
  return items.map(({ id }) => id).filter((id) => ids.includes(id))
}

/**
 * Fails where pages of the default size show events of which pages of 100 know none, neither before nor after. The pages of 100
 * are read once more because others may have created many events between the two walks.
 */
export async function expectKnown(
  context: Context,
  key: Key,
  ids: readonly string[],
  { before, walked }: { before: Traversal; walked: Traversal },
): Promise<void> {
  const shown = new Set(walked.items.map(({ id }) => id))
  const isShown = ({ id }: { id: string }) => shown.has(id)
  if (shown.size === 0 || before.items.some(isShown)) return
  const enough = (items: readonly Event[]) => holdsAll(ids)(items) || items.some(isShown)
  const after = await traverse(context, key, { limit: 100 }, enough)
  const message = 'No event on pages of the default size stands on pages of 100.'
  expectThat(after.items.some(isShown), 'PG-6', message, { received: [...shown].slice(0, 10) })
}

/** Fails where a walk along the pages missed one of these events, which are listed. */
export function expectWalked(ids: readonly string[], { items, complete, pages }: Traversal): void {
  const lost = missingOf(ids, items)
  if (lost.length === 0) return
  if (!complete) {
    throw new NotApplicable(
      `The list is longer than ${pages.length} pages, and a cursor is good for one use or for one limit.`,
    )
  }
  fail('PG-6', 'Events that are listed were left out on the way along the pages.', { expected: lost })
}

/** Milliseconds before a list is judged again. Most databases that lag behind another one have caught up by then. */
const pauses = [500, 2_000]
const pageRules: ReadonlySet<string> = new Set(['PG-4', 'PG-6', 'PG-9'])

/**
 * Judges a walk along the pages, and again where pages lose or repeat events, or end too soon: others who write meanwhile may be
 * the cause, or a list that is read from one of several databases. It is judged for the last time when an event has had the longest time until a
 * list shows it. A list that stays wrong is blamed, unless newer events have taken the place of `ids` in all of it.
 */
export async function untilSteady<T>(
  context: Context,
  key: Key,
  ids: readonly string[],
  judge: () => Promise<T>,
): Promise<T> {
  const { listingTimeout } = context.settings
  let waited = 0
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await judge()
    } catch (error) {
      if (!isOfPages(error)) throw error
      const pause = pauses[attempt] ?? listingTimeout - waited
      if (pause <= 0) {
        endWhereNewestAreKept(context, ids, await traverse(context, key))
        throw error
      }
      context.signal.throwIfAborted()
      await context.wait(pause)
      waited += pause
    }
  }
}

/**
 * Walks along the run's events in pages of each limit, from where they begin in the list, and has each walk judged until it is
 * steady. `whole` is the list that showed all of them.
 */
export async function walkOwn(
  context: Context,
  key: Key,
  ids: readonly string[],
  limits: readonly number[],
  judge: (walked: Traversal, whole: Traversal, limit: number) => void = () => undefined,
): Promise<void> {
  const whole = await awaitListed(context, key, ids)
  const start = await cursorBefore(context, key, whole, ids)
  const wide = limits.map((least) => wideEnough(least, ids, whole.items))
  await context.each(wide, (limit) => {
    const walk = () => traverse(context, key, { limit }, holdsAll(ids), start)
    return untilSteady(context, key, ids, async () => judge(await walk(), whole, limit))
  })
}

/** Whether an error blames pages for what they hold or for what they say of their end. */
function isOfPages(error: unknown): boolean {
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

/** A cursor of a key's list that nobody has used yet; `undefined` where one event is all of it. */
export async function newCursor(context: Context, key: Key): Promise<string | undefined> {
  const { hasMore, nextCursor } = await listPage(context, key, { limit: 1 })
  return hasMore && typeof nextCursor === 'string' ? nextCursor : undefined
}
