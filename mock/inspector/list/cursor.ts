import type { App } from '../frame/app-context'
import type { Row } from '../store/row'

/** Opens the detail of a row. */
export function openRow({ place, cursor }: Pick<App, 'place' | 'cursor'>, row: Row): void {
  cursor.value = row.id
  place.open.value = row.id
}

/** Moves the cursor by so many rows down the list. Where a detail is open, the next one opens. */
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
