import { ServerError } from '../errors/api-errors'
import { rememberCaller } from '../errors/caller'
import { given } from '../errors/printable'
import { refuseValue } from '../errors/refuse'
import type { WithResponse } from '../transport/http'
import { ApiCall } from './api'

/** The part of a list to load. */
export interface ListOptions {
  /** The most items of a page: 1 to 100. The service's default unless given. */
  limit?: number | undefined
  /** The `nextCursor` of the page before. The list begins at its first page unless given. */
  cursor?: string | undefined
}

/** Options of `toArray`. */
export interface ToArrayOptions {
  /** The most items to collect, over all pages. `Infinity` for all, which have to fit into the memory. */
  limit: number
}

/** A page as the service sends it. */
export interface PageFields<T> {
  data: T[]
  hasMore: boolean
  nextCursor?: string | null
}

/**
 * A page of a list. Iterate it for its items and those of all pages after it.
 *
 * @example
 * let page: Page<Event> | undefined = await client.events.list()
 * for (; page; page = await page.next()) await save(page.data, page.nextCursor)
 */
export class Page<T> implements AsyncIterable<T> {
  /** The items of this page. It may be empty although more follow. */
  readonly data: T[]
  /** Whether more items follow. */
  readonly hasMore: boolean
  /** The cursor of the next page. Keep it to go on later: `list({ cursor })`. `null` on the last page. */
  readonly nextCursor: string | null
  /**
   * Loads the next page. `undefined` after the last one.
   *
   * @throws ServerError when the cursors lead in a circle.
   */
  readonly next: () => Promise<Page<T> | undefined>

  /** @internal */
  constructor({ data, hasMore, nextCursor }: PageFields<T>, follow: (cursor: string) => Promise<Page<T>>) {
    // Field by field: one that the service calls `__proto__` or `next` must not replace a part of the page.
    const cursor = (hasMore && nextCursor) || null
    this.data = data
    this.hasMore = hasMore
    this.nextCursor = cursor
    this.next = async () => (cursor ? follow(cursor) : undefined)
  }

  /** Every item from this page on, page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    yield* this.data
    for (let page = await this.next(); page; page = await page.next()) yield* page.data
  }
}

/**
 * A list under way. Await it for one page, or iterate it for every item.
 *
 * @example
 * for await (const event of client.events.list({ limit: 100 })) console.log(event.id)
 */
export class ListCall<T> extends ApiCall<Page<T>> implements AsyncIterable<T> {
  /** Every item, page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    yield* await this
  }

  /**
   * Collects the items of as many pages as it takes, in an array.
   *
   * @throws InvalidRequestError without a `limit`.
   * @example
   * const latest = await client.events.list({ limit: 100 }).toArray({ limit: 250 })
   */
  async toArray(options: ToArrayOptions): Promise<T[]> {
    const limit = options?.limit
    if (!(limit > 0 && (Number.isInteger(limit) || limit === Infinity))) {
      // The list is under way. Nobody is left to hear of its failure.
      this.catch(() => {})
      refuseValue('limit', limit, 'give how many items to collect at most, or Infinity for all.')
    }
    const items: T[] = []
    for await (const item of this) if (items.push(item) >= limit) break
    return items
  }
}

/** Loads the pages of a list, each by the cursor that the one before it gave. */
export function listCall<T>(
  operation: string,
  query: ListOptions | undefined,
  load: (params: { query: ListOptions }) => Promise<WithResponse<PageFields<T>>>,
): ListCall<T> {
  // The number of the page that each cursor leads to. A page that is asked for again keeps its number, one in a circle gets a second.
  const numbers = new Map([[query?.cursor, 0]])
  const withCallerOfList = rememberCaller()
  const loadPage = async (cursor: string | undefined, number: number) => {
    // No URL can hold half of a surrogate pair.
    if (typeof cursor === 'string' && /\p{Surrogate}/u.test(cursor))
      refuseValue('cursor', cursor, 'give it as nextCursor had it.')
    const page = await load({ query: { ...query, cursor } })
    const loadNext = async (next: string): Promise<Page<T>> => {
      if ((numbers.get(next) ?? number) < number) {
        throw new ServerError(
          `${operation} was answered with cursors in a circle: ${given(next)} leads back. Stop here, and tell the owner of the service.`,
          { operation, status: 200 },
        )
      }
      numbers.set(next, number)
      return (await loadPage(next, number + 1)).data
    }
    // Where a caller walks the pages, the stack has the line of `next()`; where a loop does, that of `list()`.
    const follow = (next: string) => withCallerOfList(rememberCaller()(loadNext(next)))
    return { ...page, data: new Page(page.data, follow) }
  }
  return new ListCall(loadPage(query?.cursor, 1))
}
