import { stateOf, type EventRow, type EventState, type Row } from './row'
import { isSelected } from './selected'

/** What became of a row: of an event its state, of a request whether it was refused. */
export type Fate = EventState | 'refused' | 'other'

/** The rows by what became of them, kept in step at the cost of what changed. */
export interface Tally {
  /** Takes a row in, or notes that it has changed. */
  put(row: Row): void
  drop(row: Row): void
  clear(): void
  count(fate: Fate): number
  /** The events that wait for another attempt, in no order. */
  readonly retrying: ReadonlySet<EventRow>
}

export function createTally(): Tally {
  const fates = new Map<Row, Fate>()
  const counts = new Map<Fate, number>()
  const retrying = new Set<EventRow>()

  function add(fate: Fate, by: number): void {
    counts.set(fate, (counts.get(fate) ?? 0) + by)
  }

  function drop(row: Row): void {
    const fate = fates.get(row)
    if (fate === undefined) return
    add(fate, -1)
    fates.delete(row)
    if (row.kind === 'event') retrying.delete(row)
  }

  return {
    put(row) {
      drop(row)
      const fate = fateOf(row)
      fates.set(row, fate)
      add(fate, 1)
      if (row.kind === 'event' && fate === 'retrying') retrying.add(row)
    },
    drop,
    clear() {
      fates.clear()
      counts.clear()
      retrying.clear()
    },
    count: (fate) => counts.get(fate) ?? 0,
    retrying,
  }
}

function fateOf(row: Row): Fate {
  if (row.kind === 'event') return stateOf(row)
  return isSelected(row, 'events') ? 'refused' : 'other'
}
