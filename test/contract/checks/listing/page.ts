import { checksOf } from '../checks-of'
import { awaitListed, lookUntilListed, traverse } from '../../probes/listing'
import { listBase, listPage, nextQuery, type ListQuery } from '../../probes/pages'
import { createEvent, createEvents, sampleEvent, type Event } from '../../probes/events'
import { expectStatus, expectThat, failStatus, isRefusal, itemsOf } from '../../probes/expect'
import { idsOf, untilSteady } from '../../probes/walks'
import { latestKnown } from '../../probes/known-events'
import { eventsInTurn, population } from '../../probes/population'
import { readUtcTime } from '../../engine/utc-time'
import type { Dialect } from '../../../../generated/dialect'
import type { Context, Key } from '../../engine/check'

const reading = { ...listBase, mode: 'read-only', needs: ['any-key'] } as const

/** Checks of one page of the list: its envelope, its limit, its size. */
export const pageChecks = checksOf(listBase, [
  {
    ...reading,
    id: 'list-envelope',
    title: 'the list has data, an array, and hasMore, a boolean, also with a limit up to 100',
    rules: ['PG-1', 'PG-2'],
    async run(context) {
      for (const key of context.usableKeys()) {
        const { answer } = await listPage(context, key)
        if (answer.status !== 200) failStatus(answer, 'PG-1', 'The list', 200)
      }
      await context.each([100, 99, 50, 2, 1], (limit) =>
        expectListed(context, context.anyKey(), { limit }, 'PG-2', `limit=${limit}`),
      )
    },
  },
  {
    id: 'list-parameters-are-optional',
    title: 'limit and cursor are optional, each without the other',
    rules: ['PG-7'],
    async run(context) {
      const key = context.eventKey()
      await eventsInTurn(context, key, 2)
      await expectListed(context, key, {}, 'PG-7', 'The list without limit and cursor')
      await expectListed(context, key, { limit: 1 }, 'PG-7', 'The list without cursor')
      const { nextCursor: cursor } = await listPage(context, key, { limit: 1 })
      if (typeof cursor !== 'string') return undefined
      await expectListed(context, key, { cursor, limit: 1 }, 'PG-7', 'The list with both')
      const { nextCursor: another } = await listPage(context, key, { limit: 1 })
      if (typeof another !== 'string') return undefined
      const answer = await context.call('listEvents', { key, query: { cursor: another } })
      // Where a cursor is bound to the limit of its page, the pages of the list without limit have to do.
      if (isRefusal(answer)) return 'A cursor is bound to the limit with which it came.'
      expectStatus(answer, 'PG-7', 'The list without limit', [200])
      return undefined
    },
  },
  {
    id: 'page-holds-at-most-100',
    title: 'a page never holds more than 100 items',
    rules: ['PG-3'],
    async run(context) {
      const key = context.eventKey()
      await population(context, key)
      const first = await listPage(context, key, { limit: 1 })
      const limits: ListQuery[] = [100, 101, 1000].map((limit) => ({ limit }))
      const queries = [{}, ...limits, { ...nextQuery(first, 1), limit: 1000 }]
      await context.each(queries, (query) => expectAtMost100(context, key, query))
    },
  },
  {
    id: 'two-pages-follow-one-another',
    title: 'of two equal events each page shows one as it was sent, says that more follows, and leads there',
    rules: ['PG-1', 'PG-2', 'PG-4', 'PG-5', 'PG-6', 'PG-8', 'EV-4', 'EV-12'],
    quick: true,
    async run(context) {
      const key = context.eventKey()
      const sample = await sampleEvent(context, key)
      // A list may keep its newest events alone.
      const isRecent = latestKnown(context, key, 50).ids.includes(sample.event.id)
      const first = isRecent ? sample : await createEvent(context, key)
      const second = await createEvent(context, key, first.input)
      const equal = 'The second of two equal requests without a key returned the first event.'
      const { answer } = second
      expectThat(first.event.id !== second.event.id, ['EV-4', 'EV-12'], equal, { answer })
      const ids = idsOf([first, second])
      await awaitListed(context, key, ids)
      await untilSteady(context, key, ids, async () => {
        const { pages } = await traverse(context, key, { limit: 1 }, (items) => items.length >= 2)
        const seen = pages.reduce((sum, { items }) => sum + items.length, 0)
        const message = '`hasMore` was false while more items followed.'
        expectThat(seen >= 2, 'PG-4', message, { expected: '2 items', answer: pages.at(-1)?.answer })
      })
    },
  },
  {
    ...reading,
    id: 'no-page-holds-more-than-100',
    quick: true,
    title: 'a page of the list as it is holds at most 100 items, whatever the limit',
    rules: ['PG-3'],
    run: (context) => expectAtMost100(context, context.anyKey(), { limit: 1000 }),
  },
  {
    id: 'list-order',
    title: 'in which order events are listed',
    rules: ['OQ-06'],
    level: 'observe',
    run: async (context) =>
      (await listOrder(context, context.eventKey())) ?? 'The list is in no order that its events show.',
  },
  {
    id: 'default-page-size',
    title: 'how many items a page has when limit is omitted',
    rules: ['OQ-05'],
    level: 'observe',
    beside: 'choices',
    async run(context) {
      const key = context.eventKey()
      await population(context, key)
      const pages = [await listPage(context, key), await listPage(context, key)]
      if (pages.some(({ hasMore }) => !hasMore)) return 'The whole list is on one page.'
      // A page may hold less than its size: services that filter after they have counted return such ones now and then.
      const size = Math.max(...pages.map(({ items }) => items.length))
      if (size >= 1 && size <= 100) context.observe('defaultPageSize', size)
      return `${size} items.`
    },
  },
])

