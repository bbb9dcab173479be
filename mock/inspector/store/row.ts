import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import type { NoticeEntry } from '../../journal/notice'
import type { Selection } from './page-state'

/** An event with everything that the journal tells of it: the requests that created or repeated it, and its attempts. */
export interface EventRow {
  kind: 'event'
  /** The id of the event. */
  id: string
  /** Rows are ordered by it: the later one has the larger number. */
  order: number
  /** ISO 8601, UTC: of the first entry. */
  at: string
  type: string
  mode?: 'live' | 'test'
  /** Oldest first. Empty where the event came from a seed or its request left the journal. */
  requests: RequestEntry[]
  /** Those of all its deliveries, oldest first. */
  attempts: DeliveryEntry[]
}

/** A request that created no event. */
interface RequestRow {
  kind: 'request'
  /** `request-` and the number of the entry. */
  id: string
  order: number
  at: string
  request: RequestEntry
}

/** Something that the mock did of its own accord. */
interface NoticeRow {
  kind: 'notice'
  /** `notice-` and the number of the entry. */
  id: string
  order: number
  at: string
  notice: NoticeEntry
}

/** A line of the list. Its entries may grow; its order and its id stay. */
export type Row = EventRow | RequestRow | NoticeRow

/** Changes whenever a row has grown, and tells one row from another. */
export function revisionOf(row: Row | undefined): string {
  if (row === undefined) return ''
  return row.kind === 'event' ? `${row.order} ${row.requests.length} ${row.attempts.length}` : `${row.order}`
}

/** The attempts of one delivery of an event, oldest first. */
export interface DeliveryOfRow {
  id: string
  webhookId: string
  url: string
  attempts: DeliveryEntry[]
  last: DeliveryEntry
}

/** The deliveries of an event, in the order of their first attempts. */
export function deliveriesOf({ attempts }: EventRow): DeliveryOfRow[] {
  const deliveries = new Map<string, DeliveryOfRow>()
  for (const attempt of attempts) {
    const known = deliveries.get(attempt.deliveryId)
    if (known) {
      known.attempts.push(attempt)
      known.last = attempt
    } else {
      const { deliveryId: id, webhookId, url } = attempt
      deliveries.set(id, { id, webhookId, url, attempts: [attempt], last: attempt })
    }
  }
  return [...deliveries.values()]
}

/** How an event fares: as the worst of its deliveries. `quiet` where no attempt was made. */
export type EventState = 'delivered' | 'retrying' | 'abandoned' | 'quiet'

export function stateOf(row: EventRow): EventState {
  const outcomes = deliveriesOf(row).map(({ last }) => last.outcome)
  if (outcomes.includes('abandoned')) return 'abandoned'
  if (outcomes.includes('failed')) return 'retrying'
  return outcomes.length > 0 ? 'delivered' : 'quiet'
}

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
