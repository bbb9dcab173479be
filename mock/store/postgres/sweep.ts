import type { Database, Statement } from './database'
import { keepPartitions } from './partitions'

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
