import { expectThat, fail } from './expect'
import { createdAt, noteDisplaced } from './known-events'
import { type Context, type Key, CouldNotRun } from '../engine/check'
import { judgeSteadiness } from './steadiness'
import { readUtcTime } from '../engine/utc-time'
import type { Event } from './events'
import { type ListQuery, type Page, listPage, tryPage } from './pages'

/** A walk along the pages of a list. */
export interface Traversal {
  pages: Page[]
  items: Event[]
  /** Whether the last page was reached. */
  complete: boolean
}

const mostPages = 250
/** How many pages in a row may be empty: a filter may leave some empty, but `hasMore` promises that an item follows. */
const mostEmptyPages = 20

/**
 * Follows cursors from `start`, to the last page or until `enough`, and judges what holds on every page. Begins with the
 * list itself where the deployment refuses `start`, which may have been used before, and with another limit.
 */
export async function traverse(
  context: Context,
  key: Key,
  query: Readonly<Record<string, number>> = { limit: 100 },
  enough: (items: readonly Event[]) => boolean = () => false,
  start?: string,
): Promise<Traversal> {
  const pages: Page[] = []
  const items: Event[] = []
  const seen = new Set<string>()
  const cursors = new Set<string>()
  const jump = start === undefined ? undefined : await tryPage(context, key, { ...query, cursor: start })
  // A cursor that is good for one use may be answered like one that is none, by an empty page without an end to come.
  const first = jump && (jump.items.length > 0 || jump.hasMore) ? jump : undefined
  let cursor: string | undefined
  while (pages.length < mostPages) {
    // The parameters stand in either order by turns: a service may tell them by their place.
    const next: ListQuery = cursor === undefined ? {} : { cursor }
    const page: Page =
      pages.length === 0 && first
        ? first
        : await listPage(context, key, pages.length % 2 === 0 ? { ...next, ...query } : { ...query, ...next })
    const { answer, hasMore, nextCursor } = page
    const { length } = page.items
    if (query.limit !== undefined) {
      const message = `A page holds more than limit=${query.limit} items.`
      expectThat(length <= query.limit, 'PG-2', message, { received: `${length} items`, answer })
    }
    for (const { id } of page.items) {
      expectThat(!seen.has(id), 'PG-6', `The event ${id} came on an earlier page already.`, { answer })
      seen.add(id)
    }
    const promised = pages.at(-1)?.hasMore === true
    pages.push(page)
    items.push(...page.items)
    const denied = promised && length === 0 && !hasMore
    expectThat(!denied, 'PG-4', '`hasMore` was true, and nothing followed.', { answer })
    const last = pages.slice(-mostEmptyPages)
    const endless = pages.length > mostEmptyPages && last.every((one) => one.items.length === 0)
    const message = `\`hasMore\` was true ${mostEmptyPages} times, and nothing followed.`
    expectThat(!endless, 'PG-4', message, { answer })
    if (!hasMore) return { pages, items, complete: true }
    if (typeof nextCursor !== 'string' || !nextCursor.startsWith('cur_')) {
      const received = nextCursor ?? String(nextCursor)
      return fail('PG-5', 'More items follow, and `nextCursor` is no cursor.', { received, answer })
    }
    if (enough(items)) return { pages, items, complete: false }
    const circle = 'The same cursor came twice: the traversal goes in a circle.'
    expectThat(!cursors.has(nextCursor), 'PG-6', circle, { received: nextCursor, answer })
    cursors.add(nextCursor)
    cursor = nextCursor
  }
  return { pages, items, complete: false }
}

