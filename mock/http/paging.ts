import type { CompleteDialect } from '../../generated/dialect'
import { operations } from '../../generated/operations'
import type { Situation } from '../../generated/situations'
import type { PageQuery, Slice } from '../store/records'
import type { Fields } from '../settings/sources'
import type { Settings } from '../settings/settings'
import { cursorAt, positionOf, type CursorScope } from './cursor'
import { refuse } from './refusal'

const limitParameter = operations.listEvents.parameters.find(({ name }) => name === 'limit')
const largestPage = Number(limitParameter?.schema.maximum)
const parameters = operations.listEvents.parameters.map(({ name }) => name)
const pointers = { limit: '#/components/parameters/Limit', cursor: '#/components/parameters/Cursor' } as const

/** A list of a store, of which a page is read. */
export type ListScope = Omit<CursorScope, 'order'>

/** The page that a query asks for. `null` where the list never returned the cursor, and the dialect answers with an empty page. */
export function pageQuery(
  query: URLSearchParams,
  scope: ListScope,
  dialect: CompleteDialect,
): PageQuery | null {
  if (dialect.unknownParameters === 'reject') refuseUnknown(query)
  const limit = limitFrom(query.getAll('limit'), dialect)
  const after = afterFrom(query.getAll('cursor'), scope, dialect)
  return after === null ? null : { limit, after, order: orderOf(scope.list, dialect) }
}

/** OQ-22: refuses a parameter that no list has. */
function refuseUnknown(query: URLSearchParams): void {
  const unknown = [...query.keys()].find((name) => !parameters.includes(name))
  if (unknown === undefined) return
  throw refuse('unknownParameter', { param: unknown, value: unknown })
}

/** OQ-06, OQ-16: the order of a list. */
function orderOf(list: ListScope['list'], { listOrder, webhookList }: CompleteDialect): PageQuery['order'] {
  return (list === 'webhooks' ? webhookList.order : undefined) ?? listOrder
}

// OQ-04: a position behind which no list of the order has an item.
const behindAll: Record<CompleteDialect['listOrder'], Position> = {
  'newest-first': 0,
  'oldest-first': 1e15 - 1,
  'by-id': '~',
}

/** The list envelope of a page. */
export interface Page {
  /** The texts that make it, with a comma between each two. */
  parts: readonly string[]
  /** The fields that further headers may copy. */
  fields: Fields
}

/** The list envelope of a page, from the JSON of its items. */
export function pageOf(
  { items, next }: Slice<string>,
  scope: ListScope,
  { dialect, additions, random, clock }: Settings,
): Page {
  const hasMore = next !== undefined
  const { list, mode, epoch } = scope
  const order = orderOf(list, dialect)
  const last =
    (list === 'webhooks' ? dialect.webhookList.lastPageCursor : undefined) ?? dialect.lastPageCursor
  const isPresent = hasMore || last === 'present'
  // A copy of the scope that was completed would have a hidden class of its own at each page, which takes 1.2 µs.
  const nextCursor = isPresent ? cursorAt(next ?? behindAll[order], { list, mode, order, epoch }) : null
  const fields = { hasMore, nextCursor, count: items.length }
  let end = `],"hasMore":${hasMore}`
  if (isPresent) end += `,"nextCursor":"${nextCursor}"`
  else if (last === 'null') end += ',"nextCursor":null'
  const further = additions.fields[list === 'webhooks' ? 'webhookList' : 'list']?.(fields, {
    random,
    now: clock.now(),
  })
  for (const [name, value] of Object.entries(further ?? {})) {
    if (value !== undefined) end += `,${JSON.stringify(name)}:${JSON.stringify(value)}`
  }
  // The first and the last item bear what stands around them all, so that the text of the page is written once.
  const parts = items.length > 0 ? [...items] : ['']
  parts[0] = `{"data":[${parts[0]}`
  parts[parts.length - 1] += `${end}}`
  return { parts, fields }
}

function limitFrom(written: readonly string[], dialect: CompleteDialect): number {
  const [first, second] = written
  if (first === undefined) return dialect.defaultPageSize
  if (second !== undefined) return unusableLimit(first, dialect, 'invalidLimit', 'limit must be given once.')
  if (!/^-?\d+$/.test(first)) return unusableLimit(first, dialect, 'nonIntegerLimit')
  const limit = Number(first)
  if (limit < 1) return unusableLimit(first, dialect, 'invalidLimit')
  if (limit <= largestPage) return limit
  if (dialect.overMaxLimit !== 'reject') {
    return dialect.overMaxLimit === 'clamp' ? largestPage : dialect.defaultPageSize
  }
  throw refuse('overMaxLimit', { param: 'limit', value: first, pointer: pointers.limit })
}

/** OQ-08: the page size for a `limit` that is no page size. The nearest one is 1 for a number, and the default for anything else. */
function unusableLimit(
  written: string,
  dialect: CompleteDialect,
  situation: Situation,
  message?: string,
): number {
  if (dialect.invalidLimit === 'reject') {
    throw refuse(situation, { message, param: 'limit', value: written, pointer: pointers.limit })
  }
  const isClamped =
    dialect.invalidLimit === 'clamp' && written.trim() !== '' && Number(written) <= largestPage
  return isClamped ? Math.max(1, Math.floor(Number(written))) : dialect.defaultPageSize
}

type Position = number | string

/** The position from which the page begins, `null` where there is no such page and the dialect shows an empty one. */
function afterFrom(
  written: readonly string[],
  scope: ListScope,
  dialect: CompleteDialect,
): Position | null | undefined {
  const [cursor, second] = written
  if (cursor === undefined) return undefined
  const position =
    second === undefined ? positionOf(cursor, { ...scope, order: orderOf(scope.list, dialect) }) : undefined
  if (position !== undefined) return position
  if (dialect.invalidCursor !== 'reject') return dialect.invalidCursor === 'first-page' ? undefined : null
  const message = second === undefined ? undefined : 'cursor must be given once.'
  throw refuse('invalidCursor', { message, param: 'cursor', value: cursor, pointer: pointers.cursor })
}
