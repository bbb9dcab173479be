import { orderKeyOf, RowInserter } from '../../outbox/insert'
import type { OutboxStatus, ParkedOptions, ParkedRow } from '../../outbox/options'
import { RowAdmin } from '../../outbox/row-admin'
import { storable } from '../../outbox/settlement'
import { Table, type TableKind, toColumn } from '../../outbox/table'
import type { PostgresPool, Queryable } from '../../postgres/connection'
import type { KeptDelivery } from '../../receiving/kept-delivery'
import { systemClock } from '../../transport/clock'

/** The deliveries that an inbox keeps, which workers hand to their handlers. */
const inboxKind: TableKind = {
  name: 'inbox',
  worker: 'worker',
  states: ['waits to be handled', 'is being handled', '', 'was handled'],
  cure: 'inbox.migrate()',
  // A hundred years: what was handled is known for certain.
  safeWindow: 100 * 365 * 86_400_000,
  // A handler that ends its process must not do so for ever.
  lostAttempts: 1,
  claimedPerSlot: 1,
}

/** A delivery that waits for a decision: `inbox.replay` or `inbox.discard`. */
export interface ParkedDelivery extends Omit<KeptDelivery, 'id' | 'key'> {
  /** The number of its row, as text. */
  id: string
  /** The id of the delivery. Absent in schemes that have none. */
  deliveryId?: string
  /** The key within which deliveries are handled in order. Absent where it has none. */
  orderKey?: string
  /** Why its handler failed the last time. */
  reason: string
  /** How often its handler has failed. */
  attempts: number
  /** When the delivery was received or, where its receiver handles it at once, parked. */
  receivedAt: Date
  parkedAt: Date
}

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

/** What a failure says, as a row can hold it. */
export const reasonOf = (error: unknown): string =>
  storable(error instanceof Error ? error.message || error.name : String(error))

/** A parked row as users see it. */
export function parkedDelivery(row: ParkedRow): ParkedDelivery {
  const { id: deliveryId, key: _, ...delivery } = readKept(row.data)
  const { id, orderKey, reason, attempts, createdAt, parkedAt } = row
  return {
    ...delivery,
    ...{ id, reason, attempts, receivedAt: createdAt, parkedAt },
    ...(deliveryId === undefined ? {} : { deliveryId }),
    ...(orderKey === undefined ? {} : { orderKey }),
  }
}

/** The rows of the deliveries that an inbox keeps. */
export class KeptRows {
  readonly table: Table
  readonly admin: RowAdmin
  readonly #inserter: RowInserter

  constructor(schema: string, pool: PostgresPool) {
    this.table = new Table(schema, inboxKind)
    this.admin = new RowAdmin(this.table, pool)
    this.#inserter = new RowInserter(this.table, systemClock)
  }

  /** Inserts a delivery that waits to be handled. */
  async keep(tx: Queryable, delivery: KeptDelivery, orderKey: string | undefined): Promise<void> {
    const { type, key: idempotencyKey } = delivery
    const row = { type, text: keptText(delivery), idempotencyKey: toColumn(idempotencyKey) }
    await this.#inserter.insert(tx, { ...row, orderKey: orderKeyOf(orderKey) })
  }

  async parked(options?: ParkedOptions): Promise<ParkedDelivery[]> {
    return (await this.admin.parked(options)).map(parkedDelivery)
  }

  replay(id: string): Promise<void> {
    return this.admin.retry(id)
  }

  discard(id: string): Promise<void> {
    return this.admin.discard(id)
  }

  async status(): Promise<InboxStatus> {
    const { sending: handling, sent: handled, ...others } = await this.admin.status()
    return { ...others, handling, handled }
  }
}
