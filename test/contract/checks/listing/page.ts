import { Violation } from '../../engine/outcome'
import { createEvents, forEachKey } from '../../probes/events'
import { isRefusal } from '../../probes/expect'
import { listOrder, listPage, population, traverse } from '../../probes/listing'
import type { Check } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 90_000 } as const

/** Listing events, page by page. */
export const listingChecks: readonly Check[] = [
  {
    ...base,
    id: 'list-envelope',
    title: 'the list has data, an array, and hasMore, a boolean',
    rules: ['PG-1'],
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      for (const key of context.usableKeys()) {
        const { answer } = await listPage(context, key)
        if (answer.status === 200) continue
        throw new Violation('PG-1', `The list was answered by ${answer.status}.`, {
          expected: 200,
          received: answer.status,
        })
      }
    },
  },
  {
    ...base,
    id: 'list-parameters-are-optional',
    title: 'limit and cursor are optional, each without the other',
    rules: ['PG-7'],
    async run(context) {
      const key = context.eventKey()
      await createEvents(context, key, 2)
      const assertListed = async (query: Record<string, string | number>, what: string) => {
        const answer = await context.call('listEvents', { key, query })
        if (answer.status === 200) return
        throw new Violation('PG-7', `The list ${what} was answered by ${answer.status}.`, {
          received: answer.text,
          evidence: answer.evidence,
        })
      }
      await assertListed({}, 'without limit and cursor')
      await assertListed({ limit: 1 }, 'without cursor')
      const page = await listPage(context, key, { limit: 1 })
      if (typeof page.nextCursor !== 'string') return
      await assertListed({ cursor: page.nextCursor }, 'without limit')
      await assertListed({ cursor: page.nextCursor, limit: 1 }, 'with both')
    },
  },
  {
    ...base,
    id: 'page-holds-at-most-limit',
    title: 'a page holds at most limit items',
    rules: ['PG-2'],
    async run(context) {
      await forEachKey(context, async (key) => {
        await createEvents(context, key, 4)
        for (const limit of [1, 2, 3]) {
          await traverse(context, key, { limit }, (items) => items.length >= 3 * limit)
        }
      })
    },
  },
  {
    ...base,
    id: 'page-holds-at-most-100',
    title: 'a page never holds more than 100 items',
    rules: ['PG-3'],
    async run(context) {
      const key = context.eventKey()
      await population(context, key, 102)
      const queries: Record<string, number>[] = [{}, { limit: 100 }, { limit: 101 }, { limit: 1000 }]
      for (const query of queries) {
        const answer = await context.call('listEvents', { key, query })
        const items = (answer.json as { data?: unknown } | undefined)?.data
        if (!Array.isArray(items) || items.length <= 100) continue
        throw new Violation('PG-3', `A page holds ${items.length} items.`, {
          expected: 'at most 100',
          received: items.length,
          evidence: answer.evidence,
        })
      }
    },
  },
  {
    ...base,
    id: 'limit-100-is-accepted',
    title: 'a limit up to 100 is accepted',
    rules: ['PG-2'],
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      for (const limit of [100, 99, 50, 2, 1]) {
        const answer = await context.call('listEvents', { key: context.anyKey(), query: { limit } })
        if (answer.status === 200) continue
        throw new Violation('PG-2', `limit=${limit} was answered by ${answer.status}.`, {
          received: answer.text,
          evidence: answer.evidence,
        })
      }
    },
  },
  {
    ...base,
    id: 'list-order',
    title: 'in which order events are listed',
    rules: ['OQ-06'],
    level: 'observe',
    run: async (context) => listOrder(context, context.eventKey()),
  },
  {
    ...base,
    id: 'default-page-size',
    title: 'how many items a page has when limit is omitted',
    rules: ['OQ-05'],
    level: 'observe',
    async run(context) {
      const key = context.eventKey()
      await population(context, key, 102)
      const { items, hasMore } = await listPage(context, key)
      if (!hasMore) return 'The whole list is on one page.'
      if (items.length >= 1 && items.length <= 100) context.observe('defaultPageSize', items.length)
      return `${items.length} items.`
    },
  },
  {
    ...base,
    id: 'limit-over-100',
    title: 'what a limit over 100 gets',
    rules: ['OQ-07'],
    level: 'observe',
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      const answer = await context.call('listEvents', { key: context.anyKey(), query: { limit: 101 } })
      if (isRefusal(answer)) context.observe('overMaxLimit', 'reject')
      else if (answer.status === 200) context.observe('overMaxLimit', 'clamp')
      return `It was answered by ${answer.status}.`
    },
  },
]