/** Fails where a page holds more than 100 items. */
async function expectAtMost100(context: Context, key: Key, query: ListQuery): Promise<void> {
  const answer = await context.call('listEvents', { key, query })
  const { length } = itemsOf(answer)
  const details = { expected: 'at most 100', received: length, answer }
  expectThat(length <= 100, 'PG-3', `A page holds ${length} items.`, details)
}

/** Fails unless a list is answered by 200. */
async function expectListed(context: Context, key: Key, query: ListQuery, rule: string, subject: string) {
  const answer = await context.call('listEvents', { key, query })
  expectThat(answer.status === 200, rule, `${subject} was answered by ${answer.status}.`, { answer })
}

type Order = NonNullable<Dialect['listOrder']>

/** How many events are enough to tell an order: a random order of so many is sorted in one direction once in 40,320 times. */
const enough = 8

/** The order of the list, as events show that were created one after the other; `undefined` where it has none of those. */
function listOrder(context: Context, key: Key): Promise<Order | undefined> {
  return context.once('list order', async () => {
    const made = await createEvents(context, key, enough, 5)
    const ids = made.map(({ event }) => event.id)
    // PG-6 judges what is not listed, and an order can be seen without it.
    const { items } = (await lookUntilListed(context, key, ids)).traversal
    const turns = new Map(made.map(({ event }, turn) => [event.id, turn]))
    const own = items.filter(({ id }) => turns.has(id))
    const ownOrder = own.length < enough ? undefined : orderByTime(own.map(({ id }) => turns.get(id) ?? 0))
    // Ids that count sort like moments until they gain a digit: the rest of the list tells which of both it was.
    const order = ownOrder === 'oldest-first' && isById(items) ? 'by-id' : (ownOrder ?? orderOfOthers(items))
    if (order !== undefined) context.observe('listOrder', order)
    return order
  })
}

/** The order that all events of a list show, where those of one moment stand in no order of their own. */
function orderOfOthers(items: readonly Event[]): Order | undefined {
  const times = timesOf(items)
  if (new Set(times).size >= enough) {
    const byTime = orderByTime(times)
    if (byTime) return byTime
  }
  return hasSortedIds(items) && items.length >= enough ? 'by-id' : undefined
}

const timesOf = (items: readonly Event[]) =>
  items.map(({ created }) => readUtcTime(created)?.milliseconds ?? 0)

const hasSortedIds = (items: readonly Event[]) =>
  items.every(({ id }, index) => index === 0 || (items[index - 1] as Event).id < id)

/** Whether a list is sorted by the text of its ids, and not by its times. */
const isById = (items: readonly Event[]) => hasSortedIds(items) && orderByTime(timesOf(items)) === undefined

/** The order of moments or turns; `undefined` where they go up and down. */
function orderByTime(times: readonly number[]): Order | undefined {
  const steps = times.slice(1).map((time, index) => time - (times[index] as number))
  if (steps.every((step) => step <= 0)) return 'newest-first'
  return steps.every((step) => step >= 0) ? 'oldest-first' : undefined
}
