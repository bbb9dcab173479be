import type { Upkeep } from '../store'
import type { Database, Statement } from './database'
import { partsOfRetention } from './sweep'

// A role without rights on statistics does not see the snapshots of other roles. $1 the service's time, $2 the retention.
const look: Statement = {
  name: 'upkeep',
  text: `
select coalesce((
  select extract(epoch from clock_timestamp() - min(xact_start)) from pg_catalog.pg_stat_activity
  where backend_xmin is not null and datname = current_database() and pid <> pg_backend_pid()
), 0)::float8 as "oldestSnapshot",
greatest(0, $1::float8 - least(
  min(closed_at) + $2::float8, max(opened_at) filter (where closed_at is null and opened_at > 0) + $2::float8 / ${partsOfRetention}
))::float8 / 1000 as "retentionOverdue"
from {schema}.event_partition`,
}

/** Measures how long the oldest snapshot has been open, and how late old events are removed, which is 0 without a retention. */
export async function lookAtUpkeep(
  database: Database,
  now: number,
  retain: number | undefined,
): Promise<Upkeep> {
  const [row] = await database.rows<Upkeep>(look, [now, retain ?? null])
  const { oldestSnapshot = 0, retentionOverdue = 0 } = row ?? {}
  return { oldestSnapshot, retentionOverdue: retain === undefined ? 0 : retentionOverdue }
}
