import type { StoredEvent } from '../records'
import type { Ingestion, Store } from '../store'
import { type Database, statements } from './database'
import { isRefusal } from './failures'
import { createGroup } from './group'
import { type EventRow, eventColumns, eventOf } from './rows'
import { writeText } from './text'

const sql = statements({
  // The order lock comes before the first number, and is held until the commit: the order of the numbers is the order of the
  // commits, and no two creates wait for each other's keys. What loses to a known key is absent from the answer.
  createEvents: `
with turn as materialized (
  select pg_advisory_xact_lock({lock:order})
), input as materialized (
  select nextval('{schema}.event_seq') as seq, i.*
  from turn, unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::float8[], $10::float8[], $11::boolean[],
    $12::text[]) as i (id, live, type, created, json, shown_key, key, scope, expires_at, now, deliver, patterns)
), won as (
  insert into {schema}.idempotency as r (scope, key, live, event_seq, made_at, expires_at)
  select scope, key, live, seq, now, expires_at from input where scope is not null
  on conflict (scope, key) do update
    set live = excluded.live, event_seq = excluded.event_seq, made_at = excluded.made_at, expires_at = excluded.expires_at
    where r.expires_at <= excluded.made_at
  returning r.event_seq
), fresh as materialized (
  select * from input i where i.scope is null or exists (select from won where won.event_seq = i.seq)
), stored as (
  insert into {schema}.event (live, seq, id, type, created, json, idempotency_key)
  select live, seq, id, type, created, json, shown_key from fresh
), fanned as (
  insert into {schema}.delivery (webhook, event_seq, due_at)
  select s.webhook, f.seq, f.now
  from fresh f join {schema}.subscription s on s.live = f.live and s.type in (f.type, '*')
  where f.deliver
  union
  select s.webhook, f.seq, f.now
  from fresh f cross join json_array_elements_text(f.patterns::json) p (type)
    join {schema}.subscription s on s.live = f.live and s.type = p.type
  where f.deliver and f.patterns is not null
  returning event_seq
)
select f.id, coalesce(d.count, 0)::int as deliveries
from fresh f left join (select event_seq, count(*) from fanned group by event_seq) d on d.event_seq = f.seq`,
  // The original is read by a statement of its own: the statement that found the key taken may see a snapshot from before the original was
  // committed.
  readOriginal: `
select e.${eventColumns.replaceAll(', ', ', e.')}
from {schema}.idempotency r join {schema}.event e on e.live = r.live and e.seq = r.event_seq
where r.scope = $1 and r.key = $2 and r.expires_at > $3`,
})

// A group is one transaction: beyond these sizes it would hold the order lock for long.
const largestGroup = { events: 64, characters: 2 ** 20, deliveries: 2_000 }
// An original is gone where its record expired in between. Then the creation is tried again.
const tries = 10

/** Creates events, those that arrive in one turn in one statement. `onDeliveries` is told when some were written. */
export function createIngest(database: Database, onDeliveries: () => void): Store['ingest'] {
  // How many deliveries an event has led to lately.
  let fanOut = 1

  async function insert(rows: readonly NewRow[]): Promise<(number | undefined)[]> {
    const columns = rowColumns.map((column) => rows.map((row) => row[column]))
    const written = await database.rows<{ id: string; deliveries: number }>(sql.createEvents, columns)
    const countOf = new Map(written.map(({ id, deliveries }) => [id, deliveries]))
    const deliveries = written.reduce((sum, row) => sum + row.deliveries, 0)
    if (deliveries > 0) onDeliveries()
    fanOut = Math.max(1, deliveries / Math.max(1, written.length))
    return rows.map(({ id }) => countOf.get(id))
  }

  /** Creates each event by itself, so that one that the server refuses does not fail the others. */
  async function insertEach(rows: readonly NewRow[]): Promise<PromiseSettledResult<number | undefined>[]> {
    const results: PromiseSettledResult<number | undefined>[] = []
    for (const row of rows) {
      const [result] = await Promise.allSettled([insert([row]).then(([deliveries]) => deliveries)])
      results.push(result)
    }
    return results
  }

  const insertInGroup = createGroup<NewRow, PromiseSettledResult<number | undefined>>({
    async execute(rows) {
      try {
        return (await insert(rows)).map((value) => ({ status: 'fulfilled', value }))
      } catch (error) {
        if (rows.length === 1 || !isRefusal(error)) throw error
        return insertEach(rows)
      }
    },
    begin() {
      const names = new Set<string>()
      let [events, characters] = [0, 0]
      return ({ id, json, scope, key }) => {
        const own = [`id ${id}`]
        if (scope !== null) own.push(`key ${JSON.stringify([scope, key])}`)
        const fits =
          events < largestGroup.events &&
          characters + json.length <= largestGroup.characters &&
          (events + 1) * fanOut <= largestGroup.deliveries
        // PostgreSQL refuses a statement that inserts one key twice.
        if (events > 0 && (!fits || own.some((name) => names.has(name)))) return false
        events++
        characters += json.length
        for (const name of own) names.add(name)
        return true
      }
    },
  })

  async function original({ idempotency, now }: Ingestion): Promise<StoredEvent | undefined> {
    if (!idempotency) return undefined
    const values = [writeText(idempotency.scope), writeText(idempotency.key), now]
    const [row] = await database.rows<EventRow>(sql.readOriginal, values)
    return row && eventOf(row)
  }

  return async (ingestion) => {
    const row = rowOf(ingestion)
    for (let attempt = 0; attempt < tries; attempt++) {
      const result = await insertInGroup(row)
      if (result.status === 'rejected') throw result.reason
      if (result.value !== undefined) {
        return { event: ingestion.event, replayed: false, deliveries: result.value }
      }
      const event = await original(ingestion)
      if (event) return { event, replayed: true, deliveries: 0 }
    }
    throw new Error(`The event ${ingestion.event.id} was neither created, nor is its original there.`)
  }
}

/** The values of an event, of its idempotency record and of its deliveries. */
interface NewRow {
  id: string
  live: boolean
  type: string
  created: string
  json: string
  /** The key that the event shows. */
  shownKey: string | null
  key: string | null
  scope: string | null
  expiresAt: number | null
  now: number
  deliver: boolean
  /** As JSON text; `null` where there are none. */
  patterns: string | null
}

/** In the order of the values of the statement. */
const rowColumns = [
  'id',
  'live',
  'type',
  'created',
  'json',
  'shownKey',
  'key',
  'scope',
  'expiresAt',
  'now',
  'deliver',
  'patterns',
] as const satisfies readonly (keyof NewRow)[]

function rowOf({ event, idempotency, now, deliver, patterns = [] }: Ingestion): NewRow {
  const write = (text: string | undefined) => (text === undefined ? null : writeText(text))
  return {
    id: writeText(event.id),
    live: event.mode === 'live',
    type: writeText(event.type),
    created: event.created,
    json: writeText(event.json),
    shownKey: write(event.idempotencyKey),
    key: write(idempotency?.key),
    scope: write(idempotency?.scope),
    expiresAt: idempotency?.expiresAt ?? null,
    now,
    deliver,
    patterns: patterns.length > 0 ? JSON.stringify(patterns.map(writeText)) : null,
  }
}
