import type { DeliveryAttempt } from '../deliveries/attempt'
import type { RequestEntry } from '../journal/entry'

/** Something that the mock says by itself, such as that a session was given up. */
export interface NoticeEntry {
  kind: 'notice'
  number: number
  /** ISO 8601, UTC. */
  at: string
  code: string
  message: string
}

/** An entry of the journal, as the log gets it. */
export type LoggedEntry =
  | (RequestEntry & { aborted?: boolean })
  | (DeliveryAttempt & { kind: 'delivery'; number: number })
  | NoticeEntry

/** How much an entry matters: `--quiet` leaves out `info`. */
export type Level = 'info' | 'warn' | 'error'

// Each tells of something that went as it was asked for.
const expectedNotices: readonly string[] = ['fault-spent']

/** Deliveries that were given up and notices are warnings. */
export function levelOf(entry: LoggedEntry): Level {
  if (entry.kind === 'delivery') return entry.outcome === 'abandoned' ? 'warn' : 'info'
  return entry.kind === 'notice' && !expectedNotices.includes(entry.code) ? 'warn' : 'info'
}
