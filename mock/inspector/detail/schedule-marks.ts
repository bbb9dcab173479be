import type { DeliveryEntry } from '../../journal/delivery-entry'

/** An attempt on the timeline of a delivery: made, due, or planned in case that each before it fails. */
export interface Mark {
  /** Number of the attempt, from 1. */
  attempt: number
  /** Milliseconds since the first attempt. */
  after: number
  state: 'delivered' | 'failed' | 'abandoned' | 'due' | 'planned'
}

/** The facts of an attempt that the timeline needs. */
export type MadeAttempt = Pick<DeliveryEntry, 'attempt' | 'at' | 'outcome' | 'next' | 'resent'>

/**
 * The attempts of a delivery, those that were made at their times and those that may follow at the earliest times of the schedule.
 * `delays` are the milliseconds from each failure to the next attempt, the first of them 0.
 *
 * @example
 * marksOf([{ attempt: 1, at: '2026-11-21T03:00:00Z', outcome: 'delivered' }], [0, 5_000])
 * // [{ attempt: 1, after: 0, state: 'delivered' }]
 */
export function marksOf(attempts: readonly MadeAttempt[], delays: readonly number[]): Mark[] {
  const [first] = attempts
  if (!first) return []
  const begin = Date.parse(first.at) - delays.slice(0, first.attempt).reduce((sum, delay) => sum + delay, 0)
  const marks: Mark[] = attempts.map(({ attempt, at, outcome }) => ({
    attempt,
    after: Math.max(0, Date.parse(at) - begin),
    state: outcome,
  }))
  // An attempt by hand leaves the schedule as it is.
  const scheduled = attempts.filter(({ resent }) => !resent).at(-1)
  if (scheduled?.outcome !== 'failed' || scheduled.next === undefined) return marks
  let after = Math.max(0, Date.parse(scheduled.next) - begin)
  for (let attempt = scheduled.attempt + 1; attempt <= delays.length; attempt++) {
    if (attempt > scheduled.attempt + 1) after += delays[attempt - 1] ?? 0
    marks.push({ attempt, after, state: attempt === scheduled.attempt + 1 ? 'due' : 'planned' })
  }
  return marks
}

/** Marks that stand so close that one label names them: `1–3`. */
export interface Label {
  text: string
  /** Part of the whole length, from 0 to 1. */
  at: number
}

/** Labels for marks at these places, of which neighbours closer than `apart` share one. */
export function labelsOf(places: readonly { attempt: number; at: number }[], apart: number): Label[] {
  const groups: { attempt: number; at: number }[][] = []
  for (const place of places) {
    const group = groups.at(-1)
    if (group && place.at - (group[0] as { at: number }).at < apart) group.push(place)
    else groups.push([place])
  }
  return groups.map((group) => {
    const [first] = group
    const last = group.at(-1)
    const text = first === last ? `${first?.attempt}` : `${first?.attempt}–${last?.attempt}`
    return { text, at: ((first?.at ?? 0) + (last?.at ?? 0)) / 2 }
  })
}
