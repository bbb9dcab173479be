import { equal } from '../../engine/equal'
import { fieldsOf, idOf, isSuccess, itemsOf } from '../answers'
import { furtherOf, isObject, known } from './extras'
import type { Answer } from '../../wire/client'
import type { Dialect } from '../../../../generated/dialect'
import type { Seen } from '../exchanges/ask'
import type { Source } from './source'

type Choice = NonNullable<Dialect['webhookList']>
type Fields = Readonly<Record<string, unknown>>

/** The exchanges whose webhooks are looked for in the list, in the order of their registration. */
const registrations = ['create-webhook', 'create-described-webhook']

/**
 * How the list of webhooks differs from that of events; `undefined` where none was seen. `lastPage`: its last page, where that
 * is another one than the first.
 */
export function webhookListChoice(
  seen: readonly Seen[],
  dialect: Readonly<Dialect>,
  lastPage?: Answer,
): Choice | undefined {
  const list = seen.find(({ exchange }) => exchange.name === 'list-webhooks')
  if (!list || !isSuccess(list.answer) || itemsOf(list.answer).length === 0) return undefined
  const { answer } = list
  const items = itemsOf(answer).filter(isObject)
  const order = orderOf(seen, items)
  const last = lastCursorOf(fieldsOf(answer)) ?? (lastPage && lastCursorOf(fieldsOf(lastPage)))
  const ofItem = furtherOf(items, known.webhook)
  // Two answers tell a value that changes from one that does not.
  const pages = lastPage ? [answer, lastPage] : [answer]
  const ofList = furtherOf(pages.map(fieldsOf), known.list)
  return {
    ...(order === undefined || order === dialect.listOrder ? {} : { order }),
    ...(last === undefined || last === dialect.lastPageCursor ? {} : { lastPageCursor: last }),
    ...(isAlike(ofItem, dialect.extras?.webhook) ? {} : { item: ofItem }),
    ...(isAlike(ofList, dialect.extras?.list) ? {} : { list: ofList }),
  }
}

/** The order in which two webhooks of the run are listed. */
function orderOf(seen: readonly Seen[], items: readonly Fields[]): Choice['order'] {
  const [first, second] = registrations.map((name) => {
    const made = seen.find(({ exchange }) => exchange.name === name)
    const id = made && idOf(made.answer)
    return id === undefined ? -1 : items.findIndex((item) => item.id === id)
  })
  if (first === undefined || second === undefined || first < 0 || second < 0) return undefined
  return first < second ? 'oldest-first' : 'newest-first'
}

function lastCursorOf({ hasMore, nextCursor }: Fields): Choice['lastPageCursor'] {
  if (hasMore !== false) return undefined
  if (nextCursor === null) return 'null'
  return nextCursor === undefined ? 'absent' : 'present'
}

/** Whether two sets of further fields have the same names, and no constants that differ. One sample shows no kind. */
function isAlike(
  one: Readonly<Record<string, Source>>,
  other: Readonly<Record<string, Source>> = {},
): boolean {
  if (!equal(Object.keys(one).sort(), Object.keys(other).sort())) return false
  return Object.entries(one).every(([name, source]) => {
    const usual = other[name] as Source
    return !('constant' in source && 'constant' in usual) || equal(source.constant, usual.constant)
  })
}
