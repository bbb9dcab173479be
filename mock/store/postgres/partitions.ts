import type { Database, Session, Statement } from './database'

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
const patience: Statement = { name: 'lock_timeout', text: `set local lock_timeout = '500ms'` }
const readPartitions: Statement = {
  name: 'read_partitions',
  text: 'select number, opened_at, closed_at from {schema}.event_partition order by number',
}
const lastNumber: Statement = {
  name: 'last_number',
  text: 'select last_value as last, is_called as called from {schema}.event_seq',
}

interface Partition {
  number: string
  opened_at: number
  closed_at: number | null
}

/**
 * Begins a new partition where the last one has been filled for an eighth of the retention, and drops those whose events are
 * all older than the retention and that no delivery and no idempotency key refers to. Only one process does so at a time.
 * Returns how many partitions were dropped.
 */
export async function keepPartitions(database: Database, now: number, retain: number): Promise<number> {
  const partitions = await database.rows<Partition>(readPartitions)
  const last = partitions.at(-1)
  const old = partitions.filter(({ closed_at: closedAt }) => closedAt !== null && closedAt <= now - retain)
  if (last && now - last.opened_at >= retain / partsOfRetention) {
    await database.transaction((session) => closePartition(session, BigInt(last.number), now))
  }
  let dropped = 0
  for (const { number } of old) {
    if (await database.transaction((session) => dropPartition(session, BigInt(number), now))) dropped++
  }
  return dropped
}

async function lock(session: Session): Promise<boolean> {
  await session.rows(patience)
  const [row] = await session.rows<{ locked: boolean }>(sweepLock)
  return row?.locked === true
}

async function closePartition(session: Session, number: bigint, now: number): Promise<void> {
  if (!(await lock(session))) return
  // Another process may have done it just now.
  const partitions = await session.rows<Partition>(readPartitions)
  const current = partitions.at(-1)
  if (!current || BigInt(current.number) !== number) return
  const next = number + 1n
  // The first partition has no beginning. One that is still empty begins its time anew.
  const [sequence] = await session.rows<{ last: string; called: boolean }>(lastNumber)
  const isEmpty = !sequence?.called || BigInt(sequence.last) < number * width + 1n
  if (isEmpty) {
    await session.rows({
      name: 'reopen_partition',
      text: `update {schema}.event_partition set opened_at = ${now} where number = ${number}`,
    })
    return
  }
  await session.rows({
    name: 'open_partition',
    text: `
create table {schema}.event_${next} partition of {schema}.event for values from (${next * width}) to (${(next + 1n) * width});
update {schema}.event_partition set closed_at = ${now} where number = ${number};
insert into {schema}.event_partition (number, opened_at) values (${next}, ${now})`,
  })
  // No create is under way: what was numbered before is committed.
  await session.rows(orderLock)
  await session.rows({
    name: 'jump',
    text: `select setval('{schema}.event_seq', ${next * width}, true)`,
  })
}

async function dropPartition(session: Session, number: bigint, now: number): Promise<boolean> {
  if (!(await lock(session))) return false
  const end = (number + 1n) * width
  const referring = await session.rows({
    name: 'referring',
    text: `
select 1 where exists (select from {schema}.delivery where event_seq < ${end})
  or exists (select from {schema}.idempotency where event_seq < ${end} and expires_at > ${now})`,
  })
  if (referring.length > 0) return false
  await session.rows({
    name: 'drop_partition',
    text: `
drop table if exists {schema}.event_${number};
delete from {schema}.event_partition where number = ${number}`,
  })
  return true
}
