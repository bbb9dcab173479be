import { jsonAnswer } from '../http/answer'
import { invalidRequest } from '../http/refusal'
import { strayField } from '../settings/stray-field'
import { parseTimestamp } from '../settings/timestamp'
import type { Mode } from '../store/records'
import { modeFrom } from './keyless-request'
import { ControlAnswer } from './route'

const usualLimit = 20
const largestLimit = 1_000

/** The parameters that every list of the store takes. */
const common = ['limit', 'cursor', 'session', 'id', 'type', 'since', 'until', 'state', 'text'] as const

/** A page of a list that is asked for, and what its items are filtered by. A filter that is absent lets all pass. */
export interface Listing {
  limit: number
  cursor: string | null
  mode?: Mode
  id?: string
  type?: string
  state?: string
  event?: string
  webhook?: string
  /** Whether an item was created in the time that is asked for. */
  isInTime(created: string): boolean
  /** Whether one of these texts holds the text that is asked for, whatever the case of its letters. */
  holdsText(...texts: readonly (string | undefined)[]): boolean
}

/** Reads the query of a list. Throws a refusal that names a wrong parameter. `states` are those that an item may have. */
export function readListing(
  query: URLSearchParams,
  {
    further = [],
    states,
  }: { further?: readonly ('mode' | 'event' | 'webhook')[]; states?: readonly string[] },
): Listing {
  const known = [...common, ...further]
  const stray = strayField(Object.fromEntries(query), known, 'this list')
  if (stray) throw invalidRequest(stray.message, stray.field)
  const valueOf = (name: string) => query.get(name) ?? undefined
  const state = valueOf('state')
  if (state !== undefined && states && !states.includes(state)) {
    throw invalidRequest(`state must be one of ${states.join(', ')}.`, 'state')
  }
  const [since, until] = ['since', 'until'].map((name) => timeFrom(query.get(name), name))
  const text = valueOf('text')?.toLowerCase()
  return {
    limit: limitFrom(query.get('limit')),
    cursor: query.get('cursor'),
    mode: query.has('mode') ? modeFrom(query.get('mode')) : undefined,
    id: valueOf('id'),
    type: valueOf('type'),
    event: valueOf('event'),
    webhook: valueOf('webhook'),
    state,
    isInTime(created) {
      if (since === undefined && until === undefined) return true
      const time = parseTimestamp(created)
      return time >= (since ?? -Infinity) && time < (until ?? Infinity)
    },
    holdsText: (...texts) => text === undefined || texts.some((one) => one?.toLowerCase().includes(text)),
  }
}

/** The answer with a page of a list, whose items are JSON texts. A page can hold fewer than `limit` while more follow. */
export function listAnswer(items: readonly string[], nextCursor: string | null): ControlAnswer {
  const more = `"hasMore":${nextCursor !== null},"nextCursor":${JSON.stringify(nextCursor)}`
  const answer = jsonAnswer(200, `{"data":[${items.join(',')}],${more}}`)
  answer.headers['cache-control'] = 'no-store'
  return new ControlAnswer(answer)
}

/** The refusal of a cursor that no page had. */
export function wrongCursor() {
  return invalidRequest('cursor must be the nextCursor of an earlier page.', 'cursor')
}

function limitFrom(given: string | null): number {
  if (given === null) return usualLimit
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (limit >= 1 && limit <= largestLimit) return limit
  throw invalidRequest(`limit must be a whole number from 1 to ${largestLimit}.`, 'limit')
}

function timeFrom(given: string | null, name: string): number | undefined {
  if (given === null) return undefined
  const time = parseTimestamp(given)
  if (!Number.isNaN(time)) return time
  throw invalidRequest(`${name} must be a time in UTC as ISO 8601, such as 2026-11-21T03:00:00Z.`, name)
}
