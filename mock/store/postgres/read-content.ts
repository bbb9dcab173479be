import { rowsPerTurn } from '../../settings/turn'
import { StoreUnavailableError } from '../store-errors'
import type { KeptRecord, PendingDelivery, StoredEvent, StoreReading } from '../records'
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
  const unread = new Set<string>()

  /** The rows of a list. `next` makes the values of a step from the last row of the one before. */
  async function readList<Row extends object>(
    list: string,
    statement: Statement,
    next: (last: Row | undefined) => unknown[],
  ): Promise<AsyncIterable<Row>> {
    const first = await snapshot.rows<Row>(statement, next(undefined))
    if (first.length === rowsPerTurn) unread.add(list)
    return rowsOf(list, first, (last) => snapshot.rows<Row>(statement, next(last)))
  }

  async function* rowsOf<Row>(
    list: string,
    first: Row[],
    read: (last: Row | undefined) => Promise<Row[]>,
  ): AsyncGenerator<Row> {
    try {
      for (let rows = first; ; rows = await read(rows.at(-1))) {
        yield* rows
        if (rows.length < rowsPerTurn) return
      }
    } finally {
      unread.delete(list)
      if (unread.size === 0) await snapshot.end()
    }
  }

  try {
    const keys = await snapshot.rows<KeyRow>(sql.contentKeys)
    const webhooks = await snapshot.rows<WebhookRow>(sql.contentWebhooks)
    const events = await readList<EventRow>('events', sql.contentEvents, (last) => [last?.seq ?? -1])
    const records = await readList<RecordRow>('idempotency', sql.contentIdempotency, (last) => {
      return [last?.scope ?? '', last?.key ?? '', now]
    })
    const deliveries = await readList<DeliveryRow>('deliveries', sql.contentDeliveries, (last) => [
      last?.id ?? -1,
    ])
    // Short lists have been read by now, and need the snapshot no longer.
    if (unread.size === 0) await snapshot.end()
    return {
      keys: keys.map((row) => keyOf(row, secrets)),
      webhooks: webhooks.map((row) => webhookOf(row, secrets)),
      events: map(events, eventOf) satisfies AsyncIterable<StoredEvent>,
      idempotency: map(records, recordOf),
      deliveries: map(deliveries, deliveryOf),
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

async function* map<Row, Item>(rows: AsyncIterable<Row>, itemOf: (row: Row) => Item): AsyncGenerator<Item> {
  for await (const row of rows) yield itemOf(row)
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
    timer = setTimeout(() => void end(), longestReading)
    timer.unref()
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
