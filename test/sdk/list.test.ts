import { answer, refuse, reset, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, rejection, stored, like } from './client'

const event = (id: string) => ({ ...stored, id })

const page = (ids: string[], nextCursor?: string | null) =>
  answer(200, { data: ids.map(event), hasMore: !!nextCursor, nextCursor })

const queries = (fetch: ReturnType<typeof scriptedFetch>) =>
  fetch.requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams))

async function ids(list: AsyncIterable<{ id: string }>) {
  const seen: string[] = []
  for await (const { id } of list) seen.push(id)
  return seen
}

test('a list is one page when awaited', async () => {
  const fetch = scriptedFetch(page(['a', 'b'], 'cur_1'))
  const list = await clientOf(fetch).client.events.list({ limit: 2 })
  expect(list).toMatchObject({ hasMore: true, nextCursor: 'cur_1', data: [{ id: 'a' }, { id: 'b' }] })
  expect(queries(fetch)).toEqual([{ limit: '2' }])
})

test('a cursor that no URL can hold is refused before anything is sent', async () => {
  const fetch = scriptedFetch(page([]))
  const error = await rejection(clientOf(fetch).client.events.list({ cursor: 'cur_\ud800' }))
  const message = like(/^cursor is .*: give it as nextCursor had it\.$/)
  expect(error).toMatchObject({ name: 'InvalidRequestError', param: 'cursor', outcome: 'not-sent', message })
  expect(fetch.requests).toHaveLength(0)
})

test('a list is every item when iterated, with the limit on each page', async () => {
  const fetch = scriptedFetch(page(['a', 'b'], 'cur_1'), page(['c'], 'cur_2'), page(['d'], null))
  expect(await ids(clientOf(fetch).client.events.list({ limit: 2 }))).toEqual(['a', 'b', 'c', 'd'])
  expect(queries(fetch)).toEqual([
    { limit: '2' },
    { limit: '2', cursor: 'cur_1' },
    { limit: '2', cursor: 'cur_2' },
  ])
})

test('a page leads to the next one, and the last to none', async () => {
  const { client } = clientOf(scriptedFetch(page(['a'], 'cur_1'), page(['b'])))
  const first = await client.events.list()
  const second = await first.next()
  expect(second?.data).toMatchObject([{ id: 'b' }])
  expect(second?.nextCursor).toBeNull()
  expect(await second?.next()).toBeUndefined()
})

test('an empty page with more behind it does not end the list', async () => {
  const fetch = scriptedFetch(page([], 'cur_1'), page([], 'cur_2'), page(['a']))
  expect(await ids(clientOf(fetch).client.events.list())).toEqual(['a'])
})

test.each([
  ['at once', ['cur_1', 'cur_1']],
  ['after two', ['cur_1', 'cur_2', 'cur_1', 'cur_2']],
  ['after a start of its own', ['cur_0', ...Array.from({ length: 40 }, (_, i) => `cur_${1 + (i % 5)}`)]],
])('a list whose cursors lead in a circle %s ends with an error', async (_, cursors) => {
  const fetch = scriptedFetch(
    page(['a'], cursors[0]),
    ...cursors.slice(1).map((cursor) => page(['a'], cursor)),
    page(['a']),
  )
  const error = await rejection(ids(clientOf(fetch).client.events.list()))
  expect(error).toMatchObject({ name: 'ServerError' })
  expect(fetch.requests.length).toBeLessThanOrEqual(cursors.length)
})

test('a page that lacks what the interface promises is asked for again', async () => {
  const broken = [
    answer(200, { data: [stored] }),
    answer(200, { data: [{}], hasMore: false }),
    answer(200, { data: [], hasMore: true }),
    answer(200, { data: [], hasMore: true, nextCursor: 5 }),
    answer(200, { data: [{ ...stored, type: 5 }], hasMore: false }),
    answer(200, []),
    answer(200, null),
  ]
  for (const step of broken) {
    expect(await ids(clientOf(scriptedFetch(step, page(['a']))).client.events.list())).toEqual(['a'])
  }
})

