import { createEvents } from '../../probes/events'
import { eventsInTurn } from '../../probes/population'
import { equal } from '../../wire/json'
import { expectThat } from '../../probes/expect'
import { expectWalked, isFollowed, untilSteady } from '../../probes/walks'
import { awaitListed, traverse, type Traversal } from '../../probes/listing'
import { lastCursorOf, listBase, tryPage, type ListQuery, type Page } from '../../probes/pages'
import { CouldNotRun, NotApplicable, type Check, type Context, type Key } from '../../engine/check'

/** How often the walk to the end of a list is tried, which others may change, or which has to grow for it. */
const mostAttempts = 8
/**
 * How often the list is made longer for it. A list that has another length each time is changed by others, and each time all
 * of it is read several times.
 */
const mostGrowths = 3
/** How often others may change the list during the walks until the end of a list that is never at rest is given up. */
const mostChanges = 3
const anotherList = '--test-key KEY of an account with few events, whose list nobody else changes'

/** The end of a list, or all of it, with the page sizes of the walks that lead there. */
interface Stretch extends Tail {
  sizes: readonly number[]
  /** How many events the list lacks until its end can be seen in few requests. */
  lacks: number
}

/** Checks of what the last page of a list says. */
export const listEndChecks: readonly Check[] = [
  {
    ...listBase,
    id: 'has-more-at-the-end',
    title: 'hasMore is false on the last page, also when it is full',
    rules: ['PG-4'],
    observes: ['lastPageCursor'],
    async run(context) {
      const key = context.eventKey()
      const own = await eventsInTurn(context, key, 3)
      return untilSteady(context, key, own, () => judgeListEnd(context, key, own))
    },
  },
]

/** Judges the end of a list, which grows before where that takes few requests. Resolves to what was seen. */
async function judgeListEnd(context: Context, key: Key, own: readonly string[]): Promise<string> {
  let before = -1
  let [growths, changes] = [0, 0]
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const whole = await traverse(context, key)
    const { length } = whole.items
    if (!whole.complete) throw new CouldNotRun(`The list is longer than ${length} events.`)
    expectWalked(own, whole)
    // The cursor is noted before the walks, since these come to no end where others change the list all the time.
    context.observe('lastPageCursor', lastCursorOf(whole.pages.at(-1)?.nextCursor))
    // A list that holds no more than so many events (OQ-30) keeps its length, whatever is created.
    const grows = length > before
    before = length
    const stretch = await stretchOf(context, key, whole)
    if (stretch.lacks > 0 && grows) {
      growths += 1
      if (growths > mostGrowths) break
      const made = await createEvents(context, key, stretch.lacks)
      await awaitListed(context, key, idsOf({ items: made.map(({ event }) => event) }))
      continue
    }
    if (stretch.sizes.length === 0)
      throw new NotApplicable(`No few pages end where a list of ${length} events does.`, anotherList)
    const walks = await walkUnchanged(context, key, whole, stretch)
    if (walks) {
      await judgeEnd(context, key, stretch, walks)
      return `The last ${stretch.ids.length} of ${length} events in pages of ${stretch.sizes.join(' and ')}.`
    }
    // A list that others changed meanwhile makes the walks prove nothing.
    changes += 1
    if (changes >= mostChanges) break
  }
  const restless = 'Others changed the list all the time, so that its end was not seen.'
  throw new CouldNotRun(restless, anotherList)
}

/** The events at the end of a long list, where a cursor leads there again; else the whole list. */
async function stretchOf(context: Context, key: Key, whole: Traversal): Promise<Stretch> {
  const tail = await tailOf(context, key, whole)
  if (tail) return { ...tail, sizes: sizesToWalk(tail.ids.length), lacks: 0 }
  const { length } = whole.items
  return { ids: idsOf(whole), sizes: sizesToWalk(length), lacks: lengthToReach(length) - length }
}

/** Walks to the end in each page size. `undefined` where others change the list meanwhile: the first walk that sees so is the last. */
async function walkUnchanged(context: Context, key: Key, whole: Traversal, { ids, sizes, start }: Stretch) {
  const walks: Traversal[] = []
  let isSame = false
  for (const limit of sizes) {
    const walk = await traverse(context, key, { limit }, undefined, start)
    walks.push(walk)
    if (isSame || haveSameIds(idsOf(walk), ids)) continue
    // The list is read again only where a walk saw other events, and once.
    isSame = haveSameIds(idsOf(await traverse(context, key)), idsOf(whole))
    if (!isSame) return undefined
  }
  return walks
}

