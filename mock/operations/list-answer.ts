import { jsonAnswer, type Answer } from '../http/answer'
import { pageOf, pageQuery, type ListPlace } from '../http/paging'
import type { Settings } from '../settings/settings'
import type { PageQuery, Slice } from '../store/records'
import { examplePage, hasExampleCursor } from './example-page'

/** A list of a store: its place, how a page of it is read, and how an item of it is written. */
export interface AnsweredList<Item extends { id: string }> {
  place: ListPlace
  read(page: PageQuery): Promise<Slice<Item>>
  write(item: Item): string
}

/** PG-1 to PG-9: answers a query with a page of a list. */
export async function listAnswer<Item extends { id: string }>(
  search: string,
  { place, read, write }: AnsweredList<Item>,
  settings: Settings,
): Promise<Answer> {
  const { dialect } = settings
  const query = new URLSearchParams(search)
  const page = hasExampleCursor(query)
    ? await examplePage(query, place, dialect, read)
    : pageQuery(query, place, dialect)
  const { items, next } = page ? await read(page) : { items: [] }
  const { json, fields } = pageOf({ items: items.map(write), next }, place, settings)
  return jsonAnswer(200, json, { place: 'list', fields })
}
