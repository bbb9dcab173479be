import { ServerError } from '../errors/api-errors'
import { ApiCall, type WithResponse } from './api-call'

/** Notices a list that leads in a circle, whatever its length, at a constant cost (Brent's algorithm). */
class CycleGuard {
  #mark: string | undefined
  #span = 1
  #left = 1

  repeats(cursor: string): boolean {
    if (cursor === this.#mark) return true
    if (--this.#left === 0) {
      this.#mark = cursor
      this.#left = this.#span *= 2
    }
    return false
  }
}

/** Which part of a list. */
export interface ListOptions {
  /** How many items a page holds at most: 1 to 100. The service's default unless given. */
  limit?: number
  /** Where to begin: the `nextCursor` of a page, kept from before. At the beginning unless given. */
  cursor?: string
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
 * for (let page = await client.events.list(); page; page = await page.next()) save(page.data, page.nextCursor)
 */
export class Page<T> implements AsyncIterable<T> {
  /** The items of this page. It may be empty although more follow. */
  readonly data: T[]
  /** Whether more items follow. */
  readonly hasMore: boolean
  /** Where the next page begins. Keep it to go on later: `list({ cursor })`. `null` on the last page. */
  readonly nextCursor: string | null
  readonly #load: (cursor: string) => Promise<PageFields<T>>
  readonly #guard: CycleGuard

  constructor(
    fields: PageFields<T>,
    load: (cursor: string) => Promise<PageFields<T>>,
    guard = new CycleGuard(),
  ) {
    this.data = fields.data
    this.hasMore = fields.hasMore
    this.nextCursor = fields.nextCursor ?? null
    this.#load = load
    this.#guard = guard
  }

  /**
   * Loads the page that follows. Nothing after the last one.
   *
   * @throws ServerError when the list leads in a circle.
   */
  async next(): Promise<Page<T> | undefined> {
    if (!this.hasMore || this.nextCursor === null) return undefined
    if (this.#guard.repeats(this.nextCursor)) {
      throw new ServerError('The list leads in a circle: a cursor came a second time.', { status: 200 })
    }
    return new Page(await this.#load(this.nextCursor), this.#load, this.#guard)
  }

  /** Every item from this page on, page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (let page: Page<T> | undefined = this; page; page = await page.next()) yield* page.data
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
}

/** A list whose pages are loaded by cursor. */
export function listCall<T>(
  load: (cursor?: string) => Promise<WithResponse<PageFields<T>>>,
  cursor: string | undefined,
): ListCall<T> {
  const first = async () => {
    const result = await load(cursor)
    return { ...result, data: new Page(result.data, async (next) => (await load(next)).data) }
  }
  return new ListCall(first())
}
