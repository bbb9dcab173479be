import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import type { NoticeEntry } from '../../journal/notice'
import { diffTexts } from '../diff/diff'
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
  /** The event as the store has it, where the page has asked for it. */
  stored?: StoredEvent
}

/** An event as `GET /__mock/events` tells it. */
export interface StoredEvent {
  event: { id: string; type: string; created: string; data: unknown }
  mode: 'live' | 'test'
  deliveries: { id: string; webhook: string; url?: string; state: string; attempts: number; due?: string }[]
}

/** A request that created no event. */
interface RequestRow extends Pick<EventRow, 'order' | 'at'> {
  kind: 'request'
  /** `request-` and the number of the entry. */
  id: string
  request: RequestEntry
}

/** Something that the mock did of its own accord. */
interface NoticeRow extends Pick<EventRow, 'order' | 'at'> {
  kind: 'notice'
  /** `notice-` and the number of the entry. */
  id: string
  notice: NoticeEntry
}

/** A line of the list. Its entries may grow. Its id stays, and so does its order unless the store told of it before the journal did. */
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
  /** The attempt that decides the state of the delivery. */
  last: DeliveryEntry
}

/** The deliveries of an event, in the order of their first attempts. */
export function deliveriesOf({ attempts }: EventRow): DeliveryOfRow[] {
  const deliveries = new Map<string, DeliveryOfRow>()
  for (const attempt of attempts) {
    const known = deliveries.get(attempt.deliveryId)
    if (known) {
      known.attempts.push(attempt)
      // An attempt that somebody asked for and that failed decides nothing: the delivery goes on by its schedule.
      if (!attempt.resent || attempt.outcome === 'delivered') known.last = attempt
    } else {
      const { deliveryId: id, webhookId, url } = attempt
      deliveries.set(id, { id, webhookId, url, attempts: [attempt], last: attempt })
    }
  }
  return [...deliveries.values()]
}

/** The requests whose idempotency key had another body before: they got an older event back, and the one that they sent is lost. */
export function lostRequests({ requests }: EventRow): { kept: string; lost: RequestEntry[] } | undefined {
  const kept = requests.find(({ replayed }) => !replayed)?.body
  if (kept === undefined || requests.length === 1) return undefined
  const lost = requests.filter(({ replayed, body }) => {
    if (!replayed || body === undefined || body === kept) return false
    const { removed, added } = diffTexts(kept, body)
    return removed + added > 0
  })
  return lost.length === 0 ? undefined : { kept, lost }
}

/**
 * The state of an event: that of its worst delivery. `quiet` where no attempt was made, and `stored` where the journal tells nothing of the
 * event, so that its attempts are not known.
 */
export type EventState = 'delivered' | 'retrying' | 'abandoned' | 'quiet' | 'stored'

export function stateOf(row: EventRow): EventState {
  const deliveries = deliveriesOf(row)
  // A delivery that somebody sent to a URL of their own decides the event's state only where no webhook got one.
  const ofWebhooks = deliveries.filter(({ id }) => !id.startsWith('single_'))
  const outcomes = (ofWebhooks.length > 0 ? ofWebhooks : deliveries).map(({ last }) => last.outcome)
  if (outcomes.includes('abandoned')) return 'abandoned'
  if (outcomes.includes('failed')) return 'retrying'
  if (outcomes.length > 0) return 'delivered'
  if (!row.stored || row.requests.length > 0) return 'quiet'
  return row.stored.deliveries.some(({ due }) => due !== undefined) ? 'retrying' : 'stored'
}

/** Whether the list offers a row to the filter. */
export function isSelected(row: Row, show: Selection): boolean {
  if (show === 'all') return true
  if (row.kind === 'request') return row.request.status >= 400 && !isReadingOfControl(row.request)
  // The loss of an event concerns whoever sent it. What else the mock does of its own accord concerns few.
  if (row.kind === 'notice') return row.notice.code === 'idempotency-key-reused'
  if (show === 'events') return true
  const state = stateOf(row)
  return state === 'retrying' || state === 'abandoned' || lostRequests(row) !== undefined
}

/** Refused readings of control routes concern the tool that reads, such as this page, and no integration. */
function isReadingOfControl({ method, path }: RequestEntry): boolean {
  return method === 'GET' && path.startsWith('/__mock')
}
