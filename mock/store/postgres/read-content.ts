import { rowsPerTurn } from '../../settings/turn'
import { StoreUnavailableError } from '../store-errors'
import type { KeptRecord, PendingDelivery, StoreReading } from '../records'
import { type Database, type Session, type Statement, statements } from './database'
import { failureOf } from './failures'
import {
  type EventRow,
  eventColumns,
  eventOf,
  type KeyRow,
  keyColumns,
  keyOf,
  type WebhookRow,
  webhookColumns,
  webhookOf,
} from './rows'
import type { Secrets } from './secrets'
import { readText } from './text'

// Each mode by its own index, so that nothing is sorted but the rows of one step.
const oneMode = (live: boolean) =>
  `(select ${eventColumns} from {schema}.event where live = ${live} and seq > $1 order by seq limit ${rowsPerTurn})`
const sql = statements({
  contentKeys: `select ${keyColumns} from {schema}.api_key order by seq`,
  contentWebhooks: `select ${webhookColumns} from {schema}.webhook order by seq`,
  contentEvents: `${oneMode(true)} union all ${oneMode(false)} order by seq limit ${rowsPerTurn}`,
  contentIdempotency: `
select r.scope, r.key, r.expires_at, e.id as event_id
from {schema}.idempotency r join {schema}.event e on e.live = r.live and e.seq = r.event_seq
where (r.scope, r.key) > ($1, $2) and r.expires_at > $3::float8
order by r.scope, r.key limit ${rowsPerTurn}`,
  contentDeliveries: `
select d.id, d.attempts, d.due_at, w.id as webhook_id, e.id as event_id
from {schema}.delivery d
join {schema}.webhook w on w.seq = d.webhook
join {schema}.event e on e.live = w.live and e.seq = d.event_seq
where d.id > $1 order by d.id limit ${rowsPerTurn}`,
})

type RecordRow = { scope: string; key: string; expires_at: number; event_id: string }
type DeliveryRow = { id: string; attempts: number; due_at: number; webhook_id: string; event_id: string }

// Whoever reads a content and stops in the middle would keep its transaction open, and with it all dead rows.
const longestReading = 60_000

/**
 * Reads everything as of one moment. Long lists are read in steps while they are asked for, all of them from the same
 * snapshot, which ends when the reading is ended, when each list was read, or when nothing was asked for in a minute. `open`
 * gets a function that ends it at once.
 */
export async function readContent(
  database: Database,
  secrets: Secrets,
  now: number,
  open: Set<() => Promise<void>>,
): Promise<StoreReading> {
  const snapshot = await beginSnapshot(database, open)
  const unread = new Set<Statement>()

  /** The items of a list. `next` makes the values of a step from the last row of the one before. */
  async function readList<Row extends object, Item>(
    statement: Statement,
    next: (last: Row | undefined) => unknown[],
    itemOf: (row: Row) => Item,
  ): Promise<AsyncIterable<Item>> {
    const first = await snapshot.rows<Row>(statement, next(undefined))
    if (first.length === rowsPerTurn) unread.add(statement)
    return itemsOf(first)

    async function* itemsOf(rows: Row[]): AsyncGenerator<Item> {
      try {
        for (; ; rows = await snapshot.rows<Row>(statement, next(rows.at(-1)))) {
          for (const row of rows) yield itemOf(row)
          if (rows.length < rowsPerTurn) return
        }
      } finally {
        unread.delete(statement)
        if (unread.size === 0) await snapshot.end()
      }
    }
  }

  try {
    const keys = await snapshot.rows<KeyRow>(sql.contentKeys)
    const webhooks = await snapshot.rows<WebhookRow>(sql.contentWebhooks)
    const events = await readList(sql.contentEvents, (last?: EventRow) => [last?.seq ?? -1], eventOf)
    const idempotency = await readList(
      sql.contentIdempotency,
      (last?: RecordRow) => [last?.scope ?? '', last?.key ?? '', now],
      recordOf,
    )
    const deliveries = await readList(
      sql.contentDeliveries,
      (last?: DeliveryRow) => [last?.id ?? -1],
      deliveryOf,
    )
    // Short lists have been read by now, and need the snapshot no longer.
    if (unread.size === 0) await snapshot.end()
    return {
      keys: keys.map((row) => keyOf(row, secrets)),
      webhooks: webhooks.map((row) => webhookOf(row, secrets)),
      events,
      idempotency,
      deliveries,
      end: snapshot.end,
    }
  } catch (error) {
    await snapshot.end()
    throw error
  }
}

function recordOf({ scope, key, expires_at: expiresAt, event_id: eventId }: RecordRow): KeptRecord {
  return { scope: readText(scope), key: readText(key), expiresAt, eventId: readText(eventId) }
}

function deliveryOf({
  attempts,
  due_at: dueAt,
  webhook_id: webhookId,
  event_id: eventId,
}: DeliveryRow): PendingDelivery {
  return { webhookId: readText(webhookId), eventId: readText(eventId), attempts, dueAt }
}

/** A transaction that sees everything as of one moment, until it is ended. */
async function beginSnapshot(
  database: Database,
  ends: Set<() => Promise<void>>,
): Promise<Session & { end(): Promise<void> }> {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  let open = true
  let timer: NodeJS.Timeout | undefined
  let whole: Promise<void> = Promise.resolve()
  const session = await new Promise<Session>((resolve, reject) => {
    whole = database.transaction(async (begun) => {
      // The first statement of the transaction fixes the moment that all later ones see.
      await begun.rows({ name: 'snapshot', text: 'select 1' })
      resolve(begun)
      await finished
    }, 'snapshot')
    whole.catch(reject)
  })

  function waitForNext(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void end(), longestReading).unref()
  }
  async function end(): Promise<void> {
    clearTimeout(timer)
    ends.delete(end)
    open = false
    finish()
    await whole.catch(() => {})
  }

  ends.add(end)
  waitForNext()
  return {
    async rows(statement, values) {
      if (!open)
        throw new StoreUnavailableError('The snapshot was read too slowly and has ended. Read it anew.')
      clearTimeout(timer)
      try {
        return (await session.rows(statement, values)) as never
      } catch (error) {
        throw failureOf(error)
      } finally {
        if (open) waitForNext()
      }
    },
    end,
  }
}
