import type { Selection } from './place'
import { stateOf, type Row } from './row'

/** Whether the list offers a row to the filter. */
export function isSelected(row: Row, show: Selection): boolean {
  if (show === 'all') return true
  if (row.kind === 'request') return row.request.status >= 400
  if (row.kind === 'notice') return false
  if (show === 'events') return true
  const state = stateOf(row)
  return state === 'failed' || state === 'abandoned'
}
