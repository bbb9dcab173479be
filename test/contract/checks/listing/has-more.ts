import { CouldNotRun, NotApplicable } from '../../engine/outcome'
import { awaitListed } from '../../probes/await-listed'
import {
  cursorBefore,
  holdsAll,
  listPage,
  nextQuery,
  traverse,
  wideEnough,
  type Page,
  type Traversal,
} from '../../probes/listing'
import { createEvent, createEvents, forEachKey, type Created } from '../../probes/events'
import { expectThat } from '../../probes/expect'
import { itemsOf } from '../../probes/answers'
import { clauses } from './clauses'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 90_000 } as const

/** How often the walk to the end of a list is tried, which others may change, or which has to grow for it. */
const mostAttempts = 30
const anotherList = '--test-key KEY of an account whose list nobody else changes'

/** Checks of `hasMore` and `nextCursor`: what a page says of the items that follow it. */
export const hasMoreChecks: readonly Check[] = [
  {
    ...base,
    ...clauses.hasMore,
    id: 'has-more-on-the-way',
    title: 'hasMore is true while more items follow',
    rules: ['PG-4'],
    run: (context) =>
      forEachKey(context, async (key) => {
        const own = await createEvents(context, key, 5)
        for (const limit of [1, 2]) await expectReached(context, key, own, limit)
      }),
  },
  {
    ...base,
    ...clauses.hasMore,
    id: 'has-more-at-the-end',
    title: 'hasMore is false on the last page, also when it is full',
    rules: ['PG-4'],
    async run(context) {
      const key = context.eventKey()
      await createEvents(context, key, 3)
      let before = -1
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const { items, complete } = await traverse(context, key)
        const { length } = items
        if (!complete) throw new CouldNotRun(`The list is longer than ${length} events.`)
        // A list that holds no more than so many events (OQ-30) keeps its length, whatever is created.
        const grows = length > before
        before = length
        const limits = [sizeOfFullPages(length), sizeThatLeavesOne(length)].filter(
          (size) => size !== undefined,
        )
        if (limits.length < 2 && grows) {
          await growList(context, key)
          continue
        }
        if (limits.length === 0) {
          throw new NotApplicable(`The list stays at ${length} events, which no pages fill.`, anotherList)
        }
        const walks: Traversal[] = []
        for (const limit of limits) walks.push(await traverse(context, key, { limit }))
        const after = await traverse(context, key)
        // A list that others changed meanwhile makes the walks prove nothing.
        if (after.items.length !== length) continue
        await judgeEnd(context, key, length, walks)
        return `${length} events in pages of ${limits.join(' and ')}.`
      }
      throw new CouldNotRun(
        'Others changed the list all the time, so that its end was not seen.',
        anotherList,
      )
    },
  },
  {
    ...base,
    ...clauses.nextCursor,
    id: 'next-cursor',
    title: 'nextCursor begins with cur_ while more items follow',
    rules: ['PG-5'],
    run: (context) =>
      forEachKey(context, async (key) => {
        const own = await createEvents(context, key, 3)
        const { pages } = await traverse(context, key, { limit: 1 }, (items) => items.length >= own.length)
        const odd = pages.find(({ hasMore, nextCursor }) => hasMore && !/^cur_\S+$/.test(String(nextCursor)))
        expectThat(!odd, 'PG-5', '`nextCursor` is no cursor.', { received: odd?.nextCursor })
      }),
  },
]

/** Walks until all of the run's events were seen; an end before that means that hasMore was false too soon. */
async function expectReached(
  context: Context,
  key: Key,
  own: readonly Created[],
  limit: number,
): Promise<void> {
  const ids = own.map(({ event }) => event.id)
  const listed = await awaitListed(context, key, ids)
  const start = await cursorBefore(context, key, listed, ids)
  const wide = wideEnough(limit, ids, listed.items)
  const { items, complete, pages } = await traverse(context, key, { limit: wide }, holdsAll(ids), start)
  const missing = ids.filter((id) => !items.some((item) => item.id === id))
  const answer = pages.at(-1)?.answer
  const details = { expected: missing, received: answer?.text.slice(-200), answer }
  const message = '`hasMore` was false while more items followed.'
  expectThat(!complete || missing.length === 0, 'PG-4', message, details)
}

/** Judges what an unchanged list of so many items said at the end of each walk. */
async function judgeEnd(
  context: Context,
  key: Key,
  length: number,
  walks: readonly Traversal[],
): Promise<void> {
  for (const { items, pages } of walks) {
    const answer = pages.at(-1)?.answer
    const received = `${items.length} items, and ${answer?.text.slice(-100)}`
    const message = '`hasMore` was false while more items followed.'
    const details = { expected: `${length} items`, received, answer }
    expectThat(items.length >= length, 'PG-4', message, details)
  }
  const single = length <= 100 ? await listPage(context, key, { limit: length }) : undefined
  if (single?.hasMore && single.items.length === length) {
    const next = await listPage(context, key, nextQuery(single, length))
    const { answer } = single
    const message = '`hasMore` is true on a full page after which nothing follows.'
    expectThat(next.items.length > 0, 'PG-4', message, { received: answer.text.slice(-200), answer })
  }
  const [walk] = walks as [Traversal]
  const { nextCursor: cursor } = walk.pages.at(-1) as Page
  if (cursor === null) context.observe('lastPageCursor', 'null')
  if (cursor === undefined) context.observe('lastPageCursor', 'absent')
  if (typeof cursor !== 'string') return
  context.observe('lastPageCursor', 'present')
  const limit = walk.pages.at(0)?.items.length ?? 100
  const answer = await context.call('listEvents', { key, query: { cursor, limit } })
  const message = `\`hasMore\` was false after ${walk.items.length} items, and its cursor leads to more.`
  expectThat(itemsOf(answer).length === 0, 'PG-4', message, { answer })
}

async function growList(context: Context, key: Key): Promise<void> {
  const { event } = await createEvent(context, key)
  await awaitListed(context, key, [event.id])
}

/** A page size under which the last page holds a single item. */
function sizeThatLeavesOne(count: number): number | undefined {
  return count <= 101 ? count - 1 : sizeOfFullPages(count - 1)
}

/** The largest page size under which the list ends in a full page after a few of them. */
function sizeOfFullPages(count: number): number | undefined {
  for (let size = Math.min(100, Math.floor(count / 2)); size >= 1; size -= 1) {
    if (count % size === 0) return count / size <= 30 ? size : undefined
  }
  return undefined
}
