/** Beyond so many rows of a table their number is an estimate: to count so many would take long. */
export const mostCounted = 10_000

/** An expression that counts the rows of a table, and one row beyond the most that is counted. */
export function countUpTo(table: string, condition = ''): string {
  return `(select count(*) from (select from {schema}.${table} ${condition} limit ${mostCounted + 1}) few)::float8`
}

/** An expression with the database's own estimate of the entries of a table or an index, the partitions of both included. */
export function estimate(relation: string): string {
  // A table that was never analysed has no estimate. Then the number of rows that were counted stands in its place, as the least.
  return `
(select sum(greatest(c.reltuples, 0)) from pg_catalog.pg_class c where c.relkind in ('r', 'i') and c.oid in (
  select '{schema}.${relation}'::regclass
  union all select inhrelid from pg_catalog.pg_inherits where inhparent = '{schema}.${relation}'::regclass
))::float8`
}
