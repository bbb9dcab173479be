import { type Database, type Statement, statements } from './database'
import { isLocked } from './failures'

const stepSize = 1_000

/** Removes what has expired, and partitions of events that are older than the retention. */
export async function sweepStore(database: Database, now: number, retain: number | undefined): Promise<void> {
  for (;;) {
    const removed = await database.rows(sql.expireKeys, [now])
    if (removed.length < stepSize) break
  }
  // A bucket that is full is the same as none.
  await database.rows(sql.expireRates, [now])
  if (retain !== undefined) await keepPartitions(database, now, retain)
}

// A partition holds up to 2^32 numbers, and is closed earlier: then the sequence jumps to the beginning of the next one.
const width = 4_294_967_296n
/** A retention is split into so many partitions, so that events go at most an eighth of it too late. */
export const partsOfRetention = 8

const sql = statements({
  // Expired keys are deleted in small steps, because requests go on meanwhile.
  expireKeys: `
delete from {schema}.idempotency where (scope, key) in (
  select scope, key from {schema}.idempotency where expires_at <= $1::float8
  order by expires_at limit 1000 for update skip locked
) and expires_at <= $1::float8 returning 1`,
  expireRates: 'delete from {schema}.rate where full_at <= $1::float8 - 60000',
  readPartitions: 'select number, opened_at, closed_at from {schema}.event_partition order by number',
  lastNumber: 'select case when is_called then last_value else 0 end as last from {schema}.event_seq',
  reopenPartition: 'update {schema}.event_partition set opened_at = $1::float8 where number = $2::bigint',
  addPartition: 'select {schema}.add_partition($1::bigint, $2::bigint, $3::bigint)',
  beginPartition: 'select {schema}.begin_partition($1::bigint, $2::bigint, $3::float8)',
  dropPartition: 'select {schema}.drop_partition($1::bigint, $2::bigint, $3::float8)',
})

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
  const partitions = await database.rows<Partition>(sql.readPartitions)
  const last = partitions.at(-1)
  if (last && now - last.opened_at >= retain / partsOfRetention) {
    await closePartition(database, BigInt(last.number), now)
  }
  for (const { number, closed_at: closedAt } of partitions) {
    if (closedAt === null || closedAt > now - retain) continue
    await whenFree(database, sql.dropPartition, [number, (BigInt(number) + 1n) * width, now])
  }
}

/** Executes a change of partitions, unless the tables stay in use. */
async function whenFree(database: Database, change: Statement, values: unknown[]): Promise<void> {
  try {
    await database.rows(change, values)
  } catch (error) {
    if (!isLocked(error)) throw error
  }
}

async function closePartition(database: Database, number: bigint, now: number): Promise<void> {
  const [sequence] = await database.rows<{ last: string }>(sql.lastNumber)
  if (!sequence || BigInt(sequence.last) <= number * width) {
    // The time after which a partition is closed counts from its first event on.
    await database.rows(sql.reopenPartition, [now, number])
    return
  }
  const next = number + 1n
  await whenFree(database, sql.addPartition, [next, next * width, (next + 1n) * width])
  await whenFree(database, sql.beginPartition, [next, next * width, now])
}
