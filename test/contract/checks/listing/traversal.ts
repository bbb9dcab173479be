import { CouldNotRun, Violation } from '../../engine/outcome'
import {
  awaitListed,
  cursorBefore,
  holdsAll,
  listPage,
  nextQuery,
  population,
  traverse,
  type Page,
  type Traversal,
} from '../../probes/listing'
import {
  createAtOnce,
  createEvent,
  createEvents,
  eventInput,
  forEachKey,
  type Created,
} from '../../probes/events'
import { equal } from '../../engine/equal'
import { expectThat, fail } from '../../probes/expect'
import { isRefusal } from '../../probes/answers'
import { typeNames } from '../../probes/samples'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 90_000 } as const

/** Checks of the pages of a list taken together. */
export const traversalChecks: readonly Check[] = [
  {
    ...base,
    id: 'pages-lose-and-repeat-nothing',
    title: 'pages leave no event out, repeat none and keep their order',
    rules: ['PG-6'],
    run: (context) =>
      forEachKey(context, async (key) => {
        // Events that are created at once share a tick of any clock: a cursor that is a time loses its place there.
        const inputs = Array.from({ length: 5 }, (_, index) => eventInput(context, 'at-once', { index }))
        const own = [...(await createEvents(context, key, 2)), ...(await createAtOnce(context, key, inputs))]
        const ids = idsOf(own)
        const whole = await awaitListed(context, key, ids)
        expectAllListed(ids, whole.items)
        const order = ownOrder(ids, whole.items)
        const start = await cursorBefore(context, key, whole, ids)
        for (const limit of [1, 2, 3]) {
          const walk = () => traverse(context, key, { limit }, holdsAll(ids), start)
          const { items } = await repeatWhileChanging(context, walk)
          expectAllListed(ids, items)
          const paged = ownOrder(ids, items)
          const message = `Pages of ${limit} come in another order than one page.`
          expectThat(equal(paged, order), 'PG-6', message, { expected: order, received: paged })
        }
      }),
  },
  {
    ...base,
    id: 'pages-of-many-events',
    title: 'pages of a long list leave no event out and repeat none',
    rules: ['PG-6', 'PG-3', 'PG-4'],
    async run(context) {
      const key = context.eventKey()
      const ids = idsOf(await population(context, key, 102))
      const listed = await awaitListed(context, key, ids)
      const endsWithFullPage = listed.pages.at(-1)?.items.length === 100
      if (endsWithFullPage && !holdsAll(ids)(listed.items)) {
        // A list that leaves the rest out looks like one that denies that more follows: either rule may be broken.
        fail(['PG-4', 'PG-6'], 'The list ends with a full page, and events are not listed.')
      }
      expectAllListed(ids, listed.items)
      const enough = (items: readonly { id: string }[]) =>
        items.length >= 102 && ids.every((id) => items.some((item) => item.id === id))
      for (const limit of [50, 100]) {
        const walk = () => traverse(context, key, { limit }, enough)
        const { items, complete } = await repeatWhileChanging(context, walk)
        expectAllListed(ids, items)
        const message = `\`hasMore\` was false on a page of ${limit} while more items followed.`
        const details = { expected: 'at least 102 items', received: `${items.length} items` }
        expectThat(!complete || items.length >= 102, 'PG-4', message, details)
      }
    },
  },
  {
    ...base,
    id: 'limit-changes-on-the-way',
    title: 'a limit may change from page to page: it is kept, and nothing is lost or repeated',
    rules: ['PG-6', 'PG-2'],
    async run(context) {
      const key = context.eventKey()
      const ids = idsOf(await createEvents(context, key, 6))
      const whole = await awaitListed(context, key, ids)
      const order = ownOrder(ids, whole.items)
      const seen: { id: string }[] = []
      let cursor = await cursorBefore(context, key, whole, ids)
      for (const limit of [3, 1, 2]) {
        const query = { limit, ...(cursor === undefined ? {} : { cursor }) }
        const { items, nextCursor, answer } = await listPage(context, key, query)
        const details = { received: `${items.length} items`, answer }
        const message = `A page of a cursor holds more than limit=${limit} items.`
        expectThat(items.length <= limit, 'PG-2', message, details)
        seen.push(...items)
        if (typeof nextCursor !== 'string') break
        cursor = nextCursor
      }
      // Events that others create meanwhile may stand between the run's own.
      const paged = ownOrder(ids, seen)
      const expected = order.slice(0, paged.length)
      const message = 'Pages of 3, 1 and 2 do not follow one another.'
      expectThat(equal(paged, expected), 'PG-6', message, { expected, received: paged })
    },
  },
  {
    ...base,
    id: 'cursor-repeats-its-page',
    title: 'the same cursor leads to the same page again',
    rules: ['PG-6'],
    async run(context) {
      const key = context.eventKey()
      await createEvents(context, key, 4)
      const first = await listPage(context, key, { limit: 2 })
      const query = nextQuery(first, 2)
      const once = await listPage(context, key, query)
      // The interface does not promise that a cursor can be used again.
      if (isRefusal(await context.call('listEvents', { key, query }))) return 'A cursor is good for one use.'
      const again = await listPage(context, key, query)
      const ids = (page: Page) => page.items.map(({ id }) => id)
      // A page that was not full may have been filled by events that arrived meanwhile.
      if (equal(ids(once), ids(again).slice(0, once.items.length))) return undefined
      // A list by position shifts when others create events meanwhile, which PG-9 judges.
      if (!equal(ids(first), ids(await listPage(context, key, { limit: 2 })))) return undefined
      const details = { expected: ids(once), received: ids(again), answer: again.answer }
      return fail('PG-6', 'The same cursor led to two different pages.', details)
    },
  },
  {
    ...base,
    id: 'listed-events-equal-created-ones',
    title: 'a listed event equals what its creation returned',
    rules: ['PG-8'],
    run: (context) =>
      forEachKey(context, async (key) => {
        const own: Created[] = []
        for (const { type } of typeNames) {
          const input = { ...eventInput(context), type: type(context.unique('Listed')) }
          own.push(await createEvent(context, key, input))
        }
        const ids = idsOf(own)
        const whole = await awaitListed(context, key, ids)
        expectAllListed(ids, whole.items)
        expectListedAsCreated(own, whole)
        // On pages of one item all but the first are found by a cursor.
        const start = await cursorBefore(context, key, whole, ids)
        const walk = () => traverse(context, key, { limit: 1 }, holdsAll(ids), start)
        expectListedAsCreated(own, await repeatWhileChanging(context, walk))
      }),
  },
  {
    ...base,
    id: 'pages-are-stable-while-events-arrive',
    title: 'events that arrive during a traversal neither repeat nor hide others',
    rules: ['PG-9'],
    level: 'should',
    async run(context) {
      const key = context.eventKey()
      const ids = idsOf(await createEvents(context, key, 6))
      const seen: string[] = []
      let cursor = await cursorBefore(context, key, await awaitListed(context, key, ids), ids)
      for (let pages = 0; pages < 100; pages += 1) {
        const page = await listPage(context, key, cursor === undefined ? { limit: 2 } : { limit: 2, cursor })
        seen.push(...page.items.map(({ id }) => id))
        if (pages < 2) await createEvents(context, key, 1)
        if (!page.hasMore || typeof page.nextCursor !== 'string') break
        if (ids.every((id) => seen.includes(id))) break
        cursor = page.nextCursor
        if (pages === 99) throw new CouldNotRun('The list is too long to be traversed in pages of two.')
      }
      const repeated = seen.find((id, index) => seen.indexOf(id) !== index)
      const hidden = ids.find((id) => !seen.includes(id))
      expectThat(!repeated, 'PG-9', `The event ${repeated} came twice.`)
      expectThat(!hidden, 'PG-9', `The event ${hidden} was hidden.`)
    },
  },
]

