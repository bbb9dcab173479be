import { changeSuccesses, withBody } from '../../support/breakage'
import { itemsOf, jsonOf, limitOf, lists, parameterOf, setFields } from '../changes'
import { mutantTable } from '../table'

/** The end of the list, as its last page says it. */
const atTheEnd = { hasMore: false, nextCursor: null }

/** Mutants of hasMore and the cursor of the next page. */
export const hasMoreMutants = mutantTable({
  'PG-4': {
    // After the last page empty ones follow, and hasMore stays true.
    'empty-pages-without-end': () => ({
      fetch: (send) => async (request) => {
        if (!lists(request)) return send(request)
        const [, past = 0] = /^cur_past(\d+)$/.exec(parameterOf(request, 'cursor') ?? '') ?? []
        const more = { hasMore: true, nextCursor: `cur_past${Number(past) + 1}` }
        if (past !== 0) return Response.json({ data: [], ...more })
        const response = await send(request)
        const page = await jsonOf(response)
        return page.hasMore === false ? withBody(response, { ...page, ...more }) : response
      },
    }),
    'has-more-always': changeSuccesses('listEvents', (page) => ({
      ...page,
      hasMore: true,
      nextCursor: page.nextCursor ?? 'cur_end',
    })),
    'has-more-never': setFields('listEvents', atTheEnd),
    'has-more-when-full': () => ({
      fetch: (send) => async (request) => {
        if (!lists(request)) return send(request)
        if (parameterOf(request, 'cursor') === 'cur_after') return Response.json({ data: [], ...atTheEnd })
        const response = await send(request)
        if (response.status !== 200) return response
        const page = await jsonOf(response)
        const isLastAndFull = !page.hasMore && itemsOf(page).length >= limitOf(request)
        return isLastAndFull
          ? withBody(response, { ...page, hasMore: true, nextCursor: 'cur_after' })
          : response
      },
    }),
    'last-single-item-is-forgotten': () => ({
      fetch: (send) => async (request) => {
        const response = await send(request)
        const page = await jsonOf(response)
        if (!lists(request) || page.hasMore !== true) return response
        const url = new URL(request.url)
        url.searchParams.set('cursor', String(page.nextCursor))
        url.searchParams.set('limit', '2')
        const next = await jsonOf(await send(new Request(url, { headers: request.headers })))
        return itemsOf(next).length === 1 ? withBody(response, { ...page, ...atTheEnd }) : response
      },
    }),
    'full-pages-of-100-are-the-last': changeSuccesses('listEvents', (page) =>
      itemsOf(page).length === 100 ? { ...page, ...atTheEnd } : page,
    ),
  },
  'PG-5': {
    'cursor-with-another-prefix': () => ({
      fetch: (send) => async (request) => {
        if (!lists(request)) return send(request)
        const url = new URL(request.url)
        const cursor = url.searchParams.get('cursor')
        if (cursor !== null) url.searchParams.set('cursor', `cur_${cursor}`)
        const response = await send(new Request(url, request))
        const page = await jsonOf(response)
        return typeof page.nextCursor === 'string'
          ? withBody(response, { ...page, nextCursor: page.nextCursor.replace('cur_', '') })
          : response
      },
    }),
    'no-cursor': setFields('listEvents', { nextCursor: undefined }),
    'cursor-is-a-number': changeSuccesses('listEvents', (page, { count }) => ({
      ...page,
      nextCursor: page.hasMore ? count : null,
    })),
  },
})
