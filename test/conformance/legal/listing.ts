import { randomBytes } from 'node:crypto'
import { Refusal } from './refusal'
import type { Account, Fields, Outcome, StoredEvent } from './account'
import type { Choices } from './dimensions'

const largestPage = 100
const minute = 60_000

/** The content of a cursor. */
interface Cursor {
  /** The event after which the page begins; `null` for the beginning. */
  after: { id: string; place: number } | null
  limit: number
  key: string
  until: number
  isEnd: boolean
  /** The oldest event that was shown where the traversal began: what it was promised stays, whatever comes meanwhile. */
  oldest: number
}

/** The lists of events of a service, page by page. */
export class Listing {
  readonly #cursors = new Map<string, Cursor>()
  #pages = 0

  constructor(
    private readonly choices: Choices,
    private readonly now: () => number,
    private readonly show: (event: StoredEvent) => Fields,
  ) {}

  /** The events that the service shows by now, in its order, those from `oldest` on whatever their number is. */
  visible({ events }: Account, oldest = Infinity): StoredEvent[] {
    const { listLate, retention, order } = this.choices
    const now = this.now()
    const shown = listLate === 0 ? [...events] : events.filter(({ created }) => created + listLate <= now)
    const first = shown.length - (retention ?? Infinity)
    const kept = first > 0 ? shown.filter(({ place }, index) => index >= first || place >= oldest) : shown
    if (order === 'by-id') return kept.sort((a, b) => (a.id < b.id ? -1 : 1))
    return order === 'newest-first' ? kept.reverse() : kept
  }

  /** A page of the list. Where its answer is lost on the way, the cursor it came by can be used again. */
  page(account: Account, query: URLSearchParams, key: string, isLost: boolean): Outcome {
    const asked = query.get('cursor')
    const cursor = asked === null ? undefined : this.#find(asked, key)
    const limit = this.#limit(query.get('limit'), cursor)
    if (cursor && this.choices.cursors === 'bound-to-limit' && limit !== cursor.limit) {
      throw new Refusal(400, 'limit')
    }
    if (asked !== null && this.choices.cursors === 'of-one-use' && !isLost) this.#cursors.delete(asked)
    if (asked !== null && (!cursor || cursor.isEnd)) {
      if (cursor || this.choices.badCursor === 'empty-page') return this.#answer([], null, limit, key)
    }
    const after = cursor?.after ?? null
    const visible = this.visible(account, cursor?.oldest)
    const rest = visible.filter((event) => after === null || this.#follows(event, after))
    const size = this.#sizeOf(limit)
    const data = rest.slice(0, size)
    const last = data.at(-1)
    const following = last ? { id: last.id, place: last.place } : after
    const oldest = visible.reduce((least, { place }) => Math.min(least, place), Infinity)
    const next = rest.length > data.length ? { after: following, oldest } : null
    return this.#answer(data, next, limit, key)
  }

  #answer(
    events: readonly StoredEvent[],
    next: Pick<Cursor, 'after' | 'oldest'> | null,
    limit: number,
    key: string,
  ): Outcome {
    const shared = { limit, key, until: this.now() + 10 * minute }
    const hasMore = next !== null
    const nextCursor = hasMore
      ? this.#newCursor({ ...shared, ...next, isEnd: false })
      : this.#lastCursor(shared)
    const data = events.map((event) => this.show(event))
    return { status: 200, kind: 'list', body: { data, hasMore, nextCursor } }
  }

  #lastCursor(shared: Pick<Cursor, 'limit' | 'key' | 'until'>): string | null | undefined {
    const { lastCursor } = this.choices
    if (lastCursor === 'present')
      return this.#newCursor({ ...shared, after: null, isEnd: true, oldest: Infinity })
    return lastCursor === 'null' ? null : undefined
  }

  #newCursor(cursor: Cursor): string {
    const { cursors } = this.choices
    const random = randomBytes(cursors === 'long' ? 600 : 12).toString('base64url')
    const name = `cur_${cursors === 'odd-letters' ? `{"after": "${random}", größe/+=%20&#?}` : random}`
    this.#cursors.set(name, cursor)
    return name
  }

  /** The cursor of this name; `undefined` where there is none and the service does not refuse it. */
  #find(name: string, key: string): Cursor | undefined {
    const { cursors, badCursor } = this.choices
    const cursor = this.#cursors.get(name)
    const isAnothers = cursors === 'bound-to-key' && cursor?.key !== key
    const isOver = cursors === 'expiring' && cursor !== undefined && cursor.until < this.now()
    if (cursor && !isAnothers && !isOver) return cursor
    if (typeof badCursor === 'number') throw new Refusal(badCursor, 'cursor')
    return undefined
  }

  #limit(asked: string | null, cursor: Cursor | undefined): number {
    const { defaultPageSize, overLimit, badLimit, cursors } = this.choices
    if (asked === null) return cursors === 'bound-to-limit' && cursor ? cursor.limit : defaultPageSize
    const limit = /^-?\d+$/.test(asked) ? Number(asked) : Number.NaN
    if (limit > largestPage) {
      if (overLimit === 'reject') throw new Refusal(400, 'limit')
      return overLimit === 'clamp' ? largestPage : defaultPageSize
    }
    if (limit >= 1) return limit
    if (badLimit === 'reject') throw new Refusal(400, 'limit')
    return badLimit === 'clamp' && limit < 1 ? 1 : defaultPageSize
  }

  /** How many items this page holds at most: some services filter after they have counted. */
  #sizeOf(limit: number): number {
    this.#pages += 1
    const { fullPages } = this.choices
    if (fullPages === 'some-short' && limit > 3 && this.#pages % 3 === 0) return limit - 2
    if (fullPages === 'some-empty' && this.#pages % 5 === 0) return 0
    return limit
  }

  #follows(event: StoredEvent, { id, place }: { id: string; place: number }): boolean {
    const { order } = this.choices
    if (order === 'by-id') return event.id > id
    return order === 'newest-first' ? event.place < place : event.place > place
  }
}
