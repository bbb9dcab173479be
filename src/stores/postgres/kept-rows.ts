import { orderKeyOf, RowInserter } from '../../outbox/insert'
import type { ListedRow, OutboxStatus, ParkedOptions, RowFilter, RowState } from '../../outbox/options'
import { createRowAdmin, type RowAdmin } from '../../outbox/row-admin'
import { Table, type TableKind, toColumn } from '../../outbox/table'
import type { PostgresPool, Queryable } from '../../postgres/connection'
import type { KeptDelivery } from '../../receiving/kept-delivery'
import { systemClock } from '../../transport/clock'

/** The name that a delivery has for each state of a row. */
export const deliveryStates = {
  waiting: 'waiting',
  sending: 'handling',
  parked: 'parked',
  sent: 'handled',
} as const satisfies Record<RowState, DeliveryState>

/** The deliveries that an inbox keeps, which workers hand to their handlers. */
const inboxKind: TableKind = {
  name: 'inbox',
  worker: 'worker',
  stateNames: Object.values(deliveryStates),
  states: ['waits to be handled', 'is being handled', '', 'was handled'],
  cure: 'inbox.migrate()',
  // A hundred years: what was handled is known for certain.
  safeWindow: 100 * 365 * 86_400_000,
  // A handler that ends its process must not do so for ever.
  lostAttempts: 1,
  claimedPerSlot: 1,
}

/** The state of a kept delivery: it waits for a worker, a worker handles it, it waits for a decision, or it was handled and is still kept. */
export type DeliveryState = 'waiting' | 'handling' | 'parked' | 'handled'

/** A kept delivery with all that is known of it. */
export interface ListedDelivery extends Omit<KeptDelivery, 'id' | 'key'> {
  /** The number of its row, as text. */
  id: string
  /** The id of the delivery. Absent in schemes that have none. */
  deliveryId?: string
  /** The key within which deliveries are handled in order. Absent where it has none. */
  orderKey?: string
  state: DeliveryState
  /** Why its handler failed the last time, or why it was parked. */
  reason?: string
  /** How often its handler has failed. */
  attempts: number
  /** When the delivery was received or, where its receiver handles it at once, parked. */
  receivedAt: Date
  /** When a waiting delivery is to be handled at the earliest. */
  dueAt?: Date
  /** When a parked delivery was parked. */
  parkedAt?: Date
  /** When a handled delivery was handled. */
  handledAt?: Date
}

/** A delivery that waits for a decision: `inbox.replay` or `inbox.discard`. */
export interface ParkedDelivery extends ListedDelivery {
  state: 'parked'
  reason: string
  parkedAt: Date
}

/** Says which kept deliveries are meant: those that fit each field that is given. Times as in the filters of an outbox. */
export interface DeliveryFilter extends Omit<RowFilter, 'state'> {
  state?: DeliveryState | undefined
}

/** Options of `inbox.rows`. */
export interface DeliveriesOptions extends DeliveryFilter, ParkedOptions {}

/** How many deliveries an inbox keeps, and what they wait for. */
export interface InboxStatus extends Omit<OutboxStatus, 'sending' | 'sent'> {
  /** Deliveries that a worker is handling. */
  handling: number
  /** Deliveries that were handled by a worker and are still kept. */
  handled: number
}

/** The text of a row, as `readKept` reads it. */
export const keptText = (delivery: KeptDelivery): string => JSON.stringify(delivery)

/** The delivery of a row. */
export const readKept = (data: unknown): KeptDelivery => data as KeptDelivery

/** The delivery of a row, as users of an inbox see it. */
export function listedDelivery(row: ListedRow): ListedDelivery {
  const { id: deliveryId, key: _, ...delivery } = readKept(row.data)
  const { id, orderKey, state, reason, attempts, createdAt, dueAt, parkedAt, sentAt } = row
  return {
    ...delivery,
    ...{ id, state: deliveryStates[state], attempts, receivedAt: createdAt },
    ...(deliveryId === undefined ? {} : { deliveryId }),
    ...(orderKey === undefined ? {} : { orderKey }),
    ...(reason === undefined ? {} : { reason }),
    ...(dueAt ? { dueAt } : {}),
    ...(parkedAt ? { parkedAt } : {}),
    ...(sentAt ? { handledAt: sentAt } : {}),
  }
}

/** The rows of the deliveries that an inbox keeps. */
export class KeptRows {
  readonly table: Table
  readonly admin: RowAdmin
  readonly #inserter: RowInserter

  constructor(schema: string, pool: PostgresPool) {
    this.table = new Table(schema, inboxKind)
    this.admin = createRowAdmin(this.table, pool)
    this.#inserter = new RowInserter(this.table, systemClock)
  }

  /** Inserts a delivery that waits to be handled. */
  async keep(tx: Queryable, delivery: KeptDelivery, orderKey: string | undefined): Promise<void> {
    const { type, key: idempotencyKey } = delivery
    const row = { type, text: keptText(delivery), idempotencyKey: toColumn(idempotencyKey) }
    await this.#inserter.insert(tx, { ...row, orderKey: orderKeyOf(orderKey) })
  }

  async rows(options: DeliveriesOptions = {}): Promise<ListedDelivery[]> {
    return (await this.admin.rows(options)).map(listedDelivery)
  }

  async parked(options?: ParkedOptions): Promise<ParkedDelivery[]> {
    return (await this.rows({ ...options, state: 'parked' })) as ParkedDelivery[]
  }

  async status(): Promise<InboxStatus> {
    const { sending: handling, sent: handled, ...others } = await this.admin.status()
    return { ...others, handling, handled }
  }
}
