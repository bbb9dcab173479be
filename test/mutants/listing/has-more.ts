import { changeResponses, changeSuccesses, together, withBody } from '../../support/breakage'
import { changeQuery, itemsOf, jsonOf, limitOf, pageWith, parameterOf, setFields } from '../changes'
import { mutantTable } from '../table'

/** The end of the list, as its last page says it. */
const atTheEnd = { hasMore: false, nextCursor: null }

/** Mutants of hasMore and the cursor of the next page. */
export const hasMoreMutants = mutantTable({
  'PG-4': {
    // After the last page empty ones follow, and hasMore stays true.
    'empty-pages-without-end': changeResponses('listEvents', async (response, request) => {
      const [, past = 0] = /^cur_past(\d+)$/.exec(parameterOf(request, 'cursor') ?? '') ?? []
      const more = { hasMore: true, nextCursor: `cur_past${Number(past) + 1}` }
      if (past !== 0) return Response.json({ data: [], ...more })
      const page = await jsonOf(response)
      return page.hasMore === false ? withBody(response, { ...page, ...more }) : response
    }),
    'has-more-always': changeSuccesses('listEvents', (page) => ({
      ...page,
      hasMore: true,
      nextCursor: page.nextCursor ?? 'cur_end',
    })),
    'has-more-never': setFields('listEvents', atTheEnd),
    // The last page says that it is the last, and its cursor leads to a page that says that more follow.
    'cursor-of-the-last-page-leads-to-more': changeResponses('listEvents', async (response, request) => {
      const more = { hasMore: true, nextCursor: 'cur_after' }
      if (parameterOf(request, 'cursor') === 'cur_after') return Response.json({ data: [], ...more })
      const page = await jsonOf(response)
      return page.hasMore === false ? withBody(response, { ...page, nextCursor: 'cur_after' }) : response
    }),
    'has-more-when-full': changeResponses('listEvents', async (response, request) => {
      if (parameterOf(request, 'cursor') === 'cur_after') return Response.json({ data: [], ...atTheEnd })
      if (response.status !== 200) return response
      const page = await jsonOf(response)
      const isLastAndFull = !page.hasMore && itemsOf(page).length >= limitOf(request)
      return isLastAndFull
        ? withBody(response, { ...page, hasMore: true, nextCursor: 'cur_after' })
        : response
    }),
    'last-single-item-is-forgotten': changeResponses('listEvents', async (response, request, send) => {
      const page = await jsonOf(response)
      if (page.hasMore !== true) return response
      const next = await pageWith(request, { cursor: page.nextCursor, limit: 2 }, send)
      return itemsOf(next).length === 1 ? withBody(response, { ...page, ...atTheEnd }) : response
    }),
    'full-pages-of-100-are-the-last': changeSuccesses('listEvents', (page) =>
      itemsOf(page).length === 100 ? { ...page, ...atTheEnd } : page,
    ),
  },
  'PG-5': {
    'cursor-with-another-prefix': together([
      changeQuery((query) => {
        const cursor = query.get('cursor')
        if (cursor !== null) query.set('cursor', `cur_${cursor}`)
      }),
      changeSuccesses('listEvents', (page) =>
        typeof page.nextCursor === 'string'
          ? { ...page, nextCursor: page.nextCursor.replace('cur_', '') }
          : page,
      ),
    ]),
    'no-cursor': setFields('listEvents', { nextCursor: undefined }),
    'cursor-is-a-number': changeSuccesses('listEvents', (page, { count }) => ({
      ...page,
      nextCursor: page.hasMore ? count : null,
    })),
  },
})
