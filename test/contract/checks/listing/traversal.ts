import { CouldNotRun, Violation } from '../../engine/outcome'
import {
  createAtOnce,
  createEvent,
  createEvents,
  eventInput,
  forEachKey,
  type Created,
} from '../../probes/events'
import { equal } from '../../engine/equal'
import { isRefusal } from '../../probes/expect'
import {
  awaitListed,
  cursorBefore,
  holdsAll,
  listPage,
  population,
  traverse,
  type Page,
  type Traversal,
} from '../../probes/listing'
import { cursorOf } from './has-more'
import { typeNames } from '../../probes/samples'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 90_000 } as const

/** What the pages of a list make together. */
export const pagingChecks: readonly Check[] = [
  {
    ...base,
    id: 'pages-lose-and-repeat-nothing',
    title: 'pages leave no event out, repeat none and keep their order',
    rules: ['PG-6'],
    async run(context) {
      await forEachKey(context, async (key) => {
        // Some within one tick of any clock, which is where cursors of a time lose their place.
        const own = [...(await createEvents(context, key, 2)), ...(await createAtOnce(context, key, 5))]
        const ids = own.map(({ event }) => event.id)
        const whole = await awaitListed(context, key, ids)
        assertAll(ids, whole.items)
        const order = whole.items.map(({ id }) => id).filter((id) => ids.includes(id))
        const start = await cursorBefore(context, key, whole, ids)
        for (const limit of [1, 2, 3]) {
          const { items } = await steady(context, () =>
            traverse(context, key, { limit }, holdsAll(ids), start),
          )
          assertAll(ids, items)
          const paged = items.map(({ id }) => id).filter((id) => ids.includes(id))
          if (equal(paged, order)) continue
          throw new Violation('PG-6', `Pages of ${limit} come in another order than one page.`, {
            expected: order,
            received: paged,
          })
        }
      })
    },
  },
  {
    ...base,
    id: 'pages-of-many-events',
    title: 'pages of a long list leave no event out and repeat none',
    rules: ['PG-6', 'PG-3', 'PG-4'],
    async run(context) {
      const key = context.eventKey()
      const made = await population(context, key, 102)
      const ids = made.map(({ event }) => event.id)
      const listed = await awaitListed(context, key, ids)
      const lost = !holdsAll(ids)(listed.items)
      // After a full page either may be: what follows is left out, or that something follows is denied.
      if (lost && listed.pages.at(-1)?.items.length === 100) {
        throw new Violation(['PG-4', 'PG-6'], 'The list ends with a full page, and events are not listed.')
      }
      assertAll(ids, listed.items)
      const enough = (items: readonly { id: string }[]) =>
        items.length >= 102 && ids.every((id) => items.some((item) => item.id === id))
      for (const limit of [50, 100]) {
        const { items, complete } = await steady(context, () => traverse(context, key, { limit }, enough))
        assertAll(ids, items)
        if (!complete || items.length >= 102) continue
        throw new Violation(
          'PG-4',
          `\`hasMore\` was false on a page of ${limit} while more items followed.`,
          {
            expected: 'at least 102 items',
            received: `${items.length} items`,
          },
        )
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
      const own = await createEvents(context, key, 6)
      const ids = own.map(({ event }) => event.id)
      const whole = await awaitListed(context, key, ids)
      const order = whole.items.map(({ id }) => id).filter((id) => ids.includes(id))
      const seen: string[] = []
      let cursor = await cursorBefore(context, key, whole, ids)
      for (const limit of [3, 1, 2]) {
        const query = { limit, ...(cursor === undefined ? {} : { cursor }) }
        const page = await listPage(context, key, query)
        if (page.items.length > limit) {
          throw new Violation('PG-2', `A page of a cursor holds more than limit=${limit} items.`, {
            received: `${page.items.length} items`,
            evidence: page.answer.evidence,
          })
        }
        seen.push(...page.items.map(({ id }) => id))
        if (typeof page.nextCursor !== 'string') break
        cursor = page.nextCursor
      }
      // Where others write meanwhile, theirs may stand between.
      const paged = seen.filter((id) => ids.includes(id))
      const wanted = order.slice(0, paged.length)
      if (equal(paged, wanted)) return
      throw new Violation('PG-6', 'Pages of 3, 1 and 2 do not follow one another.', {
        expected: wanted,
        received: paged,
      })
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
      const query = cursorOf(first, 2)
      const once = await listPage(context, key, query)
      const answer = await context.call('listEvents', { key, query })
      // That a cursor can be used again is not promised.
      if (isRefusal(answer)) return 'A cursor is good for one use.'
      const again = await listPage(context, key, query)
      const ids = (page: Page) => page.items.map(({ id }) => id)
      if (equal(ids(once), ids(again))) return undefined
      // What came meanwhile may follow on a page that was not full.
      if (equal(ids(once), ids(again).slice(0, once.items.length))) return undefined
      // Where others write meanwhile, a list by position shifts, which PG-9 judges.
      if (!equal(ids(first), ids(await listPage(context, key, { limit: 2 })))) return undefined
      throw new Violation('PG-6', 'The same cursor led to two different pages.', {
        expected: ids(once),
        received: ids(again),
        evidence: again.answer.evidence,
      })
    },
  },
  {
    ...base,
    id: 'listed-events-equal-created-ones',
    title: 'a listed event equals what its creation returned',
    rules: ['PG-8'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const own: Created[] = []
        for (const { type } of typeNames) {
          own.push(
            await createEvent(context, key, { ...eventInput(context), type: type(context.unique('Listed')) }),
          )
        }
        const ids = own.map(({ event }) => event.id)
        const { items, pages } = await awaitListed(context, key, ids)
        assertAll(ids, items)
        assertListedAsCreated(own, items, pages)
        // On pages of one all but the first come by a cursor.
        const start = await cursorBefore(context, key, { items, pages, complete: true }, ids)
        const single = await steady(context, () => traverse(context, key, { limit: 1 }, holdsAll(ids), start))
        assertListedAsCreated(own, single.items, single.pages)
      })
    },
  },
  {
    ...base,
    id: 'pages-are-stable-while-events-arrive',
    title: 'events that arrive during a traversal neither repeat nor hide others',
    rules: ['PG-9'],
    level: 'should',
    async run(context) {
      const key = context.eventKey()
      const own = await createEvents(context, key, 6)
      const ids = own.map(({ event }) => event.id)
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
      if (repeated) throw new Violation('PG-9', `The event ${repeated} came twice.`)
      if (hidden) throw new Violation('PG-9', `The event ${hidden} was hidden.`)
    },
  },
]

function assertListedAsCreated(
  own: readonly Created[],
  items: Traversal['items'],
  pages: Traversal['pages'],
): void {
  for (const { event } of own) {
    const listed = items.find(({ id }) => id === event.id)
    for (const field of ['id', 'type', 'created', 'data'] as const) {
      if (!listed || equal(listed[field], event[field])) continue
      throw new Violation('PG-8', `A listed event has another ${field} than its creation returned.`, {
        expected: event[field],
        received: listed[field],
        evidence: pages.find((page) => page.items.includes(listed))?.answer.evidence,
      })
    }
  }
}

function assertAll(ids: readonly string[], items: readonly { id: string }[]): void {
  const listed = new Set(items.map(({ id }) => id))
  const lost = ids.filter((id) => !listed.has(id))
  if (lost.length > 0)
    throw new Violation('PG-6', 'Events that were created are not listed.', { expected: lost })
}

/** A repeat that others' writing explains is not blamed: the traversal is made again. */
async function steady<T>(context: Context, walk: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await walk()
    } catch (error) {
      if (!(error instanceof Violation) || !error.rules.includes('PG-6') || attempt >= 3) throw error
      context.signal.throwIfAborted()
    }
  }
}
