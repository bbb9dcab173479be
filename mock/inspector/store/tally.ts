import type { DeliveryEntry } from '../../journal/delivery-entry'
import { deliveriesOf, type EventRow, type EventState, isSelected, type Row, stateOf } from './row'

/** What became of a row: of an event its state, of a request whether it was refused. */
export type RowStatus = EventState | 'refused' | 'other'

/** The rows by what became of them, kept in step at the cost of what changed. */
export class Tally {
  readonly #statuses = new Map<Row, RowStatus>()
  readonly #counts = new Map<RowStatus, number>()
  readonly #retrying = new Set<EventRow>()

  /** Takes a row in, or notes that it has changed. */
  put(row: Row): void {
    this.drop(row)
    const status = statusOf(row)
    this.#statuses.set(row, status)
    this.#counts.set(status, this.count(status) + 1)
    if (row.kind === 'event' && status === 'retrying') this.#retrying.add(row)
  }

  drop(row: Row): void {
    const status = this.#statuses.get(row)
    if (status === undefined) return
    this.#counts.set(status, this.count(status) - 1)
    this.#statuses.delete(row)
    if (row.kind === 'event') this.#retrying.delete(row)
  }

  count(status: RowStatus): number {
    return this.#counts.get(status) ?? 0
  }

  /** The events that wait for another attempt, in no order. */
  get retrying(): ReadonlySet<EventRow> {
    return this.#retrying
  }
}

function statusOf(row: Row): RowStatus {
  if (row.kind === 'event') return stateOf(row)
  return row.kind === 'request' && isSelected(row, 'events') ? 'refused' : 'other'
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

/** The deliveries of some events that are attempted again, by their last attempts: `most` at most, the soonest first. */
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
