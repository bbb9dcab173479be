import type { Database, Session, Statement } from './database'

// In small steps, beside everything else.
const expireKeys: Statement = {
  name: 'expire_keys',
  text: `
delete from {schema}.idempotency where (scope, key) in (
  select scope, key from {schema}.idempotency where expires_at <= $1::float8
  order by expires_at limit 1000 for update skip locked
) and expires_at <= $1::float8 returning 1`,
}
const expireRates: Statement = {
  name: 'expire_rates',
  text: 'delete from {schema}.rate where full_at <= $1::float8 - 60000',
}

const stepSize = 1_000

/** Removes what has expired, and partitions of events that are older than the retention. */
export async function sweepStore(database: Database, now: number, retain: number | undefined): Promise<void> {
  for (;;) {
    const removed = await database.rows(expireKeys, [now])
    if (removed.length < stepSize) break
  }
  // A bucket that is full is the same as none.
  await database.rows(expireRates, [now])
  if (retain !== undefined) await keepPartitions(database, now, retain)
}

// A partition holds up to 2^32 numbers, and is closed earlier: then the sequence jumps to the beginning of the next one.
const width = 4_294_967_296n
// A retention is split into so many partitions, so that events go at most an eighth of it too late.
const partsOfRetention = 8

const orderLock: Statement = { name: 'lock_order', text: 'select pg_advisory_xact_lock({lock:order})' }
const sweepLock: Statement = {
  name: 'lock_sweep',
  text: 'select pg_try_advisory_xact_lock({lock:sweep}) as locked',
}
// Whoever reads or writes events meanwhile would queue behind the lock of the table: the next sweep tries again.
const lockTimeout: Statement = { name: 'lock_timeout', text: `set local lock_timeout = '500ms'` }
const readPartitions: Statement = {
  name: 'read_partitions',
  text: 'select number, opened_at, closed_at from {schema}.event_partition order by number',
}
const lastNumber: Statement = {
  name: 'last_number',
  text: 'select case when is_called then last_value else 0 end as last from {schema}.event_seq',
}
const lockNotAvailable = '55P03'

interface Partition {
  number: string
  opened_at: number
  closed_at: number | null
}

/**
 * Begins a new partition where the last one has been filled for an eighth of the retention, and drops those whose events are
 * all older than the retention and that no delivery and no idempotency key refers to. Only one process does so at a time.
 * A partition that cannot be dropped now, because its table is in use, is left to the next time.
 */
async function keepPartitions(database: Database, now: number, retain: number): Promise<void> {
  const partitions = await database.rows<Partition>(readPartitions)
  const last = partitions.at(-1)
  if (last && now - last.opened_at >= retain / partsOfRetention) {
    await closePartition(database, BigInt(last.number), now)
  }
  for (const { number, closed_at: closedAt } of partitions) {
    if (closedAt === null || closedAt > now - retain) continue
    await whenFree(database, (session) => dropPartition(session, BigInt(number), now))
  }
}

/** Executes `work` in a transaction, unless another process sweeps or the tables stay in use. */
async function whenFree(database: Database, work: (session: Session) => Promise<void>): Promise<void> {
  try {
    await database.transaction(async (session) => {
      await session.rows(lockTimeout)
      const [row] = await session.rows<{ locked: boolean }>(sweepLock)
      if (row?.locked) await work(session)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
  }
}

async function closePartition(database: Database, number: bigint, now: number): Promise<void> {
  const next = number + 1n
  const [sequence] = await database.rows<{ last: string }>(lastNumber)
  if (!sequence || BigInt(sequence.last) <= number * width) {
    // A partition that is still empty begins its time anew.
    await database.rows({
      name: 'reopen_partition',
      text: `update {schema}.event_partition set opened_at = ${now} where number = ${number}`,
      plannedEachTime: true,
    })
    return
  }
  await whenFree(database, async (session) => {
    await session.rows({
      name: 'add_partition',
      text: `
create table if not exists {schema}.event_${next} partition of {schema}.event
for values from (${next * width}) to (${(next + 1n) * width})`,
    })
  })
  // The sequence obeys no transaction: it jumps when the table is there for certain, and never back. Under the lock no create
  // is under way, so that all that was numbered before is committed.
  await whenFree(database, async (session) => {
    await session.rows(orderLock)
    const [table] = await session.rows<{ found: boolean }>({
      name: 'has_partition',
      text: `
select exists (select from pg_catalog.pg_tables where schemaname = '{channel}' and tablename = 'event_${next}') as found`,
    })
    if (!table?.found) return
    await session.rows({
      name: 'jump',
      text: `
select setval('{schema}.event_seq', ${next * width}, true) from {schema}.event_seq where last_value < ${next * width};
update {schema}.event_partition set closed_at = ${now} where number = ${number} and closed_at is null;
insert into {schema}.event_partition (number, opened_at) values (${next}, ${now}) on conflict do nothing`,
    })
  })
}

async function dropPartition(session: Session, number: bigint, now: number): Promise<void> {
  const end = (number + 1n) * width
  const referring = await session.rows({
    name: 'referring',
    text: `
select 1 where exists (select from {schema}.delivery where event_seq < ${end})
  or exists (select from {schema}.idempotency where event_seq < ${end} and expires_at > ${now})`,
  })
  if (referring.length > 0) return
  await session.rows({
    name: 'drop_partition',
    text: `
drop table if exists {schema}.event_${number};
delete from {schema}.event_partition where number = ${number}`,
  })
}
