import type { CompleteDialect } from '../../generated/dialect'
import { operations } from '../../generated/operations'
import type { Mode, PageQuery, Slice } from '../store/store'
import { invalidRequest } from './refusal'

const limitParameter = operations.listEvents.parameters.find(({ name }) => name === 'limit')
const largestPage = Number(limitParameter?.schema.maximum)
const pointers = { limit: '#/components/parameters/Limit', cursor: '#/components/parameters/Cursor' } as const

/** The name of a list. It is part of the list's cursors, so that no other list accepts them. */
export type ListName = 'events' | 'webhooks'

/** The page that a query asks for. */
export function pageQuery(
  query: URLSearchParams,
  list: ListName,
  mode: Mode,
  dialect: CompleteDialect,
): PageQuery {
  const cursor = single(query, 'cursor')
  return {
    limit: limitFrom(single(query, 'limit'), dialect),
    after: cursor === null ? undefined : positionFrom(cursor, list, mode),
    order: dialect.listOrder === 'by-id' ? 'newest-first' : dialect.listOrder,
  }
}

/** The list envelope of a page, from the JSON of its items. */
export function pageJson(
  { items, next }: Slice<string>,
  list: ListName,
  mode: Mode,
  dialect: CompleteDialect,
): string {
  const data = `{"data":[${items.join(',')}]`
  if (next !== undefined) return `${data},"hasMore":true,"nextCursor":"${cursorAt(next, list, mode)}"}`
  return `${data},"hasMore":false${dialect.lastPageCursor === 'null' ? ',"nextCursor":null' : ''}}`
}

function single(query: URLSearchParams, name: keyof typeof pointers): string | null {
  const values = query.getAll(name)
  if (values.length > 1) throw invalidRequest(`${name} must be given once.`, name, pointers[name])
  return values[0] ?? null
}

function limitFrom(written: string | null, dialect: CompleteDialect): number {
  if (written === null) return dialect.defaultPageSize
  if (!/^-?\d+$/.test(written)) throw invalidRequest('limit must be an integer.', 'limit', pointers.limit)
  const limit = Number(written)
  if (limit < 1) throw invalidRequest('limit must be at least 1.', 'limit', pointers.limit)
  if (limit <= largestPage) return limit
  if (dialect.overMaxLimit === 'clamp') return largestPage
  throw invalidRequest(`limit must be at most ${largestPage}.`, 'limit', pointers.limit)
}

/** A cursor holds the list, the mode and the position of the last item of the page. To clients it is opaque. */
function cursorAt(position: number, list: ListName, mode: Mode): string {
  return `cur_${btoa(`${list}.${mode}.${position}`).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')}`
}

function positionFrom(cursor: string, list: ListName, mode: Mode): number {
  const position = /^cur_([A-Za-z0-9_-]{1,64})$/.exec(cursor)?.[1]
  if (position !== undefined) {
    const [writtenList, writtenMode, written = ''] = decode(position).split('.')
    if (writtenList === list && writtenMode === mode && /^\d{1,15}$/.test(written)) return Number(written)
  }
  throw invalidRequest('cursor is not one that this list returned.', 'cursor', pointers.cursor)
}

function decode(written: string): string {
  try {
    return atob(written.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
