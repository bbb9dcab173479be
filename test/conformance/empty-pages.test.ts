import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import { named } from '../support/judged'

const event = (id: string) => ({ id: `evt_${id}`, type: 'a', created: '2026-11-22T01:02:03Z', data: {} })
const page = (ids: readonly string[], next?: string) => ({
  data: ids.map(event),
  hasMore: next !== undefined,
  nextCursor: next ?? null,
})

/** Pages of a list from old to new, to which another client adds the event `d` once it was read. */
const pages: Readonly<Record<string, object>> = {
  'limit=100': page(['a', 'b', 'c']),
  'limit=2': page(['a', 'b'], 'cur_1'),
  'cursor=cur_1&limit=1': page(['c'], 'cur_2'),
  'cursor=cur_1': page(['c', 'd']),
  // A service that filters after it has counted shows no event here.
  'cursor=cur_2&limit=1': page([], 'cur_3'),
  'cursor=cur_3&limit=1': page(['d']),
}

test('an empty page that says that more follow does not end a list', async () => {
  const asked: string[] = []
  const fetch = (request: Request) => {
    const query = new URL(request.url).searchParams
    query.sort()
    asked.push(query.toString())
    return Promise.resolve(Response.json(pages[query.toString()] ?? page([])))
  }
  const only = named('has-more-at-the-end-of-any-page')
  const target = { baseUrl: 'https://list.test', fetch, keys: { test: 'sk_test_list' } }
  const { checks: results } = await runChecks(target, only)
  expect(asked).toContain('cursor=cur_3&limit=1')
  expect(results.map(({ id, status, message }) => [id, status, message])).toEqual([
    ['has-more-at-the-end-of-any-page', 'passed', '1 last pages were judged.'],
  ])
})
