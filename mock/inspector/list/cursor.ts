import type { App } from '../frame/app-context'
import type { Row } from '../store/row'

/** Opens the detail of a row. */
export function openRow({ place, cursor }: Pick<App, 'place' | 'cursor'>, row: Row): void {
  cursor.value = row.id
  place.open.value = row.id
}

/** Opens an event from a panel or the overview. The focus goes to its row, and the panel makes way for the detail. */
export function openEvent({ place, cursor }: Pick<App, 'place' | 'cursor'>, id: string): void {
  place.panel.value = null
  cursor.value = id
  place.open.value = id
}

/** Moves the cursor by so many rows down the list, to its ends by an infinite number. Where a detail is open, the next one opens. */
export function moveCursor(
  { place, cursor, store }: Pick<App, 'place' | 'cursor' | 'store'>,
  by: number,
): void {
  const { shown } = store
  if (shown.length === 0) return
  const from = store.get(cursor.value ?? place.open.value ?? '')
  const newest = shown.length - 1
  const wanted = from ? store.countUpTo(from.order) - 1 - by : newest
  const row = shown[Math.min(Math.max(wanted, 0), newest)] as Row
  cursor.value = row.id
  if (place.open.value !== null) place.open.value = row.id
}
