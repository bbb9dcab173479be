import { CouldNotRun, Violation } from '../engine/outcome'
import { expectSuccess, isRefusal } from './expect'
import { createEvent, eventInput, type Created, type Event } from './events'
import { idempotency } from './idempotency'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** One page as it came. */
export interface Page {
  items: Event[]
  hasMore: boolean
  nextCursor: unknown
  answer: Answer
}

/** A traversal from the first page on. */
export interface Traversal {
  pages: Page[]
  items: Event[]
  /** Whether the last page was reached. */
  complete: boolean
}

const mostPages = 250
/** Pages on end that may be empty: a filter can leave some so, a promise that more follows has to be kept. */
const mostEmptyPages = 20

export async function listPage(
  context: Context,
  key: Key,
  query: Readonly<Record<string, string | number>> = {},
): Promise<Page> {
  const answer = await context.call('listEvents', { key, query })
  // Every cursor that is followed here came with `hasMore` true.
  if ('cursor' in query && isRefusal(answer)) {
    throw new Violation(
      ['PG-4', 'PG-6'],
      `\`hasMore\` was true, and its cursor was answered by ${answer.status}.`,
      {
        expected: 'the page that follows',
        received: answer.text,
        evidence: answer.evidence,
      },
    )
  }
  expectSuccess(answer, 'PG-1', 'The list')
  const { data, hasMore, nextCursor } = (answer.json ?? {}) as Partial<Record<string, unknown>>
  if (!Array.isArray(data) || typeof hasMore !== 'boolean') {
    throw new Violation('PG-1', 'The answer is no list envelope.', {
      expected: '{ "data": [...], "hasMore": true or false, ... }',
      received: answer.text.slice(0, 300),
      evidence: answer.evidence,
    })
  }
  const odd = data.findIndex((item) => typeof (item as Partial<Event> | null)?.id !== 'string')
  if (odd >= 0) {
    throw new Violation('PG-8', 'An item of the list is no event.', {
      received: data[odd],
      evidence: answer.evidence,
    })
  }
  return { items: data as Event[], hasMore, nextCursor, answer }
}

/** Follows cursors from `start`, to the last page or until `enough`, and asserts what holds on every page. */
export async function traverse(
  context: Context,
  key: Key,
  query: Readonly<Record<string, number>> = { limit: 100 },
  enough: (items: readonly Event[]) => boolean = () => false,
  start?: string,
): Promise<Traversal> {
  const pages: Page[] = []
  const items: Event[] = []
  const seen = new Set<string>()
  const cursors = new Set<string>()
  let cursor = start
  while (pages.length < mostPages) {
    const page = await listPage(context, key, cursor === undefined ? query : { ...query, cursor })
    const fail = (rule: string, message: string, received?: unknown) => {
      throw new Violation(rule, message, { received, evidence: page.answer.evidence })
    }
    if (query.limit !== undefined && page.items.length > query.limit) {
      fail('PG-2', `A page holds more than limit=${query.limit} items.`, `${page.items.length} items`)
    }
    for (const { id } of page.items) {
      if (seen.has(id)) fail('PG-6', `The event ${id} came on an earlier page already.`)
      seen.add(id)
    }
    const previous = pages.at(-1)
    pages.push(page)
    items.push(...page.items)
    if (previous?.hasMore && page.items.length === 0 && !page.hasMore) {
      fail('PG-4', '`hasMore` was true, and nothing followed.', page.answer.text)
    }
    if (
      pages.length > mostEmptyPages &&
      pages.slice(-mostEmptyPages).every((one) => one.items.length === 0)
    ) {
      fail('PG-4', `\`hasMore\` was true ${mostEmptyPages} times, and nothing followed.`, page.answer.text)
    }
    if (!page.hasMore) return { pages, items, complete: true }
    if (typeof page.nextCursor !== 'string' || !page.nextCursor.startsWith('cur_')) {
      fail(
        'PG-5',
        'More items follow, and `nextCursor` is no cursor.',
        page.nextCursor ?? String(page.nextCursor),
      )
    }
    if (enough(items)) return { pages, items, complete: false }
    cursor = page.nextCursor as string
    if (cursors.has(cursor))
      fail('PG-6', 'The same cursor came twice: the traversal goes in a circle.', cursor)
    cursors.add(cursor)
  }
  return { pages, items, complete: false }
}

