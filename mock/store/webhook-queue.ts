import type { KeptEvent } from './event-table'
import { Heap } from './heap'
import type { ListedDelivery, PendingDelivery, StoredWebhook } from './records'
import type { ClaimedDelivery } from './claims'

/** A pending delivery. A row is never changed, so that whoever read it still finds it as it was. */
export interface Row {
  readonly webhook: StoredWebhook
  readonly kept: KeptEvent
  readonly attempts: number
  readonly dueAt: number
  readonly order: number
  /** How often it was claimed. */
  readonly claims: number
  /** True where somebody asked for one more attempt after its end. */
  readonly resent?: true
}

/** The unclaimed deliveries of one webhook, the one that is due first in front. */
export class WebhookQueue {
  readonly rows = new Heap<Row>(isEarlier)
  /** How many deliveries of the webhook are claimed. */
  claimed = 0
  /** The time at which the queue is looked at again. Absent where it does not wait. */
  wakeAt: number | undefined
  /** Set where its webhook has ended. */
  isDropped = false

  constructor(readonly webhookId: string) {}

  get nextDue(): number | undefined {
    return this.rows.peek()?.dueAt
  }
}

function isEarlier(row: Row, other: Row): boolean {
  return row.dueAt < other.dueAt || (row.dueAt === other.dueAt && row.order < other.order)
}

/** The rows of some queues in the order in which they are due, claimed ones first. Sorts the arrays in place. */
export function* pendingOf(claimed: readonly Row[], queues: readonly Row[][]): Generator<PendingDelivery> {
  for (const row of claimed) yield pendingFrom(row)
  for (const rows of queues) {
    rows.sort((one, other) => (isEarlier(one, other) ? -1 : 1))
    for (const row of rows) yield pendingFrom(row)
  }
}

function pendingFrom({ webhook, kept, attempts, dueAt }: Row): PendingDelivery {
  return { webhookId: webhook.id, eventId: kept.event.id, attempts, dueAt }
}

const beginning = 'dlv_'

/** The id of the delivery of a row, the same for each of its attempts. */
export function deliveryId({ order }: Row): string {
  return `${beginning}${order}`
}

/** A row as whoever looks at the pending deliveries sees it. */
export function listedFrom(row: Row, claimed: boolean): ListedDelivery {
  return { ...pendingFrom(row), id: deliveryId(row), claimed, ...(row.resent && { resent: true }) }
}

/** The order of the row with an id. */
export function orderOf(id: string): number {
  return Number(id.slice(beginning.length))
}

/** A row as the worker that claimed it sees it. */
export function claimedFrom(
  id: string,
  { webhook, kept: { event }, attempts, claims, resent }: Row,
): ClaimedDelivery {
  const { id: webhookId, url, secret, previousSecret } = webhook
  const ofEvent = { eventId: event.id, eventType: event.type, event }
  return { id, token: claims, webhookId, url, secret, previousSecret, ...ofEvent, attempts, resent }
}
