import { CouldNotRun, Violation } from '../../engine/outcome'
import { createEvent, createEvents, forEachKey, type Created } from '../../probes/events'
import {
  awaitListed,
  cursorBefore,
  holdsAll,
  listPage,
  traverse,
  type Page,
  type Traversal,
} from '../../probes/listing'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 90_000 } as const

/** What a page says of what follows it. */
export const hasMoreChecks: readonly Check[] = [
  {
    ...base,
    id: 'has-more-on-the-way',
    title: 'hasMore is true while more items follow',
    rules: ['PG-4'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const own = await createEvents(context, key, 5)
        for (const limit of [1, 2]) await assertReached(context, key, own, limit)
      })
    },
  },
  {
    ...base,
    id: 'has-more-at-the-end',
    title: 'hasMore is false on the last page, also when it is full',
    rules: ['PG-4'],
    async run(context) {
      const key = context.eventKey()
      await createEvents(context, key, 3)
      for (let attempt = 1; ; attempt += 1) {
        const { items, complete } = await traverse(context, key)
        if (!complete) throw new CouldNotRun(`The list is longer than ${items.length} events.`)
        const limits = [divisor(items.length), oneLeft(items.length)]
        if (limits.includes(undefined)) {
          // A list that holds no more than so many (OQ-30) keeps its length.
          if (attempt > 30)
            return `The list stays at ${items.length} events, which no pages fill: its end was not seen.`
          const { event } = await createEvent(context, key)
          const listed = await awaitListed(context, key, [event.id])
          // Lost: PG-6 judges that. The list would never reach a length that tells.
          if (!holdsAll([event.id])(listed.items)) throw new CouldNotRun('A new event is not listed.')
          continue
        }
        const walks: Traversal[] = []
        for (const limit of limits) walks.push(await traverse(context, key, { limit: limit as number }))
        const after = await traverse(context, key)
        // Others may write meanwhile: only an unchanged list tells.
        if (after.items.length !== items.length) {
          if (attempt < 4) continue
          return 'The list changed all the time: its end was not seen.'
        }
        for (const { items: walked, pages } of walks) {
          if (walked.length >= items.length) continue
          throw new Violation('PG-4', '`hasMore` was false while more items followed.', {
            expected: `${items.length} items`,
            received: `${walked.length} items, and ${pages.at(-1)?.answer.text.slice(-100)}`,
            evidence: pages.at(-1)?.answer.evidence,
          })
        }
        const [walk] = walks as [Traversal]
        const single = items.length <= 100 ? await listPage(context, key, { limit: items.length }) : undefined
        if (single?.hasMore && single.items.length === items.length) {
          const next = await listPage(context, key, cursorOf(single, items.length))
          if (next.items.length === 0) {
            throw new Violation('PG-4', '`hasMore` is true on a full page after which nothing follows.', {
              received: single.answer.text.slice(-200),
              evidence: single.answer.evidence,
            })
          }
        }
        const last = walk.pages.at(-1) as Page
        if (last.nextCursor === null) context.observe('lastPageCursor', 'null')
        if (last.nextCursor === undefined) context.observe('lastPageCursor', 'absent')
        if (typeof last.nextCursor === 'string')
          await assertNothingFollows(context, key, last, walk.items.length)
        return `${items.length} events in pages of ${limits.join(' and ')}.`
      }
    },
  },
  {
    ...base,
    id: 'next-cursor',
    title: 'nextCursor begins with cur_ while more items follow',
    rules: ['PG-5'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const own = await createEvents(context, key, 3)
        const { pages } = await traverse(context, key, { limit: 1 }, (items) => items.length >= own.length)
        const odd = pages.find(({ hasMore, nextCursor }) => hasMore && !/^cur_\S+$/.test(String(nextCursor)))
        if (odd) throw new Violation('PG-5', '`nextCursor` is no cursor.', { received: odd.nextCursor })
      })
    },
  },
]

/** Walks until all of the run's events were seen; an end before that means that hasMore was false too soon. */
async function assertReached(
  context: Context,
  key: Key,
  own: readonly Created[],
  limit: number,
): Promise<void> {
  const ids = own.map(({ event }) => event.id)
  const listed = await awaitListed(context, key, ids)
  // Lost on any page: PG-6 judges that.
  if (!holdsAll(ids)(listed.items)) return
  const start = await cursorBefore(context, key, listed, ids)
  const { items, complete, pages } = await traverse(context, key, { limit }, holdsAll(ids), start)
  const missing = ids.filter((id) => !items.some((item) => item.id === id))
  if (!complete || missing.length === 0) return
  throw new Violation('PG-4', '`hasMore` was false while more items followed.', {
    expected: missing,
    received: pages.at(-1)?.answer.text.slice(-200),
    evidence: pages.at(-1)?.answer.evidence,
  })
}

async function assertNothingFollows(context: Context, key: Key, last: Page, count: number): Promise<void> {
  const answer = await context.call('listEvents', {
    key,
    query: { cursor: last.nextCursor as string, limit: 100 },
  })
  const items = (answer.json as { data?: unknown } | undefined)?.data
  if (!Array.isArray(items) || items.length === 0) return
  throw new Violation('PG-4', `\`hasMore\` was false after ${count} items, and its cursor leads to more.`, {
    evidence: answer.evidence,
  })
}

/** The query of the page after this one; of the first one where it names no cursor. */
export function cursorOf(page: Page, limit: number): Record<string, string | number> {
  return typeof page.nextCursor === 'string' ? { cursor: page.nextCursor, limit } : { limit }
}

/** A page size under which the last page holds a single item. */
function oneLeft(count: number): number | undefined {
  return count <= 101 ? count - 1 : divisor(count - 1)
}

/** The largest page size under which the list ends in a full page after a few of them. */
function divisor(count: number): number | undefined {
  for (let size = Math.min(100, Math.floor(count / 2)); size >= 1; size -= 1) {
    if (count % size === 0) return count / size <= 60 ? size : undefined
  }
  return undefined
}