/** The cursor after which the run's events begin, so that a long list need not be walked in small steps. */
export async function cursorBefore(
  context: Context,
  key: Key,
  { pages }: Traversal,
  ids: readonly string[],
): Promise<string | undefined> {
  const isOwn = ({ id }: Event) => ids.includes(id)
  const first = pages.findIndex(({ items }) => items.some(isOwn))
  const cursor = pages[first - 1]?.nextCursor
  const begins: ListQuery = typeof cursor === 'string' ? { cursor } : {}
  const others = pages[first]?.items.findIndex(isOwn) ?? 0
  // A page that ends where the run's events begin has the cursor that leads right to them. A list that forgets its oldest events may begin
  // later by now, and such a page would then end among the run's events.
  const page = others > 0 ? await tryPage(context, key, { ...begins, limit: others }) : undefined
  const endsBefore = page?.items.length === others && !page.items.some(isOwn)
  if (endsBefore && typeof page.nextCursor === 'string') return page.nextCursor
  return typeof cursor === 'string' ? cursor : undefined
}

/** How many pages a walk along the run's events may take: a list that is ordered by id spreads them over all of it. */
const mostSteps = 60

/** A limit, or the least multiple of it that will do where the run's events lie too far apart for pages of it. */
export function wideEnough(limit: number, ids: readonly string[], items: readonly Event[]): number {
  const places = items.flatMap(({ id }, place) => (ids.includes(id) ? [place] : []))
  const span = (places.at(-1) ?? 0) - (places[0] ?? 0)
  return Math.min(100, limit * Math.max(1, Math.ceil(span / (mostSteps * limit))))
}

/** Those of these events that have not been seen. */
export function missingOf(ids: readonly string[], items: readonly { id: string }[]): string[] {
  const listed = new Set(items.map(({ id }) => id))
  return ids.filter((id) => !listed.has(id))
}

/** Whether all of these events have been seen. */
export const holdsAll = (ids: readonly string[]) => (items: readonly Event[]) =>
  missingOf(ids, items).length === 0

/** How long lists took to show the run's events so far, in milliseconds. */
interface Lateness {
  slowest: number
  /** How often events were not listed in time. */
  missed: number
}

/** The least time for which events are awaited, in milliseconds. */
const leastWait = 1_000

/**
 * Walks the list until it shows all of these events. Where they are not listed in time, the check ends, and the list is
 * read once more at the end of the run: only an event that is not listed then is lost.
 */
export async function awaitListed(context: Context, key: Key, ids: readonly string[]): Promise<Traversal> {
  const since = context.now()
  const { traversal, waited } = await lookUntilListed(context, key, ids)
  if (holdsAll(ids)(traversal.items)) return traversal
  endWhereNewestAreKept(context, ids, traversal)
  return judgeLater(context, key, ids, () => Math.max(waited, context.now() - since))
}

/** Walks the list until it shows all of these events, or until the time for that is over. Judges neither. */
export async function lookUntilListed(context: Context, key: Key, ids: readonly string[]) {
  // To find out that a list is too long takes long, and the list does not get shorter.
  const longLists = context.keep('long lists', () => new Map<Key, CouldNotRun>())
  const known = longLists.get(key)
  if (known) throw known
  const lateness = context.keep<Lateness>('lateness of lists', () => ({ slowest: 0, missed: 0 }))
  const since = context.now()
  let waited = 0
  // The time of a deployment in process may stand still but for the waits of the run.
  const elapsed = () => Math.max(waited, context.now() - since)
  // A list that was late before is looked at three times in the time that it took then, and after that ever more seldom.
  const usual = lateness.slowest
  let delay = Math.max(50, usual / 3)
  for (;;) {
    await context.settle()
    const left = longestWait(context, lateness) - elapsed()
    const traversal = await traverse(context, key, { limit: 100 }, holdsAll(ids))
    if (holdsAll(ids)(traversal.items)) {
      lateness.slowest = Math.max(lateness.slowest, elapsed())
      return { traversal, waited }
    }
    if (!traversal.complete) {
      const { length } = traversal.items
      const message = `The list is longer than ${length} events, and the run's are not among them.`
      const tooLong = new CouldNotRun(message)
      longLists.set(key, tooLong)
      throw tooLong
    }
    if (left <= 0) {
      lateness.missed += 1
      return { traversal, waited }
    }
    if (waited === 0) judgeListSteadiness(context, key, ids)
    // The last look begins at the end of the time, not before it.
    waited += Math.min(delay, left)
    await context.wait(Math.min(delay, left))
    if (elapsed() >= usual) delay *= 2
  }
}

