import type { EntryOutline } from '../journal/journal'

/** How much an entry matters: `--quiet` leaves out `info`. */
export type Level = 'info' | 'warn' | 'error'

// Each tells of something that went as it was asked for.
const expectedNotices: readonly string[] = ['fault-spent', 'webhook-rotated']

/** Deliveries that were given up and notices are warnings. */
export function levelOf(entry: EntryOutline): Level {
  if (entry.kind === 'delivery') return entry.outcome === 'abandoned' ? 'warn' : 'info'
  return entry.kind === 'notice' && !expectedNotices.includes(entry.code) ? 'warn' : 'info'
}
