import type { RequestEntry } from '../../journal/entry'
import type { Selection } from './place'
import { stateOf, type Row } from './row'

/** Whether the list offers a row to the filter. */
export function isSelected(row: Row, show: Selection): boolean {
  if (show === 'all') return true
  if (row.kind === 'request') return row.request.status >= 400 && !isReadingOfControl(row.request)
  if (row.kind === 'notice') return false
  if (show === 'events') return true
  const state = stateOf(row)
  return state === 'retrying' || state === 'abandoned'
}

/** Refused readings of control routes concern the tool that reads, such as this page, and no integration. */
function isReadingOfControl({ method, path }: RequestEntry): boolean {
  return method === 'GET' && path.startsWith('/__mock')
}
