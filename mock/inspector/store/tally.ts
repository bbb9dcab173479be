import type { DeliveryEntry } from '../../journal/delivery-entry'
import { deliveriesOf, type EventRow, type EventState, isSelected, type Row, stateOf } from './row'

/** What became of a row: of an event its state, of a request whether it was refused. */
export type RowStatus = EventState | 'refused' | 'other'

/** The rows by what became of them, kept in step at the cost of what changed. */
export interface Tally {
  /** Takes a row in, or notes that it has changed. */
  put(row: Row): void
  drop(row: Row): void
  clear(): void
  count(status: RowStatus): number
  /** The events that wait for another attempt, in no order. */
  readonly retrying: ReadonlySet<EventRow>
}

export function createTally(): Tally {
  const statuses = new Map<Row, RowStatus>()
  const counts = new Map<RowStatus, number>()
  const retrying = new Set<EventRow>()

  function add(status: RowStatus, by: number): void {
    counts.set(status, (counts.get(status) ?? 0) + by)
  }

  function drop(row: Row): void {
    const status = statuses.get(row)
    if (status === undefined) return
    add(status, -1)
    statuses.delete(row)
    if (row.kind === 'event') retrying.delete(row)
  }

  return {
    put(row) {
      drop(row)
      const status = statusOf(row)
      statuses.set(row, status)
      add(status, 1)
      if (row.kind === 'event' && status === 'retrying') retrying.add(row)
    },
    drop,
    clear() {
      statuses.clear()
      counts.clear()
      retrying.clear()
    },
    count: (status) => counts.get(status) ?? 0,
    retrying,
  }
}

function statusOf(row: Row): RowStatus {
  if (row.kind === 'event') return stateOf(row)
  return isSelected(row, 'events') ? 'refused' : 'other'
}

/** An attempt that failed, with the time of the one that follows. */
type FollowedAttempt = DeliveryEntry & { next: string }

/** The attempt by the schedule that was made last, `undefined` where all were made by hand. Those leave the schedule as it is. */
export function lastScheduled(attempts: readonly DeliveryEntry[]): DeliveryEntry | undefined {
  return attempts.filter(({ resent }) => !resent).at(-1)
}

/** Whether another attempt follows an attempt by the schedule. */
export function isFollowed(attempt: DeliveryEntry | undefined): attempt is FollowedAttempt {
  return attempt?.outcome === 'failed' && attempt.next !== undefined
}

/** The deliveries of some events that are attempted again, by their last attempts: so many of them, the soonest first. */
export function nextAttempts(events: Iterable<EventRow>, most: number): FollowedAttempt[] {
  const found: FollowedAttempt[] = []
  for (const event of events) {
    for (const { attempts } of deliveriesOf(event)) {
      const last = lastScheduled(attempts)
      if (!isFollowed(last)) continue
      const latest = found.at(-1)
      if (found.length === most && latest && latest.next <= last.next) continue
      const index = found.findIndex(({ next }) => next > last.next)
      found.splice(index === -1 ? found.length : index, 0, last)
      if (found.length > most) found.pop()
    }
  }
  return found
}
