import type { App } from '../frame/app'
import type { Row } from '../store/row'

/** Opens the detail of a row. A panel that has the room of the detail makes way: what was typed into it is kept. */
export function openRow({ page, cursor, root }: Pick<App, 'page' | 'cursor' | 'root'>, row: Row): void {
  if (root.querySelector('.detail')?.getClientRects().length === 0) page.panel.value = null
  cursor.value = row.id
  page.open.value = row.id
}

/** Opens an event from a panel or the overview. The focus goes to its row, and the panel makes way for the detail. */
export function openEvent({ page, cursor }: Pick<App, 'page' | 'cursor'>, id: string): void {
  page.panel.value = null
  cursor.value = id
  page.open.value = id
}

/**
 * Moves the cursor down the list by `by` rows, or up where it is negative. `Infinity` leads to an end of the list. Where a detail is open,
 * the next one opens.
 */
export function moveCursor(
  { page, cursor, store }: Pick<App, 'page' | 'cursor' | 'store'>,
  by: number,
): void {
  const { shown } = store
  if (shown.length === 0) return
  const from = store.get(cursor.value ?? page.open.value ?? '')
  const newest = shown.length - 1
  const wanted = from ? store.countUpTo(from.order) - 1 - by : newest
  const row = shown[Math.min(Math.max(wanted, 0), newest)] as Row
  cursor.value = row.id
  if (page.open.value !== null) page.open.value = row.id
}
