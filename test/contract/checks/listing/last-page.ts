import { NotApplicable } from '../../engine/outcome'
import { createEvents, forEachKey } from '../../probes/events'
import { expectThat } from '../../probes/expect'
import { listPage, traverse, tryPage, type ListQuery } from '../../probes/listing'
import { clauses } from './clauses'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

/** Events of a list whose end is looked for: the end of a longer one costs too many requests. */
const mostEvents = 1_000

/** The end of the list, as pages of any size say it. */
export const lastPageChecks: readonly Check[] = [
  {
    ...clauses.hasMore,
    id: 'has-more-at-the-end-of-any-page',
    title: 'hasMore is false on the last page, whether it holds one event or has no limit',
    rules: ['PG-4'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    async run(context) {
      let judged = 0
      await forEachKey(context, async (key) => {
        for (const limit of [1, undefined]) judged += (await judgeLastPage(context, key, limit)) ? 1 : 0
      })
      if (judged === 0)
        throw new NotApplicable('The end of the list cannot be reached by pages of another size.')
      return `${judged} last pages were judged.`
    },
  },
]

/** Judges the page that begins with the last event; resolves to `false` where no cursor leads there. */
async function judgeLastPage(context: Context, key: Key, limit: number | undefined): Promise<boolean> {
  await createEvents(context, key, 2)
  const { pages, complete } = await traverse(
    context,
    key,
    { limit: 100 },
    (items) => items.length > mostEvents,
  )
  const { items = [], hasMore } = pages.at(-1) ?? {}
  if (!complete || hasMore !== false || items.length < 2) return false
  const before = pages.at(-2)?.nextCursor
  const start: ListQuery = typeof before === 'string' ? { cursor: before } : {}
  const almost = await tryPage(context, key, { ...start, limit: items.length - 1 })
  if (!almost || typeof almost.nextCursor !== 'string') return false
  const query = { cursor: almost.nextCursor, ...(limit === undefined ? {} : { limit }) }
  const last = await tryPage(context, key, query)
  // Others may have made events meanwhile, which a list from old to new shows at its end.
  if (last?.items.at(-1)?.id !== items.at(-1)?.id) return false
  const { answer } = last ?? {}
  const message = '`hasMore` is true on a page after which nothing follows.'
  const details = { received: answer?.text.slice(-200), answer }
  if (!last?.hasMore) return true
  expectThat(typeof last.nextCursor === 'string', 'PG-4', message, details)
  const next = await listPage(context, key, { ...query, cursor: last.nextCursor })
  expectThat(next.items.length > 0, 'PG-4', message, details)
  return true
}
