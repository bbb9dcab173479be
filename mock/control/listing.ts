import { jsonAnswer } from '../http/answer'
import { invalidRequest } from '../http/refusal'
import { parseTimestamp } from '../settings/timestamp'
import type { FieldValues } from './fields'
import { ControlAnswer } from './route'
import { id, text, time } from './schemas'

/** The parameters that every list of the store takes. */
export const listParameters = {
  'limit?': { type: 'integer', minimum: 1, maximum: 1_000, description: '20 unless given.' },
  'cursor?': { ...text, description: 'The `nextCursor` of an earlier page.' },
  'id?': id,
  'type?': text,
  'since?': { ...time, description: 'Leaves out what was created before.' },
  'until?': { ...time, description: 'Leaves out what was created then or later.' },
  'text?': { ...text, description: 'A part of the texts of an item, whatever the case of its letters.' },
} as const

/** A page of a list that is asked for, and what its items are filtered by. */
export interface Listing {
  limit: number
  cursor: string | null
  /** Whether an item was created in the time that is asked for. */
  isInTime(created: string): boolean
  /** Whether one of these texts contains the text that is asked for, whatever the case of its letters. */
  holdsText(...texts: readonly (string | undefined)[]): boolean
}

/** Reads the parameters that all lists have. Throws a refusal that names a wrong time. */
export function listingOf(query: FieldValues<typeof listParameters>): Listing {
  const { limit = 20, cursor = null } = query
  const { since, until } = timesFrom(query)
  const text = query.text?.toLowerCase()
  return {
    limit,
    cursor,
    isInTime(created) {
      if (since === undefined && until === undefined) return true
      const time = parseTimestamp(created)
      return time >= (since ?? -Infinity) && time < (until ?? Infinity)
    },
    holdsText: (...texts) => text === undefined || texts.some((one) => one?.toLowerCase().includes(text)),
  }
}

/**
 * The answer with a page of a list, whose items are JSON texts. A page can hold fewer than `limit` while more follow: `scanned` says how
 * many events were looked at for it.
 */
export function listAnswer(
  items: readonly string[],
  nextCursor: string | null,
  scanned?: number,
): ControlAnswer {
  const rest = JSON.stringify({ hasMore: nextCursor !== null, nextCursor, scanned }).slice(1)
  const answer = jsonAnswer(200, `{"data":[${items.join(',')}],${rest}`)
  answer.headers['cache-control'] = 'no-store'
  return new ControlAnswer(answer)
}

/** The refusal of a cursor that no page had. */
export function wrongCursor() {
  return invalidRequest('cursor must be the nextCursor of an earlier page.', 'cursor')
}

/** The times of a window, in milliseconds since the epoch. Throws a refusal that names a wrong one. */
export function timesFrom(given: { since?: string; until?: string }): { since?: number; until?: number } {
  return { since: timeFrom(given.since, 'since'), until: timeFrom(given.until, 'until') }
}

function timeFrom(given: string | undefined, name: string): number | undefined {
  if (given === undefined) return undefined
  const moment = parseTimestamp(given)
  if (!Number.isNaN(moment)) return moment
  throw invalidRequest(`${name} must be ${time.title}.`, name)
}