/** Has the end of the run judge whether each look at the list shows events that one look did not. */
function judgeListSteadiness(context: Context, key: Key, ids: readonly string[]): void {
  const message = 'A list shows events at one time and not at another.'
  const look = async (wanted: readonly string[]) => {
    const { items, pages } = await traverse(context, key, { limit: 100 }, holdsAll(wanted))
    return { missing: missingOf(wanted, items), answer: pages.at(-1)?.answer }
  }
  // The latest events stand together at one end of most lists.
  judgeSteadiness(context, { name: `list ${key.label}`, rule: 'PG-6', message, most: 20, look }, ids)
}

/** Milliseconds to wait for an event. Where one was not listed in time, the next is not awaited as long again. */
function longestWait(context: Context, { slowest, missed }: Lateness): number {
  const longest = context.settings.listingTimeout
  return missed === 0 ? longest : Math.min(longest, Math.max(leastWait, 2 * slowest))
}

/** Ends the check, and has the end of the run tell whether the events were late or lost. */
function judgeLater(context: Context, key: Key, ids: readonly string[], elapsed: () => number): never {
  context.later(async () => {
    const whole = await traverse(context, key, { limit: 100 }, holdsAll(ids))
    const { items, pages } = whole
    const lost = missingOf(ids, items)
    if (lost.length === 0) throw tooLate(elapsed())
    endWhereNewestAreKept(context, lost, whole)
    // A list that leaves the rest out looks like one that denies that more follows: either rule may be broken.
    const rules = pages.at(-1)?.items.length === 100 ? ['PG-4', 'PG-6'] : ['PG-6']
    fail(rules, 'Events that were created are not listed.', { expected: lost, answer: pages.at(-1)?.answer })
  })
  throw tooLate(elapsed())
}

function tooLate(milliseconds: number): CouldNotRun {
  const seconds = Math.ceil(milliseconds / 1_000)
  return new CouldNotRun(
    `Events were not listed within the time that the run waits for them.`,
    `--listing-timeout ${seconds + 1}`,
  )
}

/** Thrown where newer events have taken the place of those of a check in a list. */
class Displaced extends CouldNotRun {
  override readonly name = 'Displaced'
}

/**
 * Judges events that a list holds. Where newer events, as of other checks, have taken their place meanwhile, they are judged once more: by
 * then probes leave out what the list holds no longer, and create others.
 */
export async function whileListed(judge: () => Promise<void>): Promise<void> {
  try {
    await judge()
  } catch (error) {
    if (!(error instanceof Displaced)) throw error
    await judge()
  }
}

/** The fewest events of a list that keeps its newest only. One that shows fewer has lost what it does not show. */
const fewestKept = 150

/**
 * Ends the check where events left a list because newer ones took their place: the interface does not say how many events a
 * list keeps. Such a list shows many events, and none that is older than those it does not show.
 */
export function endWhereNewestAreKept(
  context: Context,
  ids: readonly string[],
  { items, complete }: Traversal,
): void {
  if (!complete || items.length < fewestKept) return
  const missing = missingOf(ids, items)
  const timeOf = (text: unknown) => readUtcTime(text)?.milliseconds ?? Number.NaN
  const newest = Math.max(...missing.map((id) => timeOf(createdAt(context, id))))
  if (missing.length === 0 || !items.every(({ created }) => timeOf(created) >= newest)) return
  noteDisplaced(context, missing)
  throw new Displaced(
    `The list keeps its newest ${items.length} events, and newer ones have taken the place of those of this check.`,
  )
}
