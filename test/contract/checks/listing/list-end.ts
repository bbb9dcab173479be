import { CouldNotRun, NotApplicable } from '../../engine/outcome'
import { createEvents } from '../../probes/events'
import { equal } from '../../engine/equal'
import { expectThat } from '../../probes/expect'
import { growList, lengthToReach, sizesToWalk } from '../../probes/list-length'
import { idsOf, tailOf, type Tail } from '../../probes/list-tail'
import { itemsOf } from '../../probes/answers'
import { isFollowed, isOfPages } from '../../probes/steady-lists'
import { traverse, tryPage, type ListQuery, type Page, type Traversal } from '../../probes/listing'
import { clauses } from './clauses'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

/** How often the walk to the end of a list is tried, which others may change, or which has to grow for it. */
const mostAttempts = 8
/**
 * How often the list is made longer for it. A list that has another length each time is changed by others, and each time all
 * of it is read several times.
 */
const mostGrowths = 3
/** How often others may change the list during the walks until the end of a list that is never at rest is given up. */
const mostChanges = 3
/** Milliseconds before the first walk that is made again after an end that was wrong. */
const pause = 500
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
    ...clauses.hasMore,
    id: 'has-more-at-the-end',
    title: 'hasMore is false on the last page, also when it is full',
    rules: ['PG-4'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    timeLimit: 90_000,
    async run(context) {
      const key = context.eventKey()
      await createEvents(context, key, 3)
      let before = -1
      let [growths, changes] = [0, 0]
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const whole = await traverse(context, key)
        const { length } = whole.items
        if (!whole.complete) throw new CouldNotRun(`The list is longer than ${length} events.`)
        observeLastCursor(context, whole)
        // A list that holds no more than so many events (OQ-30) keeps its length, whatever is created.
        const grows = length > before
        before = length
        const stretch = await stretchOf(context, key, whole)
        if (stretch.lacks > 0 && grows) {
          growths += 1
          if (growths > mostGrowths) break
          await growList(context, key, stretch.lacks)
          continue
        }
        if (stretch.sizes.length === 0)
          throw new NotApplicable(`No few pages end where a list of ${length} events does.`, anotherList)
        const walks = await walkUnchanged(context, key, whole, stretch)
        // A list that others changed meanwhile makes the walks prove nothing.
        if (!walks) {
          changes += 1
          if (changes < mostChanges) continue
          break
        }
        try {
          await judgeEnd(context, key, stretch, walks)
        } catch (error) {
          changes += 1
          if (changes >= mostChanges || !isOfPages(error)) throw error
          // A database that lags behind another one has caught up by then.
          await context.wait(pause * changes)
          continue
        }
        return `The last ${stretch.ids.length} of ${length} events in pages of ${stretch.sizes.join(' and ')}.`
      }
      throw new CouldNotRun(
        'Others changed the list all the time, so that its end was not seen.',
        anotherList,
      )
    },
  },
]

/** The events at the end of a long list, where a cursor leads there again; else the whole list. */
async function stretchOf(context: Context, key: Key, whole: Traversal): Promise<Stretch> {
  const tail = await tailOf(context, key, whole)
  if (tail) return { ...tail, sizes: sizesToWalk(tail.ids.length), lacks: 0 }
  const { length } = whole.items
  return { ids: idsOf(whole), sizes: sizesToWalk(length), lacks: lengthToReach(length) - length }
}

/** Walks to the end in each page size. `undefined` where others change the list meanwhile: the first walk that sees so is the last. */
async function walkUnchanged(
  context: Context,
  key: Key,
  whole: Traversal,
  { ids, sizes, start }: Stretch,
): Promise<Traversal[] | undefined> {
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

/** Notes what stands in the place of a cursor on the last page, also of a list that others change all the time. */
function observeLastCursor(context: Context, { pages }: Traversal): void {
  const { nextCursor } = pages.at(-1) as Page
  if (nextCursor === null) context.observe('lastPageCursor', 'null')
  if (nextCursor === undefined) context.observe('lastPageCursor', 'absent')
  if (typeof nextCursor === 'string') context.observe('lastPageCursor', 'present')
}

/** Judges what the end of an unchanged list said at the end of each walk. */
async function judgeEnd(
  context: Context,
  key: Key,
  { ids, start }: Stretch,
  walks: readonly Traversal[],
): Promise<void> {
  const { length } = ids
  for (const { items, pages } of walks) {
    const answer = pages.at(-1)?.answer
    const received = `${items.length} items, and ${answer?.text.slice(-100)}`
    const message = '`hasMore` was false while more items followed.'
    const details = { expected: `${length} items`, received, answer }
    expectThat(items.length >= length, 'PG-4', message, details)
  }
  if (length <= 100) await judgeSinglePage(context, key, length, start)
  const [walk] = walks as [Traversal]
  const { nextCursor: cursor } = walk.pages.at(-1) as Page
  if (typeof cursor !== 'string') return
  const limit = walk.pages.at(0)?.items.length ?? 100
  const answer = await context.call('listEvents', { key, query: { cursor, limit } })
  const message = `\`hasMore\` was false after ${walk.items.length} items, and its cursor leads to more.`
  expectThat(itemsOf(answer).length === 0, 'PG-4', message, { answer })
}

/** Fails where a page that holds all the rest says that more follow. */
async function judgeSinglePage(
  context: Context,
  key: Key,
  length: number,
  start: string | undefined,
): Promise<void> {
  const query: ListQuery = { limit: length, ...(start === undefined ? {} : { cursor: start }) }
  const single = await tryPage(context, key, query)
  if (!single?.hasMore || single.items.length !== length) return
  const { answer } = single
  const message = '`hasMore` is true on a full page after which nothing follows.'
  const follows = await isFollowed(context, key, { limit: length }, single)
  expectThat(follows, 'PG-4', message, { received: answer.text.slice(-200), answer })
}
