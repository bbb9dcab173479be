import type { Event } from '../catalog/event'
import type { Page } from '../resources/page'

/** A list of events, as far as a feed needs it. */
export interface FeedOptions {
  /** Loads a page, the first one without a cursor. */
  list(cursor: string | undefined): Promise<Page<Event>>
  /** Whether an error says that a cursor is no longer good. */
  isLostCursor(error: unknown): boolean
  /** Called with the number of events read so far in the first look. */
  onProgress?(count: number): void
  seen?: SeenEvents
}

// An event may come to the list after others that were created later. This much later it is still found, in milliseconds of `created`.
const overlap = 30_000
// So many events are kept before they are given away, whatever the number of pages that a look needs.
const portion = 500

const timeOf = (event: Event) => Date.parse(event.created)
const byTime = (a: Event, b: Event) => timeOf(a) - timeOf(b) || 0

/** A page of a list, by the cursor that leads to it. */
interface TrailPage {
  cursor: string | undefined
  /** The time of the newest event on the page. */
  newest: number
}

/**
 * Finds the events that were added to a list since the last look at it, where the order of the list is not known. A list may begin with the
 * newest event: then a look ends where the events are old. Or it begins with the oldest: then a look begins near the end. The feed infers
 * the order from the times of the events, once these are further apart than an event may arrive late.
 */
export class Feed {
  readonly #seen: SeenEvents
  /** The pages near the end of a list that runs from the oldest event. The next look begins with the first of them. */
  #trail: TrailPage[] = []
  /** The time of the newest event that any complete look has met. `undefined` before the first look is complete. */
  #settled: number | undefined

  constructor(private readonly options: FeedOptions) {
    this.#seen = options.seen ?? new SeenEvents()
  }

  /**
   * Looks at the list and gives the new events, the oldest first, in portions. The first look gives none: all that is there is old. A
   * look that fails midway has given what it found, and the next one finds the rest.
   */
  async *look(): AsyncGenerator<Event[], void> {
    const isFirst = this.#settled === undefined
    const order = new ListOrder()
    let fresh: Event[] = []
    const give = () => {
      const given = (order.isRising ? fresh : fresh.reverse()).sort(byTime)
      fresh = []
      return given
    }
    let count = 0
    try {
      const start = await this.#firstPage()
      let { cursor } = start
      const beganAtStart = cursor === undefined
      for (let page: Page<Event> | undefined = start.page; page; page = await page.next()) {
        const { newest, oldest } = order.observe(page.data)
        const unseen = page.data.filter((event) => this.#seen.add(event.id, timeOf(event)))
        if (!isFirst) fresh.push(...unseen)
        count += page.data.length
        if (isFirst) this.options.onProgress?.(count)
        this.#trail.push({ cursor, newest })
        cursor = page.nextCursor ?? undefined
        // A list that runs from the newest event shows known events from here on: the look before has seen them.
        const known = this.#settled ?? order.newest
        const isDeepEnough = order.isFalling && oldest < known - overlap
        if (isDeepEnough && (isFirst || unseen.length === 0)) {
          if (isFirst && cursor !== undefined) this.#seen.addUntil(oldest)
          break
        }
        if (fresh.length >= portion) yield give()
      }
      if (order.isRising || !beganAtStart)
        this.#shortenTrail(Math.max(order.newest, this.#settled ?? -Infinity))
      this.#settled = Math.max(this.#settled ?? -Infinity, order.newest)
    } finally {
      if (fresh.length > 0) yield give()
    }
  }

  /** The page with which a look begins: near the end of a list that runs from the oldest event, unless its cursor was lost. */
  async #firstPage(): Promise<{ page: Page<Event>; cursor: string | undefined }> {
    const { list, isLostCursor } = this.options
    const cursor = this.#trail[0]?.cursor
    this.#trail = []
    if (cursor === undefined) return { page: await list(undefined), cursor }
    try {
      return { page: await list(cursor), cursor }
    } catch (error) {
      if (!isLostCursor(error)) {
        this.#trail = [{ cursor, newest: -Infinity }]
        throw error
      }
      return { page: await list(undefined), cursor: undefined }
    }
  }

  /**
   * Drops the pages that the next look can skip: it begins with the last page whose events are all so old that an event which arrives late
   * stands behind them.
   */
  #shortenTrail(newest: number): void {
    const first = this.#trail.map((page) => page.newest < newest - overlap).lastIndexOf(true)
    this.#trail = this.#trail.slice(Math.max(0, first))
  }
}

/** The order of the events that one look has met. */
class ListOrder {
  /** The time of the newest event. */
  newest = -Infinity
  #rising = 0
  #falling = 0
  #last: number | undefined

  get isRising(): boolean {
    return this.#rising > this.#falling
  }

  get isFalling(): boolean {
    return this.#falling > this.#rising
  }

  /** Notes a page. Returns the times of its newest and its oldest event. */
  observe(page: readonly Event[]): { newest: number; oldest: number } {
    let [newest, oldest] = [-Infinity, Infinity]
    for (const time of page.map(timeOf).filter(Number.isFinite)) {
      if (this.#last !== undefined && time > this.#last) this.#rising += 1
      if (this.#last !== undefined && time < this.#last) this.#falling += 1
      this.#last = time
      newest = Math.max(newest, time)
      oldest = Math.min(oldest, time)
    }
    this.newest = Math.max(this.newest, newest)
    return { newest, oldest }
  }
}

/**
 * The events that were seen, at most `most` of them. When there are more, the older half is forgotten, and every event that is as old
 * counts as seen.
 */
export class SeenEvents {
  #times = new Map<string, number>()
  #horizon = -Infinity

  constructor(private readonly most = 20_000) {}

  get size(): number {
    return this.#times.size
  }

  /** Adds an event. `true` where it is new: it was not seen before, and is not older than what was forgotten. */
  add(id: string, time: number): boolean {
    if (this.#times.has(id)) return false
    // A time that cannot be read compares as false: such an event is new while its id is.
    if (time <= this.#horizon) return false
    this.#times.set(id, time)
    if (this.#times.size > this.most) this.#forgetOldest()
    return true
  }

  /** Counts every event up to this time as seen. */
  addUntil(time: number): void {
    this.#horizon = Math.max(this.#horizon, time)
  }

  #forgetOldest(): void {
    const sorted = [...this.#times].sort(([, a], [, b]) => a - b)
    const forgotten = sorted.splice(0, sorted.length / 2)
    this.#times = new Map(sorted)
    for (const [, time] of forgotten) if (time > this.#horizon) this.#horizon = time
  }
}
