import { randomBytes } from 'node:crypto'
import { rowsPerTurn } from '../../settings/turn'
import type { StoreContent } from '../records'
import { type Database, type Session, type Statement, statements } from './database'
import { isCollision } from './failures'
import { insertedKeyColumns } from './keys'
import { keyValues, webhookValues } from './rows'
import type { Secrets } from './secrets'
import { writeText } from './text'
import { insertedWebhookColumns } from './webhooks'

/** Writes all data into empty tables. */
export async function writeContent(
  session: Session,
  content: StoreContent,
  secrets: Secrets,
  now: number,
): Promise<void> {
  async function write<Item>(
    items: Iterable<Item> | AsyncIterable<Item>,
    statement: Statement,
    valuesOf: (item: Item) => unknown[],
    ...more: unknown[]
  ) {
    await inChunks(items, async (chunk) => {
      await session.rows(statement, [...columnsOf(chunk.map(valuesOf)), ...more])
    })
  }
  await write(content.keys, sql.writeKeys, (key) => keyValues(key, secrets))
  await write(content.webhooks, sql.writeWebhooks, (webhook) => webhookValues(webhook, secrets))
  await write(content.events, sql.writeEvents, ({ mode, id, type, created, json, idempotencyKey: key }) => {
    return [
      mode === 'live',
      ...[id, type, created, json].map(writeText),
      key === undefined ? null : writeText(key),
    ]
  })
  await write(
    content.idempotency,
    sql.writeIdempotency,
    ({ scope, key, eventId, expiresAt }) => [...[scope, key, eventId].map(writeText), expiresAt],
    now,
  )
  await write(
    content.deliveries,
    sql.writeDeliveries,
    ({ webhookId, eventId, dueAt, attempts }) => [writeText(webhookId), writeText(eventId), dueAt, attempts],
    now,
  )
}

async function inChunks<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  write: (chunk: Item[]) => Promise<void>,
): Promise<void> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < rowsPerTurn) continue
    await write(chunk)
    chunk = []
  }
  if (chunk.length > 0) await write(chunk)
}

/** The values of each column of some rows, lists within them as JSON. */
function columnsOf([first = [], ...others]: readonly unknown[][]): unknown[][] {
  return first.map((_, column) =>
    [first, ...others].map((row) => {
      const value = row[column]
      return Array.isArray(value) ? JSON.stringify(value) : value
    }),
  )
}

const deletions = [
  'rate',
  'delivery',
  'attempt',
  'idempotency',
  'event',
  'subscription',
  'webhook',
  'api_key',
].map((table): Statement => ({ name: `clear_${table}`, text: `delete from {schema}.${table}` }))
const sql = statements({
  // In the order in which they come, which becomes their order in lists. Arrays of arrays would have to be of one length, so
  // that lists within rows come as JSON.
  writeKeys: `
insert into {schema}.api_key (${insertedKeyColumns})
select r.id, r.lookup, r.key, r.live, r.name,
  case when r.scopes is null then null else array(select jsonb_array_elements_text(r.scopes::jsonb)) end,
  r.expires_at, r.created
from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::text[])
  with ordinality as r (id, lookup, key, live, name, scopes, expires_at, created, place)
order by r.place
on conflict do nothing`,
  writeWebhooks: `
with written as (
  insert into {schema}.webhook (${insertedWebhookColumns})
  select r.id, r.live, r.url, array(select jsonb_array_elements_text(r.events::jsonb)), r.description, r.status, r.secret,
    r.previous_secret, r.previous_until, r.created
  from unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::float8[],
    $10::text[])
    with ordinality as r (id, live, url, events, description, status, secret, previous_secret, previous_until, created, place)
  order by r.place
  returning seq, live, events, status
)
insert into {schema}.subscription (live, type, webhook)
select distinct w.live, t, w.seq from written w, unnest(w.events) t where w.status = 'active'`,
  writeEvents: `
insert into {schema}.event (live, seq, id, type, created, json, idempotency_key)
select r.live, nextval('{schema}.event_seq'), r.id, r.type, r.created, r.json, r.key
from unnest($1::boolean[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  as r (live, id, type, created, json, key)`,
  writeIdempotency: `
insert into {schema}.idempotency (scope, key, live, event_seq, made_at, expires_at)
select r.scope, r.key, e.live, e.seq, $5::float8, r.expires_at
from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) as r (scope, key, event_id, expires_at)
join {schema}.event e on e.id = r.event_id
on conflict do nothing`,
  writeDeliveries: `
insert into {schema}.delivery (webhook, event_seq, due_at, state, attempts)
select w.seq, e.seq, r.due_at, case when r.due_at <= $5::float8 then 1 else 0 end, r.attempts
from unnest($1::text[], $2::text[], $3::float8[], $4::int[])
  with ordinality as r (webhook_id, event_id, due_at, attempts, place)
join {schema}.webhook w on w.id = r.webhook_id
join {schema}.event e on e.id = r.event_id and e.live = w.live
order by r.place`,
  // The lock lets nobody write to the tables that are about to be replaced. Readers go on.
  lockTables: `
lock table {schema}.event, {schema}.delivery, {schema}.attempt, {schema}.idempotency, {schema}.webhook, {schema}.subscription,
  {schema}.api_key in exclusive mode`,
  writeEpoch: 'update {schema}.meta set epoch = $1',
})

const tries = 10

/** Puts `content` in place of everything in one transaction. Resolves with the new epoch. */
export async function replaceContent(
  database: Database,
  content: StoreContent,
  secrets: Secrets,
  now: number,
): Promise<string> {
  const epoch = newEpoch()
  for (let attempt = 1; ; attempt++) {
    let locked = false
    try {
      await database.transaction(async (session) => {
        await session.rows(sql.lockTables)
        locked = true
        for (const deletion of deletions) await session.rows(deletion)
        await writeContent(session, content, secrets, now)
        await beginEpoch(session, epoch)
      })
      return epoch
    } catch (error) {
      // Locking many tables may deadlock with a statement under way. It is repeated while nothing of the content was read, since that
      // can be read only once.
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      if (locked || attempt === tries || !isCollision(cause)) throw error
    }
  }
}

/** Writes an epoch, by which cursors of earlier data are recognised. */
export async function beginEpoch(session: Session, epoch: string): Promise<void> {
  await session.rows(sql.writeEpoch, [epoch])
}

export function newEpoch(): string {
  return randomBytes(12).toString('base64url')
}
