import { signal } from '@preact/signals'
import { parseQuery } from '../find/query'
import type { Control } from '../transport/control'
import type { StoredEvent } from './row'

// Events of one reading.
const pageSize = 500
// So many readings that find nothing are made for one who scrolls. A longer search waits to be asked for.
const mostFruitless = 20

interface EventPage {
  data: StoredEvent[]
  nextCursor: string | null
}

/** Reads on where the journal ends: the events of the mock's store, newest first. */
export class Tail {
  /** `open` where more can be read, `tired` after many pages in a row without a row for the list, until the reader asks for more. */
  readonly state = signal<'open' | 'reading' | 'tired' | 'ended'>('open')
  #cursor: string | null = null
  #query = ''
  #fruitless = 0
  #turn = 0

  constructor(
    private readonly control: Pick<Control, 'call'>,
    /** Takes events in. Returns whether the list shows more rows than before. */
    private readonly received: (events: readonly StoredEvent[]) => boolean,
  ) {}

  /** Begins anew with the newest event or, with `goesOn`, where the last page ended. The pages have the events that may match `query`. */
  restart(query: string, goesOn = false): void {
    this.#turn++
    if (!goesOn) this.#cursor = null
    this.#query = storeQueryOf(query)
    this.#fruitless = 0
    this.state.value = 'open'
  }

  /** Reads the next page. A page that brings rows lets the tail go on for many more pages only where the reader sees these rows (`isSeen`). */
  async read(isSeen: boolean): Promise<void> {
    const turn = ++this.#turn
    this.state.value = 'reading'
    const cursor = this.#cursor === null ? '' : `&cursor=${encodeURIComponent(this.#cursor)}`
    const path = `/__mock/events?limit=${pageSize}${this.#query}${cursor}`
    const page = await this.control.call<EventPage>({ method: 'GET', path }).catch(() => undefined)
    if (turn !== this.#turn) return
    this.#cursor = page?.nextCursor ?? null
    this.#fruitless = this.received(page?.data ?? []) && isSeen ? 0 : this.#fruitless + 1
    this.state.value = this.#cursor === null ? 'ended' : this.#fruitless < mostFruitless ? 'open' : 'tired'
  }
}

/** The part of a query that the store can judge: a text that every matching event contains. The list judges the rest. */
function storeQueryOf(query: string): string {
  const texts = parseQuery(query)
    .filter(({ field, negated }) => !negated && (field === undefined || field === 'type' || field === 'id'))
    .flatMap(({ value }) => value.split('*'))
    // A text that is written otherwise in JSON would not be found.
    .filter((text) => /^[ !#-[\]-~]+$/.test(text))
    .sort((one, other) => other.length - one.length)
  return texts[0] === undefined ? '' : `&text=${encodeURIComponent(texts[0])}`
}
