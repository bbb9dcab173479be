import type { Statement } from './database'

// Everybody who reads or writes events queues behind a sweep that waits for the lock of a table. So it gives up soon, and the next sweep
// tries again.
const withinLimits = `language plpgsql set lock_timeout = '500ms'`
const orElseReturn = 'if not pg_try_advisory_xact_lock({lock:sweep}) then return false; end if;'

/**
 * The changes of partitions, and the question whether events can be created, each as a function. A lock that creations wait for is
 * taken and given back within one statement, so that nobody waits for a process whose network is gone.
 */
export const partitionFunctions: Statement = {
  name: 'partition_functions',
  text: `
-- Makes the partitions of the numbers from $2 to $3: that of the events, and that of the attempts to deliver them. Only one process at a time changes partitions: false says that another one does.
create or replace function {schema}.add_partition(bigint, bigint, bigint) returns boolean ${withinLimits} as $body$
begin
  ${orElseReturn}
  execute format('create table if not exists {schema}.event_%s partition of {schema}.event for values from (%s) to (%s)', $1, $2, $3);
  execute format('create table if not exists {schema}.attempt_%s partition of {schema}.attempt for values from (%s) to (%s)', $1, $2, $3);
  return true;
end
$body$;

-- Moves the sequence to the beginning $2 of the partition $1, at the service's time $3. The sequence obeys no transaction: it jumps when
-- the table is there for certain, and never back. Under the lock no create is under way, so that all numbers before are committed.
create or replace function {schema}.begin_partition(bigint, bigint, float8) returns boolean ${withinLimits} as $body$
begin
  ${orElseReturn}
  perform pg_advisory_xact_lock({lock:order});
  if not exists (select from pg_catalog.pg_tables where schemaname = '{channel}' and tablename = 'event_' || $1) then
    return false;
  end if;
  perform setval('{schema}.event_seq', $2, true) from {schema}.event_seq where last_value < $2;
  update {schema}.event_partition set closed_at = $3 where number = $1 - 1 and closed_at is null;
  insert into {schema}.event_partition (number, opened_at) values ($1, $3) on conflict do nothing;
  return true;
end
$body$;

-- Drops the partitions $1, whose numbers end before $2, unless a delivery or a key that lives at the service's time $3 refers to it.
create or replace function {schema}.drop_partition(bigint, bigint, float8) returns boolean ${withinLimits} as $body$
begin
  ${orElseReturn}
  if exists (select from {schema}.delivery where event_seq < $2)
    or exists (select from {schema}.idempotency where event_seq < $2 and expires_at > $3) then
    return false;
  end if;
  execute format('drop table if exists {schema}.event_%s, {schema}.attempt_%s', $1, $1);
  delete from {schema}.event_partition where number = $1;
  return true;
end
$body$;

-- Takes the locks of a creation and writes nothing. It fails where a creation would wait or be refused.
create or replace function {schema}.check_creations() returns void language plpgsql set lock_timeout = '1s' as $body$
begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the server only reads' using errcode = 'read_only_sql_transaction';
  end if;
  perform pg_advisory_xact_lock({lock:order});
  lock table {schema}.event, {schema}.idempotency, {schema}.delivery in row exclusive mode;
end
$body$;
`,
}
