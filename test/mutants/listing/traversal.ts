import { changeSuccesses, remembering, withBody } from '../../support/breakage'
import {
  changeItem,
  changeItems,
  changeQuery,
  itemsOf,
  jsonOf,
  limitOf,
  lists,
  parameterOf,
  type Json,
} from '../changes'
import { mutantTable } from '../table'

/** Mutants of the pages of a list taken together. */
export const traversalMutants = mutantTable({
  'PG-6': {
    // Where the limit changes from page to page an event is left out.
    'another-limit-skips-one': () => {
      const limits = new Map<unknown, string | null>()
      return {
        fetch: (send) => async (request) => {
          if (!lists(request)) return send(request)
          const limit = parameterOf(request, 'limit')
          const before = limits.get(parameterOf(request, 'cursor'))
          const response = await send(request)
          const page = await jsonOf(response)
          if (typeof page.nextCursor === 'string') limits.set(page.nextCursor, limit)
          const hasChanged = before !== undefined && before !== limit && Array.isArray(page.data)
          return hasChanged ? withBody(response, { ...page, data: itemsOf(page).slice(1) }) : response
        },
      }
    },
    'cursor-moves-on-at-each-use': remembering(() => {
      const uses = new Map<string, number>()
      return changeItems((items, { url }) => {
        const cursor = url.searchParams.get('cursor')
        if (cursor === null) return items
        uses.set(cursor, (uses.get(cursor) ?? -1) + 1)
        return items.slice(uses.get(cursor))
      })
    }),
    'cursor-is-ignored': changeQuery((query) => query.delete('cursor')),
    'page-skips-its-last': changeSuccesses('listEvents', (page) =>
      page.hasMore && itemsOf(page).length > 1 ? { ...page, data: itemsOf(page).slice(0, -1) } : page,
    ),
    'second-page-skips-its-first': changeItems((items, { url }) =>
      url.searchParams.has('cursor') ? items.slice(1) : items,
    ),
    'page-repeats-the-last-item': remembering(() => {
      const last = new Map<unknown, Json | undefined>()
      return changeSuccesses('listEvents', (page, { request, url }) => {
        const before = last.get(url.searchParams.get('cursor'))
        if (typeof page.nextCursor === 'string') last.set(page.nextCursor, itemsOf(page).at(-1))
        const items = before ? [before, ...itemsOf(page)].slice(0, limitOf(request)) : page.data
        return { ...page, data: items }
      })
    }),
    'pages-are-shuffled': changeItems((items, { request }) =>
      limitOf(request) < 20 ? [...items].reverse() : items,
    ),
    'empty-payloads-are-not-listed': changeItems((items) =>
      items.filter(({ data }) => JSON.stringify(data) !== '{}'),
    ),
    'large-events-are-not-listed': changeItems((items) =>
      items.filter(({ data }) => JSON.stringify(data).length <= 60_000),
    ),
  },
  'PG-8': {
    'listed-events-are-cut': changeItem(({ data: _, ...event }) => event),
    'listed-created-differs': changeItem((event) => ({
      ...event,
      created: String(event.created).replace(/\.\d+Z/, '.999Z'),
    })),
    'second-page-has-no-payloads': changeItems((items, { url }) =>
      url.searchParams.has('cursor') ? items.map((event) => ({ ...event, data: {} })) : items,
    ),
  },
  'PG-9': {
    // New events shift the pages, which go by position.
    'pages-by-position': () => ({
      fetch: (send) => async (request) => {
        const limit = limitOf(request)
        if (!lists(request) || limit > 100) return send(request)
        const start = Number(parameterOf(request, 'cursor')?.replace('cur_', '') ?? 0)
        const all: Json[] = []
        const whole = new URL('/v1/events?limit=100', request.url)
        for (;;) {
          const response = await send(new Request(whole, request.clone()))
          if (response.status !== 200) return response
          const page = await jsonOf(response)
          all.push(...itemsOf(page))
          if (!page.hasMore) break
          whole.searchParams.set('cursor', String(page.nextCursor))
        }
        const hasMore = all.length > start + limit
        const nextCursor = hasMore ? `cur_${start + limit}` : null
        return Response.json({ data: all.slice(start, start + limit), hasMore, nextCursor })
      },
    }),
  },
})
