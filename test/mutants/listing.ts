import {
  alterRequest,
  answerInstead,
  changeRequests,
  changeSuccesses,
  errorResponse,
  operationOf,
  type Breakage,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

export const lists = (request: Request) => operationOf(request) === 'listEvents'
export const itemsOf = (page: Json) => page.data as Json[]
export const limitOf = (url: URL) => Number(url.searchParams.get('limit') ?? 20)

/** Asks the backend for another page than the client did. */
export const askedAs = (change: (url: URL) => void): Breakage =>
  changeRequests((request) => (lists(request) ? alterRequest(request, { url: change }) : request))

/** Mutants of the list: its envelope and limit. */
export const listingMutants: readonly Mutant[] = [
  {
    id: 'list-without-envelope',
    rule: 'PG-1',
    title: 'the list is a bare array',
    break: changeSuccesses('listEvents', (page) => page.data),
  },
  {
    id: 'list-without-has-more',
    rule: 'PG-1',
    title: 'the list has no hasMore',
    break: changeSuccesses('listEvents', ({ hasMore: _, ...page }) => page),
  },
  {
    id: 'has-more-is-text',
    rule: 'PG-1',
    title: 'hasMore is the text "true" or "false"',
    break: changeSuccesses('listEvents', (page) => ({ ...page, hasMore: String(page.hasMore) })),
  },
  {
    id: 'limit-is-ignored',
    rule: 'PG-2',
    title: 'limit is ignored',
    break: askedAs((url) => url.searchParams.delete('limit')),
  },
  {
    id: 'one-item-more',
    rule: 'PG-2',
    title: 'a page holds one item more than limit',
    break: askedAs((url) => {
      const limit = Number(url.searchParams.get('limit'))
      if (limit > 0 && limit < 100) url.searchParams.set('limit', String(limit + 1))
    }),
  },
  {
    id: 'limit-100-is-refused',
    rule: 'PG-2',
    title: 'limit=100 is refused',
    break: answerInstead((request) =>
      lists(request) && new URL(request.url).searchParams.get('limit') === '100'
        ? errorResponse(400)
        : undefined,
    ),
  },
  {
    id: 'pages-of-101',
    rule: 'PG-3',
    title: 'limit=101 brings 101 items',
    break: () => ({
      fetch: (send) => async (request) => {
        const url = new URL(request.url)
        if (!lists(request) || limitOf(url) <= 100) return send(request)
        url.searchParams.set('limit', '100')
        const first = (await (await send(new Request(url, request.clone()))).json()) as Json
        if (!first.hasMore) return Response.json(first)
        url.searchParams.set('cursor', String(first.nextCursor))
        const second = (await (await send(new Request(url, request))).json()) as Json
        return Response.json({ ...second, data: [...itemsOf(first), ...itemsOf(second)] })
      },
    }),
  },
  {
    id: 'limit-is-required',
    rule: 'PG-7',
    title: 'without limit the answer is 400',
    break: answerInstead((request) =>
      lists(request) && !new URL(request.url).searchParams.has('limit') ? errorResponse(400) : undefined,
    ),
  },
  {
    id: 'cursor-needs-limit',
    rule: 'PG-7',
    title: 'a cursor without limit is 400',
    break: answerInstead((request) => {
      const { searchParams } = new URL(request.url)
      return lists(request) && searchParams.has('cursor') && !searchParams.has('limit')
        ? errorResponse(400)
        : undefined
    }),
  },
]