/** Whether two lists hold the same events. Those of one moment may stand in another order each time. */
function haveSameIds(one: readonly string[], other: readonly string[]): boolean {
  return equal([...one].sort(), [...other].sort())
}

/** Judges what the end of an unchanged list said at the end of each walk. */
async function judgeEnd(context: Context, key: Key, { ids, start }: Stretch, walks: readonly Traversal[]) {
  const { length } = ids
  for (const { items, pages } of walks) {
    const answer = pages.at(-1)?.answer
    const received = `${items.length} items, and ${answer?.text.slice(-100)}`
    const message = '`hasMore` was false while more items followed.'
    expectThat(items.length >= length, 'PG-4', message, { expected: `${length} items`, received, answer })
  }
  if (length <= 100) await judgeSinglePage(context, key, length, start)
  const [walk] = walks as [Traversal]
  const { nextCursor: cursor } = walk.pages.at(-1) as Page
  if (typeof cursor !== 'string') return
  const limit = walk.pages.at(0)?.items.length ?? 100
  const behind = await tryPage(context, key, { cursor, limit })
  if (!behind) return
  const { answer } = behind
  const message = `\`hasMore\` was false after ${walk.items.length} items, and its cursor leads to more.`
  expectThat(behind.items.length === 0, 'PG-4', message, { answer })
  const denied = '`hasMore` is true on a page behind the end, after which nothing follows.'
  expectThat(!behind.hasMore || (await isFollowed(context, key, { limit }, behind)), 'PG-4', denied, {
    answer,
  })
}

/** Fails where a page that holds all the rest says that more follow. */
async function judgeSinglePage(context: Context, key: Key, length: number, start: string | undefined) {
  const query: ListQuery = { limit: length, ...(start === undefined ? {} : { cursor: start }) }
  const single = await tryPage(context, key, query)
  if (!single?.hasMore || single.items.length !== length) return
  const { answer } = single
  const message = '`hasMore` is true on a full page after which nothing follows.'
  const follows = await isFollowed(context, key, { limit: length }, single)
  expectThat(follows, 'PG-4', message, { received: answer.text.slice(-200), answer })
}

/** Events at the end of a list, and the cursor that leads to the first of them; without one they are the whole list. */
interface Tail {
  ids: readonly string[]
  start?: string
}

/** How many events the end of a long list has: 12 on a page fill two pages, and 23 leave one event for the next. */
const tailLength = 24

/**
 * The end of a list that was read in pages of 100, so that further walks need not begin at its beginning. `undefined` where the
 * list is short, and where a cursor is not good for another use or another limit, which the interface does not promise.
 */
async function tailOf(context: Context, key: Key, whole: Traversal): Promise<Tail | undefined> {
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
function idsOf({ items }: { items: readonly { id: string }[] }): string[] {
  return items.map(({ id }) => id)
}

/** The most events that are added to a list so that its end can be seen in few requests. */
const mostAdded = 30
/** The most pages of a walk to the end of a list. */
const mostPages = 30

/**
 * The length that a list of `length` events should have, so that both walks to its end are possible and take the fewest requests.
 * Each event that is added is a request, and a list that has grown is read twice again, in pages of 100.
 */
function lengthToReach(length: number): number {
  const cost = (added: number) => {
    const sizes = sizesToWalk(length + added)
    if (sizes.length < 2) return Infinity
    const pages = sizes.reduce((sum, size) => sum + Math.ceil((length + added) / size), 0)
    return pages + (added === 0 ? 0 : added + 2 * Math.ceil((length + added) / 100))
  }
  const choices = Array.from({ length: mostAdded + 1 }, (_, added) => added)
  return length + choices.reduce((best, added) => (cost(added) < cost(best) ? added : best), 0)
}

/** The page sizes under which so many events end in a full page, and in a page of one event, as far as there are such. */
function sizesToWalk(length: number): number[] {
  const sizeThatLeavesOne = length <= 101 ? length - 1 : sizeOfFullPages(length - 1)
  return [sizeOfFullPages(length), sizeThatLeavesOne].filter((size) => size !== undefined)
}

/** The largest page size that divides a length, and not into too many pages. */
function sizeOfFullPages(length: number): number | undefined {
  for (let size = Math.min(100, Math.floor(length / 2)); size >= 1; size -= 1) {
    if (length % size === 0) return length / size <= mostPages ? size : undefined
  }
  return undefined
}