test('a page that fails in the middle is repeated, and nothing is left out or comes twice', async () => {
  const fetch = scriptedFetch(page(['a'], 'cur_1'), reset(), refuse(503, 'x'), page(['b']))
  expect(await ids(clientOf(fetch).client.events.list())).toEqual(['a', 'b'])
})

test('a list can be left early without a further request', async () => {
  const fetch = scriptedFetch(page(['a', 'b'], 'cur_1'), page(['c']))
  for await (const _ of clientOf(fetch).client.events.list()) break
  expect(fetch.requests).toHaveLength(1)
})

test('a page shows its fields in JSON and nothing else', async () => {
  const { client } = clientOf(scriptedFetch(page(['a'], 'cur_1')))
  const shown = JSON.parse(JSON.stringify(await client.events.list())) as object
  expect(Object.keys(shown)).toEqual(['data', 'hasMore', 'nextCursor'])
})

test('a page that failed can be asked for again, and a list be iterated again: neither is a circle', async () => {
  const firstSteps = [page(['a'], 'cur_1'), refuse(400, 'x'), page(['b'], 'cur_2')] as const
  const fetch = scriptedFetch(...firstSteps, page(['c']), page(['b']))
  const list = clientOf(fetch).client.events.list()
  const first = await list
  expect(await rejection(first.next())).toMatchObject({ status: 400 })
  expect(await ids(list)).toEqual(['a', 'b', 'c'])
  expect(await ids(list)).toEqual(['a', 'b'])
})

test('the last page has no cursor, whatever the service sends', async () => {
  const fetch = scriptedFetch(answer(200, { data: [], hasMore: false, nextCursor: 'cur_9' }))
  expect((await clientOf(fetch).client.events.list()).nextCursor).toBeNull()
})

test('toArray collects as many items as its limit permits, over pages, and asks for no page more', async () => {
  const fetch = scriptedFetch(page(['a', 'b'], 'cur_1'), page(['c', 'd'], 'cur_2'), page(['e']))
  const { events } = clientOf(fetch).client
  const items = await events.list({ limit: 2 }).toArray({ limit: 4 })
  expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(queries(fetch)).toEqual([{ limit: '2' }, { limit: '2', cursor: 'cur_1' }])
})

test('toArray ends inside a page, and where the list ends', async () => {
  const pages = () => scriptedFetch(page(['a', 'b'], 'cur_1'), page(['c']))
  const taken = async (limit: number) =>
    (await clientOf(pages()).client.events.list().toArray({ limit })).map(({ id }) => id)
  expect(await taken(1)).toEqual(['a'])
  expect(await taken(3)).toEqual(['a', 'b', 'c'])
  expect(await taken(4)).toEqual(['a', 'b', 'c'])
  expect(await taken(Infinity)).toEqual(['a', 'b', 'c'])
})

const wrongLimits = [0, -1, 2.5, Number.NaN, '3'].map((limit) => ({ limit }))

test.each([undefined, {}, ...wrongLimits])(
  'toArray refuses %j, since a list may be longer than the memory',
  async (options) => {
    const { events } = clientOf(scriptedFetch(page(['a'], 'cur_1'), page(['b']))).client
    const error = await rejection(events.list().toArray(options as { limit: number }))
    expect(error).toMatchObject({ name: 'InvalidRequestError', param: 'limit', message: like(/Infinity/) })
  },
)

test('a failure of a list whose toArray was refused is reported nowhere else', async () => {
  const { events } = clientOf(scriptedFetch(refuse(401, 'x'))).client
  const unhandled: unknown[] = []
  const keep = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', keep)
  await rejection(events.list().toArray({} as { limit: number }))
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', keep)
  expect(unhandled).toEqual([])
})
