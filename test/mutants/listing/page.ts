import { changeResponses, changeSuccesses, errorResponse } from '../../support/breakage'
import {
  changeQuery,
  itemsOf,
  jsonOf,
  limitOf,
  lists,
  pageWith,
  parameterOf,
  refuse,
  setFields,
  type Test,
} from '../changes'
import { mutantTable } from '../table'

/** Refuses lists with some queries. */
const refuseQuery = (concerns: (query: URLSearchParams) => boolean) =>
  refuse(
    (request) => lists(request) && concerns(new URL(request.url).searchParams),
    () => errorResponse(400, 'invalid_request', 'Refused.', 'limit'),
  )

/** Shows two pages as one where some lists are asked for with a limit over 100. */
const showLonger = (concerns: Test) =>
  changeResponses('listEvents', async (response, request, send) => {
    if (limitOf(request) <= 100 || !concerns(request)) return response
    const first = await pageWith(request, { limit: 100 }, send)
    if (!first.hasMore) return Response.json(first)
    const second = await pageWith(request, { limit: 100, cursor: first.nextCursor }, send)
    return Response.json({ ...second, data: [...itemsOf(first), ...itemsOf(second)] })
  })

const events = Array.from({ length: 101 }, (_, index) => ({
  id: `evt_${index}`,
  type: 'order.paid',
  data: {},
  created: '2026-11-21T03:00:00Z',
}))

/** Mutants of one page of the list: its envelope and its limit. */
export const pageMutants = mutantTable({
  'PG-1': {
    'list-without-envelope': changeSuccesses('listEvents', (page) => page.data),
    'list-without-has-more': setFields('listEvents', { hasMore: undefined }),
    'webhooks-are-listed-without-envelope': changeSuccesses('listWebhooks', (page) => page.data),
    'webhooks-are-listed-without-has-more': setFields('listWebhooks', { hasMore: undefined }),
    'has-more-is-text': changeSuccesses('listEvents', (page) => ({ ...page, hasMore: String(page.hasMore) })),
  },
  'PG-2': {
    'limit-is-ignored': changeQuery((query) => query.delete('limit')),
    'one-item-more': changeQuery((query) => {
      const limit = Number(query.get('limit'))
      if (limit > 0 && limit < 100) query.set('limit', String(limit + 1))
    }),
    'limit-100-is-refused': refuseQuery((query) => query.get('limit') === '100'),
    // The pages of a cursor hold as many items as the first, whatever their limit.
    'cursor-keeps-its-limit': () => {
      const limits = new Map<string, string>()
      return {
        fetch: (send) => async (request) => {
          if (!lists(request)) return send(request)
          const limit = limits.get(parameterOf(request, 'cursor') ?? '') ?? parameterOf(request, 'limit')
          const url = new URL(request.url)
          if (limit !== null) url.searchParams.set('limit', limit)
          const response = await send(new Request(url, request))
          const { nextCursor } = await jsonOf(response)
          if (limit !== null && typeof nextCursor === 'string') limits.set(nextCursor, limit)
          return response
        },
      }
    },
    'limit-99-is-refused': refuseQuery((query) => query.get('limit') === '99'),
  },
  'PG-3': {
    'page-of-a-list-as-it-is': changeResponses('listEvents', (response, request) =>
      limitOf(request) > 100 ? Response.json({ data: events, hasMore: false, nextCursor: null }) : response,
    ),
    'limit-after-a-cursor-has-no-bound': showLonger((request) => parameterOf(request, 'cursor') !== null),
    'pages-of-101': showLonger(() => true),
  },
  'PG-7': {
    'limit-is-required': refuseQuery((query) => !query.has('limit')),
    'cursor-needs-limit': refuseQuery((query) => query.has('cursor') && !query.has('limit')),
  },
})
