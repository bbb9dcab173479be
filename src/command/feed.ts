import type { Event } from '../catalog/event'
import type { Page } from '../resources/page'
import { createSightings, type Sightings } from './sightings'

/** Finds the events that came to a list since the last look at it. */
export interface Feed {
  /**
   * Looks at the list and gives the new events, the oldest first, in portions. The first look gives none: all that is there is old. A
   * look that fails midway has given what it found, and the next one finds the rest.
   */
  look(): AsyncGenerator<Event[], void>
}

/** Options of `createFeed`. */
export interface FeedOptions {
  /** Loads a page, the first one without a cursor. */
  list(cursor: string | undefined): Promise<Page<Event>>
  /** Whether an error says that a cursor is no longer good. */
  isLostCursor(error: unknown): boolean
  /** Called with the number of events read so far in the first look. */
  onProgress?(count: number): void
  sightings?: Sightings
}

// An event may come to the list after others that were created later. This much later it is still found, in milliseconds of `created`.
const overlap = 30_000
// So many events are kept before they are given away, whatever the number of pages that a look needs.
const portion = 500

/** The pages of one look: which way they run, and what times they span. */
interface Walk {
  rising: number
  falling: number
  newest: number
  last?: number
}

const timeOf = (event: Event) => Date.parse(event.created)
const byTime = (a: Event, b: Event) => timeOf(a) - timeOf(b) || 0

function observe(walk: Walk, page: readonly Event[]): { newest: number; oldest: number } {
  let [newest, oldest] = [-Infinity, Infinity]
  for (const time of page.map(timeOf).filter(Number.isFinite)) {
    if (walk.last !== undefined && time > walk.last) walk.rising += 1
    if (walk.last !== undefined && time < walk.last) walk.falling += 1
    walk.last = time
    newest = Math.max(newest, time)
    oldest = Math.min(oldest, time)
  }
  walk.newest = Math.max(walk.newest, newest)
  return { newest, oldest }
}

/**
 * Makes a feed of a list whose order is not known. Lists run either way: from the newest event, so that a look ends where the events are
 * old, or from the oldest, so that a look has to begin near the end. Which way a list runs is seen from the times in it, and believed once
 * they are further apart than events may come late.
 */
export function createFeed(options: FeedOptions): Feed {
  const { list, isLostCursor, onProgress, sightings = createSightings() } = options
  /** The pages near the end of a list that runs from the oldest event: each with its cursor, and its newest time. */
  let trail: { cursor: string | undefined; newest: number }[] = []
  /** The newest time of the last look that came to its end. */
  let settled: number | undefined

  const firstPage = async (): Promise<{ page: Page<Event>; cursor: string | undefined }> => {
    const cursor = trail[0]?.cursor
    trail = []
    if (cursor === undefined) return { page: await list(undefined), cursor }
    try {
      return { page: await list(cursor), cursor }
    } catch (error) {
      if (!isLostCursor(error)) {
        trail = [{ cursor, newest: -Infinity }]
        throw error
      }
      return { page: await list(undefined), cursor: undefined }
    }
  }

  /** Keeps the pages from the last one on before which all events are too old to have a late one after them. */
  const shorten = (newest: number) => {
    const first = trail.map((page) => page.newest < newest - overlap).lastIndexOf(true)
    trail = trail.slice(Math.max(0, first))
  }

  async function* look(): AsyncGenerator<Event[], void> {
    const isFirstLook = settled === undefined
    const walk: Walk = { rising: 0, falling: 0, newest: -Infinity }
    const isRising = () => walk.rising > walk.falling
    let fresh: Event[] = []
    const give = () => {
      const given = (isRising() ? fresh : fresh.reverse()).sort(byTime)
      fresh = []
      return given
    }
    let count = 0
    try {
      const start = await firstPage()
      let cursor = start.cursor
      const beganAtStart = cursor === undefined
      for (let page: Page<Event> | undefined = start.page; page; page = await page.next()) {
        const { newest, oldest } = observe(walk, page.data)
        const unseen = page.data.filter((event) => sightings.see(event.id, timeOf(event)))
        if (!isFirstLook) fresh.push(...unseen)
        count += page.data.length
        if (isFirstLook) onProgress?.(count)
        trail.push({ cursor, newest })
        cursor = page.nextCursor ?? undefined
        // A list that runs from the newest event shows known events from here on: the look before has seen them.
        const known = settled ?? walk.newest
        const isDeepEnough = walk.falling > walk.rising && oldest < known - overlap
        if (isDeepEnough && (isFirstLook || unseen.length === 0)) {
          if (isFirstLook && cursor !== undefined) sightings.forgetUntil(oldest)
          break
        }
        if (fresh.length >= portion) yield give()
      }
      // The next look at a list that runs from the oldest event begins near its end.
      if (isRising() || !beganAtStart) shorten(Math.max(walk.newest, settled ?? -Infinity))
      settled = Math.max(settled ?? -Infinity, walk.newest)
    } finally {
      if (fresh.length > 0) yield give()
    }
  }
  return { look }
}