/** The events of a run as they are listed; waits for those that are not listed yet. */
export async function awaitListed(context: Context, key: Key, ids: readonly string[]): Promise<Traversal> {
  const longLists = context.keep('long lists', () => new Map<Key, CouldNotRun>())
  const deadline = performance.now() + context.settings.listingTimeout
  const known = longLists.get(key)
  if (known) throw known
  for (let delay = 50; ; delay *= 2) {
    const left = deadline - performance.now()
    const traversal = await traverse(context, key, { limit: 100 }, holdsAll(ids))
    if (holdsAll(ids)(traversal.items)) return traversal
    if (!traversal.complete) {
      const { length } = traversal.items
      const tooLong = new CouldNotRun(
        `The list is longer than ${length} events, and the run's are not among them.`,
      )
      // It takes long to find out, and does not change.
      longLists.set(key, tooLong)
      throw tooLong
    }
    // In process a list that is not there at once will not be there later.
    if (context.canSettle || left <= 0) return traversal
    // The last look begins at the end of the time, not before.
    await context.wait(Math.min(delay, left))
  }
}

/** The cursor after which the run's events begin, so that a long list need not be walked in small steps. */
export async function cursorBefore(
  context: Context,
  key: Key,
  { pages }: Traversal,
  ids: readonly string[],
): Promise<string | undefined> {
  const isOwn = ({ id }: Event) => ids.includes(id)
  const first = pages.findIndex(({ items }) => items.some(isOwn))
  const cursor = pages[first - 1]?.nextCursor
  const begins: Record<string, string> = typeof cursor === 'string' ? { cursor } : {}
  const others = pages[first]?.items.findIndex(isOwn) ?? 0
  // A page that ends where they begin leads right to them.
  const page = others > 0 ? await listPage(context, key, { ...begins, limit: others }) : undefined
  if (page?.items.length === others && typeof page.nextCursor === 'string') return page.nextCursor
  return begins.cursor
}

/** Whether all of these events have been seen. */
export function holdsAll(ids: readonly string[]): (items: readonly Event[]) => boolean {
  return (items) => {
    const listed = new Set(items.map(({ id }) => id))
    return ids.every((id) => listed.has(id))
  }
}

/** Creates so many events, once a run and key, also where the list is long already: what is known to be in it can be missed. */
export function population(context: Context, key: Key, size: number): Promise<Created[]> {
  return context.once(`population ${key.label} ${size}`, async () => {
    const made: Created[] = []
    // Each with a key of its own: a deployment that remembers few of them is met by the way.
    const { places } = await idempotency(context)
    for (let count = 0; count < size; count += 1) {
      const once = { places, value: crypto.randomUUID() }
      made.push(await createEvent(context, key, eventInput(context, 'page'), once))
    }
    return made
  })
}

/** `newest-first` or `oldest-first`, as two events show that were created one after the other. */
export function listOrder(context: Context, key: Key): Promise<'newest-first' | 'oldest-first'> {
  return context.once('list order', async () => {
    const older = await createEvent(context, key, eventInput(context, 'order'))
    await context.wait(5)
    const newer = await createEvent(context, key, eventInput(context, 'order'))
    const { items } = await awaitListed(context, key, [older.event.id, newer.event.id])
    const place = (id: string) => items.findIndex((item) => item.id === id)
    const [first, second] = [place(older.event.id), place(newer.event.id)]
    if (first < 0 || second < 0) {
      throw new Violation('PG-6', 'An event that was created is not listed.', { expected: older.event.id })
    }
    const order = second < first ? 'newest-first' : 'oldest-first'
    context.observe('listOrder', order)
    return order
  })
}
