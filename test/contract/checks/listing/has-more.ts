import { awaitListed, cursorBefore, holdsAll, traverse, wideEnough } from '../../probes/listing'
import { createEvents, forEachKey, type Created } from '../../probes/events'
import { expectThat } from '../../probes/expect'
import { untilSteady } from '../../probes/steady-lists'
import { clauses } from './clauses'
import type { Check, Context, Key } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 90_000 } as const

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
  await untilSteady(context, key, ids, async () => {
    const { items, complete, pages } = await traverse(context, key, { limit: wide }, holdsAll(ids), start)
    const missing = ids.filter((id) => !items.some((item) => item.id === id))
    const answer = pages.at(-1)?.answer
    const details = { expected: missing, received: answer?.text.slice(-200), answer }
    const message = '`hasMore` was false while more items followed.'
    expectThat(!complete || missing.length === 0, 'PG-4', message, details)
  })
}
