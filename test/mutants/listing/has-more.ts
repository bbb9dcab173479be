import { changeSuccesses, withBody } from '../../support/breakage'
import { itemsOf, jsonOf, limitOf, lists, parameterOf, setFields } from '../changes'
import { mutantTable } from '../table'

/** The end of the list, as its last page says it. */
const atTheEnd = { hasMore: false, nextCursor: null }

/** Mutants of hasMore and the cursor of the next page. */
export const hasMoreMutants = mutantTable({
  'PG-4': {
    'empty-pages-without-end': {
      title: 'after the last page empty ones follow, and hasMore stays true',
      break: () => ({
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
    },
    'has-more-always': {
      title: 'hasMore is always true',
      break: changeSuccesses('listEvents', (page) => ({
        ...page,
        hasMore: true,
        nextCursor: page.nextCursor ?? 'cur_end',
      })),
    },
    'has-more-never': { title: 'hasMore is always false', break: setFields('listEvents', atTheEnd) },
    'has-more-when-full': {
      title: 'hasMore is true whenever a page is full',
      break: () => ({
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
    },
    'last-single-item-is-forgotten': {
      title: 'hasMore is false where a single item follows',
      break: () => ({
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
    },
    'full-pages-of-100-are-the-last': {
      title: 'hasMore is false on a page of 100',
      break: changeSuccesses('listEvents', (page) =>
        itemsOf(page).length === 100 ? { ...page, ...atTheEnd } : page,
      ),
    },
  },
  'PG-5': {
    'cursor-with-another-prefix': {
      title: 'a cursor has no prefix',
      break: () => ({
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
    },
    'no-cursor': {
      title: 'there is no nextCursor while more items follow',
      break: setFields('listEvents', { nextCursor: undefined }),
    },
    'cursor-is-a-number': {
      title: 'nextCursor is a number',
      break: changeSuccesses('listEvents', (page, { count }) => ({
        ...page,
        nextCursor: page.hasMore ? count : null,
      })),
    },
  },
})
