import {
  alterRequest,
  changeSuccesses,
  operationOf,
  remembering,
  withBody,
  type Mutant,
} from '../support/breakage'
import { askedAs, itemsOf, limitOf, lists } from './listing'

type Json = Record<string, unknown>

/** Mutants of what the pages of a list make together. */
export const pagingMutants: readonly Mutant[] = [
  {
    id: 'empty-pages-without-end',
    rule: 'PG-4',
    title: 'after the last page empty ones follow, and hasMore stays true',
    break: () => ({
      fetch: (send) => async (request) => {
        if (operationOf(request) !== 'listEvents') return send(request)
        const [, past = 0] =
          /^cur_past(\d+)$/.exec(new URL(request.url).searchParams.get('cursor') ?? '') ?? []
        const more = { hasMore: true, nextCursor: `cur_past${Number(past) + 1}` }
        if (past !== 0) return Response.json({ data: [], ...more })
        const response = await send(request)
        const page = (await response.clone().json()) as Json
        return page.hasMore === false ? withBody(response, { ...page, ...more }) : response
      },
    }),
  },
  {
    id: 'cursor-keeps-its-limit',
    rule: 'PG-2',
    title: 'the pages of a cursor hold as many items as the first, whatever their limit',
    break: () => {
      const limits = new Map<string, string>()
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) !== 'listEvents') return send(request)
          const { searchParams } = new URL(request.url)
          const limit = limits.get(searchParams.get('cursor') ?? '') ?? searchParams.get('limit')
          const asked = await alterRequest(request, {
            url: (url) => void (limit !== null && url.searchParams.set('limit', limit)),
          })
          const response = await send(asked)
          const { nextCursor } = (await response.clone().json()) as Json
          if (limit !== null && typeof nextCursor === 'string') limits.set(nextCursor, limit)
          return response
        },
      }
    },
  },
  {
    id: 'another-limit-skips-one',
    rule: 'PG-6',
    title: 'where the limit changes from page to page an event is left out',
    break: () => {
      const limits = new Map<string, string | null>()
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) !== 'listEvents') return send(request)
          const { searchParams } = new URL(request.url)
          const [before, limit] = [limits.get(searchParams.get('cursor') ?? ''), searchParams.get('limit')]
          const response = await send(request)
          const page = (await response.clone().json()) as Json
          if (typeof page.nextCursor === 'string') limits.set(page.nextCursor, limit)
          const changed = before !== undefined && before !== limit && Array.isArray(page.data)
          return changed ? withBody(response, { ...page, data: (page.data as unknown[]).slice(1) }) : response
        },
      }
    },
  },
  {
    id: 'has-more-always',
    rule: 'PG-4',
    title: 'hasMore is always true',
    break: changeSuccesses('listEvents', (page) => ({
      ...page,
      hasMore: true,
      nextCursor: page.nextCursor ?? 'cur_end',
    })),
  },
  {
    id: 'has-more-never',
    rule: 'PG-4',
    title: 'hasMore is always false',
    break: changeSuccesses('listEvents', (page) => ({ ...page, hasMore: false, nextCursor: null })),
  },
  {
    id: 'has-more-when-full',
    rule: 'PG-4',
    title: 'hasMore is true whenever a page is full',
    break: () => ({
      fetch: (send) => async (request) => {
        const url = new URL(request.url)
        if (!lists(request)) return send(request)
        if (url.searchParams.get('cursor') === 'cur_after')
          return Response.json({ data: [], hasMore: false, nextCursor: null })
        const response = await send(request)
        if (response.status !== 200) return response
        const page = (await response.json()) as Json
        if (page.hasMore || itemsOf(page).length < limitOf(url)) return Response.json(page)
        return Response.json({ ...page, hasMore: true, nextCursor: 'cur_after' })
      },
    }),
  },
  {
    id: 'cursor-with-another-prefix',
    rule: 'PG-5',
    title: 'a cursor has no prefix',
    break: () => ({
      fetch: (send) => async (request) => {
        const url = new URL(request.url)
        const cursor = url.searchParams.get('cursor')
        if (cursor !== null) url.searchParams.set('cursor', `cur_${cursor}`)
        const response = await send(new Request(url, request))
        if (!lists(request) || response.status !== 200) return response
        const page = (await response.json()) as Json
        const { nextCursor } = page
        return Response.json({
          ...page,
          nextCursor: typeof nextCursor === 'string' ? nextCursor.replace('cur_', '') : nextCursor,
        })
      },
    }),
  },
  {
    id: 'no-cursor',
    rule: 'PG-5',
    title: 'there is no nextCursor while more items follow',
    break: changeSuccesses('listEvents', ({ nextCursor: _, ...page }) => page),
  },
  {
    id: 'cursor-is-a-number',
    rule: 'PG-5',
    title: 'nextCursor is a number',
    break: changeSuccesses('listEvents', (page, { count }) => ({
      ...page,
      nextCursor: page.hasMore ? count : null,
    })),
  },
  {
    id: 'cursor-is-ignored',
    rule: 'PG-6',
    title: 'the cursor is ignored',
    break: askedAs((url) => url.searchParams.delete('cursor')),
  },
  {
    id: 'page-skips-its-last',
    rule: 'PG-6',
    title: 'each page leaves out its last item',
    break: changeSuccesses('listEvents', (page) =>
      page.hasMore && itemsOf(page).length > 1 ? { ...page, data: itemsOf(page).slice(0, -1) } : page,
    ),
  },
  {
    id: 'second-page-skips-its-first',
    rule: 'PG-6',
    title: 'pages after the first leave out their first item',
    break: changeSuccesses('listEvents', (page, { url }) =>
      url.searchParams.has('cursor') ? { ...page, data: itemsOf(page).slice(1) } : page,
    ),
  },
  {
    id: 'page-repeats-the-last-item',
    rule: 'PG-6',
    title: 'a page begins with the last item of the page before',
    break: remembering(() => {
      const last = new Map<string, unknown>()
      return changeSuccesses('listEvents', (page, { url }) => {
        const before = last.get(url.searchParams.get('cursor') ?? '')
        if (typeof page.nextCursor === 'string') last.set(page.nextCursor, itemsOf(page).at(-1))
        const items = before ? [before, ...itemsOf(page)].slice(0, limitOf(url)) : page.data
        return { ...page, data: items }
      })
    }),
  },
  {
    id: 'pages-are-shuffled',
    rule: 'PG-6',
    title: 'small pages come in another order than large ones',
    break: changeSuccesses('listEvents', (page, { url }) =>
      limitOf(url) < 20 ? { ...page, data: [...itemsOf(page)].reverse() } : page,
    ),
  },
  {
    id: 'listed-events-are-cut',
    rule: 'PG-8',
    title: 'listed events have no data',
    break: changeSuccesses('listEvents', (page) => ({
      ...page,
      data: itemsOf(page).map(({ data: _, ...event }) => event),
    })),
  },
  {
    id: 'listed-created-differs',
    rule: 'PG-8',
    title: 'listed events have lost the milliseconds of created',
    break: changeSuccesses('listEvents', (page) => ({
      ...page,
      data: itemsOf(page).map((event) => ({
        ...event,
        created: String(event.created).replace(/\.\d+Z/, '.999Z'),
      })),
    })),
  },
  {
    id: 'pages-by-position',
    rule: 'PG-9',
    title: 'pages go by position, which new events shift',
    break: () => ({
      fetch: (send) => async (request) => {
        const url = new URL(request.url)
        if (!lists(request)) return send(request)
        const limit = limitOf(url)
        if (limit > 100) return send(request)
        const start = Number(url.searchParams.get('cursor')?.replace('cur_', '') ?? 0)
        const all: Json[] = []
        const whole = new URL('/v1/events?limit=100', url)
        for (;;) {
          const response = await send(new Request(whole, request.clone()))
          if (response.status !== 200) return response
          const page = (await response.json()) as Json
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
]
