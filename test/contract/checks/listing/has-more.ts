import { checksOf } from '../checks-of'
import { missingOf, traverse, type Traversal } from '../../probes/listing'
import { drawnLimits, listBase, listPage, tryPage, type ListQuery, type Page } from '../../probes/pages'
import { forEachKey } from '../../probes/events'
import { eventsInTurn } from '../../probes/population'
import { expectThat } from '../../probes/expect'
import { isFollowed, walkOwn } from '../../probes/walks'
import { type Check, type Context, type Key, NotApplicable } from '../../engine/check'

/** Checks of `hasMore` and `nextCursor`: what a page says of the items that follow it. */
export const hasMoreChecks = checksOf(listBase, [
  {
    id: 'has-more-on-the-way',
    title: 'hasMore is true while more items follow, and nextCursor begins with cur_',
    rules: ['PG-4', 'PG-5'],
    async run(context) {
      const key = context.eventKey()
      const ids = await eventsInTurn(context, key, 5)
      const message = '`hasMore` was false while more items followed.'
      // An end before all of the run's events were seen means that `hasMore` was false too soon.
      const expectReached = ({ items, complete, pages }: Traversal) => {
        const missing = missingOf(ids, items)
        const answer = pages.at(-1)?.answer
        const details = { expected: missing, received: answer?.text.slice(-200), answer }
        expectThat(!complete || missing.length === 0, 'PG-4', message, details)
      }
      await walkOwn(context, key, ids, [1, 2], expectReached)
      // A service may answer otherwise once it has served many requests.
      context.later(async () => {
        const { hasMore, answer } = await listPage(context, key, { limit: 1 })
        expectThat(hasMore, 'PG-4', message, { answer })
      })
    },
  },
])

/** Events of a list whose end is looked for: the end of a longer one costs too many requests. */
const mostEvents = 1_000

/** The end of the list, as pages of any size say it. */
export const lastPageChecks: readonly Check[] = [
  {
    ...listBase,
    id: 'has-more-at-the-end-of-any-page',
    title: 'hasMore is false on the last page, whatever its limit, and without one',
    rules: ['PG-4'],
    async run(context) {
      let judged = 0
      await forEachKey(context, async (key) => {
        judged += await judgeLastPages(context, key)
      })
      if (judged === 0)
        throw new NotApplicable('The end of the list cannot be reached by pages of another size.')
      return `${judged} last pages were judged.`
    },
  },
]

/**
 * Judges pages that end with the last event, and resolves to their number: none where no cursor leads there. Pages of 100, and those
 * without a limit, are full; those of the other sizes hold one event.
 */
async function judgeLastPages(context: Context, key: Key): Promise<number> {
  const enough = (items: readonly unknown[]) => items.length > mostEvents
  const { pages, items, complete } = await traverse(context, key, { limit: 100 }, enough)
  if (!complete || items.length < 2) return 0
  // Others may have made events meanwhile, which a list from old to new shows at its end.
  const isLast = (page: Page | undefined) => page?.items.at(-1)?.id === items.at(-1)?.id
  const usual = await listPage(context, key)
  if (isLast(usual)) await expectEnd(context, key, {}, usual)
  const lastPage = async (cursor: unknown, size: ListQuery) => {
    const page = typeof cursor === 'string' ? await tryPage(context, key, { cursor, ...size }) : undefined
    return isLast(page) ? page : undefined
  }
  const limits = [1, 2, 7, 50, 99, ...drawnLimits(context, 3, 2)]
  const sizes: { size: ListQuery; length: number }[] = [
    { size: {}, length: usual.items.length },
    { size: { limit: 100 }, length: 100 },
    ...limits.map((limit) => ({ size: { limit }, length: 1 })),
  ]
  let judged = 0
  let cursor: unknown
  let eventsAfterCursor = 0
  for (const { size, length: most } of sizes) {
    const length = most < items.length ? Math.max(1, most) : 1
    let last = length === eventsAfterCursor ? await lastPage(cursor, size) : undefined
    if (!last) {
      // A cursor may be good for one use.
      cursor = await cursorLeadingTo(context, key, pages, length)
      eventsAfterCursor = length
      last = await lastPage(cursor, size)
    }
    if (!last) continue
    await expectEnd(context, key, size, last)
    judged += 1
  }
  return judged
}

/** A new cursor that leads to the last events of a list, so many of them; `undefined` where none does. */
async function cursorLeadingTo(context: Context, key: Key, pages: readonly Page[], length: number) {
  let first = pages.length
  let after = 0
  // Goes back from the last page until the pages from here on hold more events together than the cursor is to lead to.
  while (after <= length) {
    first -= 1
    after += (pages[first] as Page).items.length
  }
  const before = pages[first - 1]?.nextCursor
  const start: ListQuery = typeof before === 'string' ? { cursor: before } : {}
  return (await tryPage(context, key, { ...start, limit: after - length }))?.nextCursor
}

/** Fails where a page says that more follow, and nothing does. */
async function expectEnd(context: Context, key: Key, query: ListQuery, last: Page): Promise<void> {
  if (!last.hasMore) return
  const { answer, nextCursor } = last
  const message = '`hasMore` is true on a page after which nothing follows.'
  const details = { received: answer.text.slice(-200), answer }
  expectThat(typeof nextCursor === 'string', 'PG-4', message, details)
  expectThat(await isFollowed(context, key, query, last), 'PG-4', message, details)
}
