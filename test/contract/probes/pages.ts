import fc from 'fast-check'
import type { Dialect } from '../../../generated/dialect'
import { expectSuccess, expectThat, fail, isRefusal } from './expect'
import { judgeAsCreated } from './known-events'
import type { Answer, Context, Key } from '../engine/check'
import type { Event } from './events'

/** The part that most checks of the list of events share. */
export const listBase = {
  level: 'must',
  mode: 'non-disruptive',
  needs: ['event-key'],
  timeLimit: 90_000,
  beside: 'lists',
} as const

/** The query of a list. */
export type ListQuery = Readonly<Record<string, string | number>>

/** Limits from `min` on, drawn by the run's seed: a service that goes wrong at one limit alone is met in time. */
export function drawnLimits({ settings: { seed } }: Context, min: number, count: number): number[] {
  return fc.sample(fc.noBias(fc.integer({ min, max: 98 })), { seed, numRuns: count })
}

/** A page of the list as it came. */
export interface Page {
  items: Event[]
  hasMore: boolean
  nextCursor: unknown
  answer: Answer
}

/** Reads a page. A cursor in the query is a new one, and the limit beside it that of the page which named it. */
export async function listPage(context: Context, key: Key, query: ListQuery = {}): Promise<Page> {
  const answer = await context.call('listEvents', { key, query })
  // The suite follows a cursor only where `hasMore` was true.
  if ('cursor' in query && isRefusal(answer)) {
    const message = `\`hasMore\` was true, and its cursor was answered by ${answer.status}.`
    // A cursor of a list without limit needs none.
    const rules = 'limit' in query ? ['PG-4', 'PG-6'] : ['PG-7', 'PG-4', 'PG-6']
    fail(rules, message, { expected: 'the page that follows', answer })
  }
  return pageOf(context, key, answer)
}

/**
 * Reads a page by a cursor that was used before, or with another limit than the page had which named it. `undefined` where
 * the deployment refuses that: the interface does not say whether a cursor is good for it.
 */
export async function tryPage(context: Context, key: Key, query: ListQuery): Promise<Page | undefined> {
  const answer = await context.call('listEvents', { key, query })
  return 'cursor' in query && isRefusal(answer) ? undefined : pageOf(context, key, answer)
}

/** The page of an answer. Each event of the run on it is held against its creation. */
function pageOf(context: Context, key: Key, answer: Answer): Page {
  expectSuccess(answer, 'PG-1', 'The list')
  const { data, hasMore, nextCursor } = answer.fields
  if (!Array.isArray(data) || typeof hasMore !== 'boolean') {
    const expected = '{ "data": [...], "hasMore": true or false, ... }'
    return fail('PG-1', 'The answer is no list envelope.', { expected, answer })
  }
  const odd = data.findIndex((item) => typeof (item as Partial<Event> | null)?.id !== 'string')
  expectThat(odd < 0, 'PG-8', 'An item of the list is no event.', { received: data[odd], answer })
  for (const item of data) judgeAsCreated(context, key, item, 'A listed event', answer)
  return { items: data as Event[], hasMore, nextCursor, answer }
}

/** How an answer writes `nextCursor` where no further page follows. */
export function lastCursorOf(nextCursor: unknown): NonNullable<Dialect['lastPageCursor']> {
  if (nextCursor === null) return 'null'
  return nextCursor === undefined ? 'absent' : 'present'
}

/** The query of the page after this one; that of the first page where it names no cursor. */
export function nextQuery({ nextCursor }: Page, limit: number): ListQuery {
  return typeof nextCursor === 'string' ? { cursor: nextCursor, limit } : { limit }
}