function idsOf(own: readonly Created[]): string[] {
  return own.map(({ event }) => event.id)
}

/** The run's own events in the order in which they are listed. */
function ownOrder(ids: readonly string[], items: readonly { id: string }[]): string[] {
  return items.map(({ id }) => id).filter((id) => ids.includes(id))
}

function expectListedAsCreated(own: readonly Created[], { items, pages }: Traversal): void {
  for (const { event } of own) {
    const listed = items.find(({ id }) => id === event.id)
    const answer = pages.find((page) => listed && page.items.includes(listed))?.answer
    for (const field of ['id', 'type', 'created', 'data'] as const) {
      const message = `A listed event has another ${field} than its creation returned.`
      const details = { expected: event[field], received: listed?.[field], answer }
      expectThat(!listed || equal(listed[field], event[field]), 'PG-8', message, details)
    }
  }
}

function expectAllListed(ids: readonly string[], items: readonly { id: string }[]): void {
  const listed = new Set(items.map(({ id }) => id))
  const lost = ids.filter((id) => !listed.has(id))
  expectThat(lost.length === 0, 'PG-6', 'Events that were created are not listed.', { expected: lost })
}

/** Makes a traversal again where an event came twice: others who write meanwhile may be the cause. */
async function repeatWhileChanging<T>(context: Context, walk: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await walk()
    } catch (error) {
      if (!(error instanceof Violation) || !error.rules.includes('PG-6') || attempt >= 3) throw error
      context.signal.throwIfAborted()
    }
  }
}
