import type { CompleteDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import type { ListName } from '../http/cursor'
import { pageQuery, type ListPlace } from '../http/paging'
import type { PageQuery, Slice } from '../store/records'

/** Reads a page of a list. */
export type ReadPage = (page: PageQuery) => Promise<Slice<{ id: string }>>

interface ExamplePage {
  data: readonly { id: string }[]
}

const { nextCursor: exampleCursor } = examples.firstEventPage as { nextCursor: string }

/** The item behind which the cursor of the document's example leads, in each list. */
const lastShown: Readonly<Record<ListName, string | undefined>> = {
  events: (examples.firstEventPage as ExamplePage).data.at(-1)?.id,
  webhooks: (examples.onlyWebhookPage as ExamplePage).data.at(-1)?.id,
}

/** Whether a query has the cursor that the document shows as an example. */
export function hasExampleCursor(query: URLSearchParams): boolean {
  return query.get('cursor') === exampleCursor && query.getAll('cursor').length === 1
}

/**
 * The page behind the item at which the example of the document ends, so that a request copied from there is answered where the
 * example data is. Where the item is not, the cursor is one that the list never returned. `null` where nothing follows.
 */
export async function examplePage(
  query: URLSearchParams,
  place: ListPlace,
  dialect: CompleteDialect,
  read: ReadPage,
): Promise<PageQuery | null> {
  const others = new URLSearchParams(query)
  others.delete('cursor')
  const first = pageQuery(others, place, dialect)
  if (first === null) return null
  let after: PageQuery['after']
  do {
    const page = { ...first, limit: 100, after }
    const { items, next } = await read(page)
    const index = items.findIndex(({ id }) => id === lastShown[place.list])
    if (index >= 0) {
      // A page that ends with the item knows the position behind it.
      const { next: behind } = await read({ ...page, limit: index + 1 })
      return behind === undefined ? null : { ...first, after: behind }
    }
    after = next
  } while (after !== undefined)
  return pageQuery(query, place, dialect)
}
