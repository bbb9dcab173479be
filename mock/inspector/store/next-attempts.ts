import type { DeliveryEntry } from '../../journal/delivery-entry'
import { deliveriesOf, type EventRow } from './row'

/** An attempt that failed, with the time of the one that follows. */
export type FollowedAttempt = DeliveryEntry & { next: string }

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
      const place = found.findIndex(({ next }) => next > last.next)
      found.splice(place === -1 ? found.length : place, 0, last)
      if (found.length > most) found.pop()
    }
  }
  return found
}
