import type { CompleteDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import { operations } from '../../generated/operations'
import { jsonAnswer, type Answer } from '../http/answer'
import { pageOf, pageQuery, type ListScope } from '../http/paging'
import type { Settings } from '../settings/settings'
import type { PageQuery, Slice } from '../store/records'

/** A list of a store: its scope, how a page of it is read, and how an item of it is written. */
export interface AnsweredList<Item extends { id: string }> {
  scope: ListScope
  read(page: PageQuery): Slice<Item> | Promise<Slice<Item>>
  write(item: Item): string
}

/** PG-1 to PG-9: answers a query with a page of a list. */
export function listAnswer<Item extends { id: string }>(
  search: string,
  { scope, read, write }: AnsweredList<Item>,
  settings: Settings,
): Answer | Promise<Answer> {
  const { dialect } = settings
  const query = new URLSearchParams(search)
  const answer = ({ items, next }: Slice<Item>) => {
    const { parts, fields } = pageOf({ items: items.map(write), next }, scope, settings)
    return jsonAnswer(200, parts.join(','), { kind: 'list', fields }, parts)
  }
  const sliceOf = (page: PageQuery | null) => (page ? read(page) : { items: [] })
  const slice = hasExampleCursor(query)
    ? examplePage(query, scope, dialect, read).then(sliceOf)
    : sliceOf(pageQuery(query, scope, dialect))
  return slice instanceof Promise ? slice.then(answer) : answer(slice)
}

/** Reads a page of a list. */
type ReadPage = (page: PageQuery) => Slice<{ id: string }> | Promise<Slice<{ id: string }>>

const { nextCursor: exampleCursor } = examples.firstEventPage as { nextCursor: string }

/** The items behind which the cursor of the document's example leads: the last of the first page that the document shows of each list. */
const lastShown = new Set(
  Object.values(operations).flatMap(({ responses }) => {
    const { schema, examples: shown = {} } = responses[200] ?? {}
    const [name] = Object.values(shown)
    if (name === undefined || !schema?.endsWith('Page')) return []
    const { data } = examples[name] as { data: readonly { id: string }[] }
    return data.slice(-1).map(({ id }) => id)
  }),
)

/** Whether a query has the cursor that the document shows as an example. */
function hasExampleCursor(query: URLSearchParams): boolean {
  return query.get('cursor') === exampleCursor && query.getAll('cursor').length === 1
}

/**
 * The page behind the item at which the example of the document ends, so that a request copied from there is answered where the
 * example data is. Where the item is not, the cursor is one that the list never returned. `null` where nothing follows.
 */
async function examplePage(
  query: URLSearchParams,
  scope: ListScope,
  dialect: CompleteDialect,
  read: ReadPage,
): Promise<PageQuery | null> {
  const others = new URLSearchParams(query)
  others.delete('cursor')
  const first = pageQuery(others, scope, dialect)
  if (first === null) return null
  let after: PageQuery['after']
  do {
    const page = { ...first, limit: 100, after }
    const { items, next } = await read(page)
    const index = items.findIndex(({ id }) => lastShown.has(id))
    if (index >= 0) {
      // A page that ends with the item knows the position behind it.
      const { next: behind } = await read({ ...page, limit: index + 1 })
      return behind === undefined ? null : { ...first, after: behind }
    }
    after = next
  } while (after !== undefined)
  return pageQuery(query, scope, dialect)
}
