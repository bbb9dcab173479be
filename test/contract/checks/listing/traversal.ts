import { checksOf } from '../checks-of'
import { awaitListed, cursorBefore, wideEnough } from '../../probes/listing'
import { listBase, listPage, nextQuery, tryPage, type ListQuery, type Page } from '../../probes/pages'
import { expectWalked, idsOf, ownOrder, untilSteady, walkOwn } from '../../probes/walks'
import { createAtOnce, createEvent, createEvents, forEachKey } from '../../probes/events'
import { eventInput } from '../../probes/sending'
import { eventsInTurn } from '../../probes/population'
import { equal } from '../../wire/json'
import { expectThat, fail } from '../../probes/expect'
import { sampledTypes } from '../../probes/unusual-types'
import { NotApplicable } from '../../engine/check'

/** Checks of the pages of a list taken together. */
export const traversalChecks = checksOf(listBase, [
  {
    id: 'pages-lose-and-repeat-nothing',
    title: 'pages leave no event out, repeat none, show each as it was created and keep their order',
    rules: ['PG-6', 'PG-8'],
    run: (context) =>
      forEachKey(context, async (key) => {
        // Events that are created at once share a tick of any clock: a cursor that is a time loses its place there.
        const inputs = Array.from({ length: 6 }, (_, index) => eventInput(context, 'at-once', { index }))
        const own = [...(await createEvents(context, key, 2)), ...(await createAtOnce(context, key, inputs))]
        const ids = idsOf(own)
        await walkOwn(context, key, ids, [1, 2, 3, 7], (walked, whole, limit) => {
          expectWalked(ids, walked)
          const [order, paged] = [whole, walked].map(({ items }) => ownOrder(ids, items))
          const message = `Pages of ${limit} come in another order than one page.`
          expectThat(equal(paged, order), 'PG-6', message, { expected: order, received: paged })
        })
      }),
  },
  {
    id: 'limit-changes-on-the-way',
    title: 'a limit may change from page to page: it is kept, and nothing is lost or repeated',
    rules: ['PG-6', 'PG-2'],
    async run(context) {
      const key = context.eventKey()
      const ids = await eventsInTurn(context, key, 6)
      const whole = await awaitListed(context, key, ids)
      const order = ownOrder(ids, whole.items)
      await untilSteady(context, key, ids, async () => {
        const seen: { id: string }[] = []
        let cursor = await cursorBefore(context, key, whole, ids)
        for (const limit of [3, 1, 2]) {
          const page = await tryPage(context, key, { limit, ...(cursor === undefined ? {} : { cursor }) })
          if (!page) throw new NotApplicable('A cursor is bound to the limit with which it came.')
          const { items, nextCursor, answer } = page
          const message = `A page of a cursor holds more than limit=${limit} items.`
          expectThat(items.length <= limit, 'PG-2', message, { received: `${items.length} items`, answer })
          seen.push(...items)
          if (typeof nextCursor !== 'string') break
          cursor = nextCursor
        }
        // Events that others create meanwhile may stand between the run's own.
        const paged = ownOrder(ids, seen)
        const expected = order.slice(0, paged.length)
        const message = 'Pages of 3, 1 and 2 do not follow one another.'
        expectThat(equal(paged, expected), 'PG-6', message, { expected, received: paged })
      })
    },
  },
  {
    id: 'cursor-repeats-its-page',
    title: 'the same cursor leads to the same page again, or is good for one use',
    rules: ['PG-6'],
    beside: 'alone',
    async run(context) {
      const key = context.eventKey()
      await eventsInTurn(context, key, 4)
      const first = await listPage(context, key, { limit: 2 })
      const query = nextQuery(first, 2)
      const once = await listPage(context, key, query)
      const again = await tryPage(context, key, query)
      // The interface does not promise that a cursor can be used again.
      if (!again || again.items.length === 0) return 'A cursor is good for one use.'
      const ids = (page: Page) => page.items.map(({ id }) => id)
      // A cursor that is good no more may be answered like one that is none, by the first page.
      if (equal(ids(again), ids(first))) return 'A cursor is good for one use.'
      // A page that was not full may have been filled by events that arrived meanwhile.
      if (equal(ids(once), ids(again).slice(0, once.items.length))) return undefined
      // A list by position shifts when others create events meanwhile, which PG-9 judges.
      if (!equal(ids(first), ids(await listPage(context, key, { limit: 2 })))) return undefined
      const details = { expected: ids(once), received: ids(again), answer: again.answer }
      return fail('PG-6', 'The same cursor led to two different pages.', details)
    },
  },
  {
    id: 'listed-events-equal-created-ones',
    title: 'a listed event equals what its creation returned',
    rules: ['PG-8'],
    async run(context) {
      const key = context.eventKey()
      const create = (type: string) => createEvent(context, key, { ...eventInput(context), type })
      const ids = idsOf(await context.each(sampledTypes(context), create))
      // On pages of one item all but the first are found by a cursor.
      await walkOwn(context, key, ids, [1], (walked) => expectWalked(ids, walked))
    },
  },
  {
    id: 'pages-are-stable-while-events-arrive',
    title: 'events that arrive during a traversal neither repeat nor hide others',
    rules: ['PG-9'],
    level: 'should',
    async run(context) {
      const key = context.eventKey()
      const ids = await eventsInTurn(context, key, 6)
      const whole = await awaitListed(context, key, ids)
      await untilSteady(context, key, ids, async () => {
        const seen: string[] = []
        const start = await cursorBefore(context, key, whole, ids)
        const near = wideEnough(2, ids, whole.items)
        // The first cursor may have been used before. Without it the way leads from the beginning of the list.
        const tried = start && (await tryPage(context, key, { limit: near, cursor: start }))
        // A cursor that is good for one use may be answered like one that is none, by an empty page or by the first one.
        const [begun] = (tried && tried.items) || []
        const jump = tried && begun && begun.id !== whole.items[0]?.id ? tried : undefined
        const limit = jump
          ? near
          : wideEnough(2, [...ids, ...whole.items.slice(0, 1).map(({ id }) => id)], whole.items)
        let cursor: string | undefined
        for (let pages = 0; pages < 100; pages += 1) {
          const query: ListQuery = cursor === undefined ? { limit } : { limit, cursor }
          const page: Page = pages === 0 && jump ? jump : await listPage(context, key, query)
          seen.push(...page.items.map(({ id }) => id))
          if (pages < 2) await createEvents(context, key, 1)
          if (!page.hasMore || typeof page.nextCursor !== 'string') break
          if (ids.every((id) => seen.includes(id))) break
          cursor = page.nextCursor
          // No cursor need lead near the end of a long list: the interface does not promise that one can be used again.
          if (pages === 99)
            throw new NotApplicable(`The list is too long to be traversed in pages of ${limit}.`)
        }
        const repeated = seen.find((id, index) => seen.indexOf(id) !== index)
        const hidden = ids.find((id) => !seen.includes(id))
        expectThat(!repeated, 'PG-9', `The event ${repeated} came twice.`)
        expectThat(!hidden, 'PG-9', `The event ${hidden} was hidden.`)
      })
    },
  },
])
