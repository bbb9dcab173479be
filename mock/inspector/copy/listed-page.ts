import type { CompleteDialect } from '../../../generated/dialect'
import type { RequestEntry } from '../../journal/entry'
import { Expression } from './source-text'
import { objectIn } from './stated-object'

/** A page of a list, as a request got it. */
export interface ListedPage {
  count: number
  hasMore: boolean
}

/** The page that an entry shows, `undefined` where it is no page or the journal does not hold all of it. */
export function listedPage({
  operation,
  status,
  answer,
  fault,
}: Pick<RequestEntry, 'operation' | 'status' | 'answer' | 'fault'>): ListedPage | undefined {
  if (!operation?.startsWith('list') || status >= 300 || /Prefer;.*(code|example)=/.test(fault ?? ''))
    return undefined
  const { data, hasMore } = objectIn(answer) ?? {}
  return Array.isArray(data) && typeof hasMore === 'boolean' ? { count: data.length, hasMore } : undefined
}

/** The path of a page without its cursor, and whether it had one. */
export function firstPageOf(path: string): { path: string; isLater: boolean } {
  const [place = '', search = ''] = path.split(/\?(.*)/s)
  const terms = search.split('&')
  const kept = terms.filter((term) => !/^cursor=/.test(term))
  return {
    path: kept.join('&') === '' ? place : `${place}?${kept.join('&')}`,
    isLater: kept.length < terms.length,
  }
}

/** How many items a list must have so that it has this page: as many as stand before it, on it, and one where more follow. */
export function itemsFor(
  { path }: Pick<RequestEntry, 'path'>,
  { count, hasMore }: ListedPage,
  { defaultPageSize }: Pick<CompleteDialect, 'defaultPageSize'>,
): number {
  const limit = Number(/[?&]limit=(\d+)/.exec(path)?.[1] ?? defaultPageSize)
  // A page has 100 items at most, whatever was asked for.
  const before = firstPageOf(path).isLater ? Math.min(limit, 100) : 0
  return before + count + (hasMore ? 1 : 0)
}

/** The seed of a list with so many items, as an expression. `undefined` for an empty one. */
export function seedOfItems(
  operation: RequestEntry['operation'],
  count: number,
  mode: RequestEntry['mode'],
): object | undefined {
  if (count === 0) return undefined
  const inMode = mode === 'test' ? "mode: 'test', " : ''
  const items = (item: string) =>
    new Expression(`Array.from({ length: ${count} }, (_, order) => ({ ${inMode}${item} }))`)
  if (operation === 'listEvents') return { events: items("type: 'order.paid', data: { order }") }
  return { webhooks: items("url: `https://shop.example/hooks/${order}`, events: ['*']") }
}
