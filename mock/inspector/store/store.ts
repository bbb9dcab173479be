import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals'
import type { JournalEntry } from '../../journal/journal'
import { matcherOf, parseQuery } from '../find/query'
import type { Control } from '../transport/control'
import { createBatches, type Frames } from './batches'
import { followJournal, type Link } from './journal-feed'
import { type Change, createJournalIndex, type JournalIndex } from './journal-index'
import type { PageState } from './page-state'
import { isSelected, type Row } from './row'
import { createView } from './view'

/** Everything that the page knows of the journal, for the session that is selected. */
export interface Store {
  /** Grows with every batch of entries, at most once a frame. Whoever reads rows reads it first, to be drawn anew. */
  readonly version: ReadonlySignal<number>
  /** The rows that the list shows, oldest first. Changed in place. */
  readonly shown: readonly Row[]
  /** All rows, oldest first. Changed in place. */
  readonly rows: readonly Row[]
  get(id: string): Row | undefined
  /** All rows by what became of them. */
  readonly tally: JournalIndex['tally']
  /** The number of the last entry that was read. 0 where there was none. */
  readonly last: number
  /** The index of a row in `shown`, -1 where it is not there. */
  indexOf(row: Pick<Row, 'order'>): number
  /** How many rows of `shown` are as old as a row of this order, or older. */
  countUpTo(order: number): number
  readonly link: ReadonlySignal<Link>
  /** Grows with each batch that may have changed something in the mock. */
  readonly news: ReadonlySignal<number>
  readonly paused: Signal<boolean>
  /** How many rows have come that the list does not show yet, because it is paused. */
  readonly waiting: ReadonlySignal<number>
  /** Empties the page's own memory of the journal. */
  clear(): void
  /** Connects now, after a token was given. */
  retry(): void
  stop(): void
}

/** The parts that a store works with. */
export interface StoreOptions {
  control: Control
  page: PageState
  frames: Frames
}

export function createStore({ control, page, frames }: StoreOptions): Store {
  const version = signal(0)
  const link = signal<Link>('connecting')
  const news = signal(0)
  const paused = signal(false)
  // The last row that a paused list shows.
  const pausedAt = signal<number | undefined>(undefined)
  const view = createView()
  let index = createJournalIndex()

  const filter = computed(() => {
    const matches = matcherOf(parseQuery(page.query.value))
    const show = page.show.value
    const limit = pausedAt.value
    return {
      passes: (row: Row) => isSelected(row, show) && matches(row),
      isShown: (row: Row) => limit === undefined || row.order <= limit,
    }
  })
  const waiting = computed(() => {
    void version.value
    const { passes, isShown } = filter.value
    let count = 0
    for (let at = index.rows.length - 1; at >= 0; at--) {
      const row = index.rows[at] as Row
      if (isShown(row)) break
      if (passes(row)) count++
    }
    return count
  })

  function changed(change: Change): void {
    view.apply(change)
    version.value++
  }

  function forget(): void {
    batches.drop()
    changed(index.clear())
    news.value++
  }

  const batches = createBatches<JournalEntry>(frames, (entries) => {
    changed(index.add(entries))
    if (entries.some(isNews)) news.value++
  })
  const feedOptions = {
    control,
    last: () => index.last,
    received: batches.add,
    cleared: forget,
    linked: (now: Link) => (link.value = now),
  }
  let feed = { stop: () => {}, retry: () => {} }

  function refill({ passes, isShown }: typeof filter.value): void {
    view.refill(index.rows, (row) => isShown(row) && passes(row))
    version.value++
  }

  const stopFiltering = effect(() => {
    const now = filter.value
    untracked(() => refill(now))
  })
  const stopPausing = effect(() => {
    pausedAt.value = paused.value ? untracked(() => index.rows.at(-1)?.order ?? 0) : undefined
  })
  // Another session is another journal.
  const stopFollowing = effect(() => {
    void page.session.value
    untracked(() => {
      feed.stop()
      batches.drop()
      index = createJournalIndex()
      paused.value = false
      link.value = 'connecting'
      refill(filter.value)
      feed = followJournal(feedOptions)
    })
  })

  return {
    version,
    shown: view.rows,
    get rows() {
      return index.rows
    },
    get: (id) => index.get(id),
    get tally() {
      return index.tally
    },
    get last() {
      return index.last
    },
    indexOf: (row) => view.indexOf(row),
    countUpTo: (order) => view.countUpTo(order),
    link,
    news,
    paused,
    waiting,
    clear: forget,
    retry: () => feed.retry(),
    stop() {
      feed.stop()
      stopFiltering()
      stopPausing()
      stopFollowing()
    },
  }
}

/** Readings change nothing. Those of this page would cause each other for ever, because a refused one becomes an entry. */
function isNews(entry: JournalEntry): boolean {
  return entry.kind !== 'request' || entry.method !== 'GET'
}
