import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type { JournalEntry } from '../../journal/journal'
import { matcherOf, parseQuery } from '../find/query'
import type { Control } from '../transport/control'
import { Batches, type Frames } from './batches'
import { JournalFeed, type Link } from './journal-feed'
import { type Change, JournalIndex } from './journal-index'
import type { PageState } from './page-state'
import { isSelected, type Row } from './row'
import { Tail } from './tail'
import type { Tally } from './tally'
import { View } from './view'

/** The parts that a store works with. */
interface StoreOptions {
  control: Control
  page: PageState
  frames: Frames
}

/** Everything that the page knows of the journal, for the session that is selected. */
export class Store {
  /** Grows with every batch of entries, at most once a frame. Whoever reads rows reads it first, to be drawn anew. */
  readonly version = signal(0)
  readonly link = signal<Link>('connecting')
  /** Grows with each batch that may have changed something in the mock. */
  readonly news = signal(0)
  readonly paused = signal(false)
  /** Whether the page has read all entries that the journal had when the page connected, so that what is missing now does not exist. */
  readonly isRead: ReadonlySignal<boolean>
  /** The events of the mock's store, which the list reads at its end. */
  readonly tail: Tail
  /** How many rows have come that the list does not show yet, because it is paused. */
  readonly waiting: ReadonlySignal<number>
  /** The order of the last row that a paused list shows. */
  readonly #pausedAt = signal<number | undefined>(undefined)
  readonly #view = new View()
  readonly #reach = signal(Infinity)
  #index = new JournalIndex()
  #feed: JournalFeed | undefined
  readonly #page: PageState
  readonly #batches: Batches<JournalEntry>
  readonly #effects: (() => void)[]

  constructor({ control, page, frames }: StoreOptions) {
    this.#page = page
    const filter = computed(() => {
      const matches = matcherOf(parseQuery(page.query.value))
      const show = page.show.value
      return (row: Row) => isSelected(row, show) && matches(row)
    })
    this.isRead = computed(() => this.version.value >= 0 && this.last >= this.#reach.value)
    this.tail = new Tail(control, (events) => {
      const before = this.shown.length
      this.#changed(this.#index.addStored(events))
      return this.shown.length > before
    })
    const refill = () => {
      const passes = filter.value
      const limit = this.#pausedAt.value ?? Infinity
      untracked(() => {
        this.#view.refill(this.rows, (row) => row.order <= limit && passes(row))
        this.version.value++
        this.tail.restart(page.query.value)
      })
    }
    this.waiting = computed(() => {
      void this.version.value
      const limit = this.#pausedAt.value ?? Infinity
      let count = 0
      for (let at = this.rows.length - 1; at >= 0; at--) {
        const row = this.rows[at] as Row
        if (row.order <= limit) break
        if (filter.value(row)) count++
      }
      return count
    })
    this.#batches = new Batches<JournalEntry>(frames, (entries) => {
      const change = this.#index.add(entries)
      this.#changed(change)
      // The events of the store were the first to make way.
      if (change.anew || change.goneUpTo > -Infinity) this.tail.restart(page.query.value)
      if (entries.some(isNews)) this.news.value++
    })
    const follow = () => {
      this.#feed?.stop()
      this.#batches.drop()
      this.#index = new JournalIndex()
      this.paused.value = false
      this.link.value = 'connecting'
      this.#reach.value = Infinity
      refill()
      this.#feed = new JournalFeed({
        control,
        last: () => this.last,
        received: (entry) => this.#batches.add(entry),
        cleared: () => this.clear(),
        linked: (now) => (this.link.value = now),
        reaches: (last) => (this.#reach.value = last),
      })
    }
    this.#effects = [
      effect(refill),
      effect(() => {
        this.#pausedAt.value = this.paused.value ? untracked(() => this.rows.at(-1)?.order ?? 0) : undefined
      }),
      // Another session is another journal.
      effect(() => {
        void page.session.value
        untracked(follow)
      }),
    ]
  }

  /** Gives up the stream of a mock that does not answer, and connects anew. */
  lose(): void {
    this.#feed?.lose()
  }

  /** The rows that the list shows, oldest first. Always the same array. */
  get shown(): readonly Row[] {
    return this.#view.rows
  }

  /** All rows, oldest first. */
  get rows(): readonly Row[] {
    return this.#index.rows
  }

  /** Whether nothing has happened and nothing is stored. Requests of tools to control routes do not count. */
  get isEmpty(): boolean {
    return !this.rows.some((row) => row.kind !== 'request' || !row.request.path.startsWith('/__mock'))
  }

  get(id: string): Row | undefined {
    return this.#index.get(id)
  }

  /** All rows by what became of them. */
  get tally(): Pick<Tally, 'count' | 'retrying'> {
    return this.#index.tally
  }

  /** The number of the last entry that was read. 0 where there was none. */
  get last(): number {
    return this.#index.last
  }

  /** The index of a row in `shown`, -1 where it is not there. */
  indexOf(row: Pick<Row, 'order'>): number {
    return this.#view.indexOf(row)
  }

  /** How many rows of `shown` are as old as a row of this order, or older. */
  countUpTo(order: number): number {
    return this.#view.countUpTo(order)
  }

  /** Empties the page's own memory of the journal. */
  clear(): void {
    this.#batches.drop()
    this.#changed(this.#index.clear())
    this.#reach.value = 0
    this.tail.restart(this.#page.query.value)
    this.news.value++
  }

  /** Connects now, after a token was given. */
  retry(): void {
    this.#feed?.retry()
  }

  stop(): void {
    this.#feed?.stop()
    for (const end of this.#effects) end()
  }

  #changed(change: Change): void {
    this.#view.apply(change, this.rows)
    this.version.value++
  }
}

/**
 * Whether an entry may have changed something in the mock: a GET does not. If the page read anew after a refused GET of its own, which
 * becomes an entry, its requests would cause each other for ever.
 */
function isNews(entry: JournalEntry): boolean {
  return entry.kind !== 'request' || entry.method !== 'GET'
}
