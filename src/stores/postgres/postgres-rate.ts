import type { Queryable } from '../../postgres/connection'
import type { Grant, RateDatabase } from '../pace/database'
import { furthestMs, intervalOf, leastShare, recoveryMs, shareAfterRefusal } from '../pace/rules'

// The clock is read in a part of its own that cannot be merged with others: once, and when the row is locked.
const now = `(select extract(epoch from clock_timestamp())::float8 * 1000 as now offset 0) clock`
const near = (moment: string, furthest = `${furthestMs}`) =>
  `case when ${moment} > now + ${furthest} then now else ${moment} end`
const furthestSlot = `${furthestMs} + $3::float8 / ${leastShare}`
// The exponent is bounded, since PostgreSQL refuses to compute what is too large. No share is as small as exp(-10).
const share = `least(1, r.share * exp(least(10, (now - least(now, r.lowered_at)) / ${recoveryMs})))`

/** The statements of a rate in a schema. */
const statements = (schema: string) => ({
  make: `insert into ${schema}.rate (key) values ($1) on conflict do nothing`,
  take: `
update ${schema}.rate r set (asked_at, start_at, given, spaced_by, next_at) = (
  select now, start, count, interval, case when count > 0 then start + count * interval else r.next_at end
  from (
    select now, start, interval, case when start - now <= $4::float8 then $2::int else 0 end as count
    from (
      select now, $3::float8 / ${share} as interval,
        greatest(now, ${near('r.next_at', furthestSlot)}, ${near('r.pause_until')}) as start
      from ${now}
    ) shared
  ) counted
) where key = $1
returning asked_at as now, start_at as start, given as count, spaced_by as interval, lesson`,
  refuse: `
update ${schema}.rate r set (pause_until, lesson, share, lowered_at) = (
  select greatest(${near('r.pause_until')}, now + $3::float8),
    case when r.lesson = $2::int then r.lesson + 1 else r.lesson end,
    case when r.lesson = $2::int then greatest(${leastShare}, ${share} * ${shareAfterRefusal}) else r.share end,
    case when r.lesson = $2::int then now else r.lowered_at end
  from ${now}
) where key = $1`,
  beat: `
with gone as (delete from ${schema}.process where key = $1 and seen_at < clock_timestamp() - interval '1 minute'),
seen as (
  insert into ${schema}.process (key, member, seen_at) values ($1, $2, clock_timestamp())
  on conflict (key, member) do update set seen_at = excluded.seen_at
)
select 1 + count(*)::int as processes from ${schema}.process
where key = $1 and member <> $2 and seen_at >= clock_timestamp() - interval '1 minute'`,
})

/** Keeps a rate in a table of PostgreSQL. */
export function createPostgresRate(
  database: Queryable,
  schema: string,
  key: string,
  perSecond: number,
): RateDatabase {
  const sql = statements(schema)
  const interval = intervalOf(perSecond)
  const row = async (statement: string, ...values: unknown[]) =>
    (await database.query(statement, [key, ...values])).rows[0]

  return {
    async take(count, horizonMs) {
      let grant = await row(sql.take, count, interval, horizonMs)
      // The row is missing before its first use, and after a crash.
      if (!grant) {
        await row(sql.make)
        grant = await row(sql.take, count, interval, horizonMs)
      }
      return grant as Grant
    },
    refuse: async (lesson, pauseMs) => void (await row(sql.refuse, lesson, pauseMs)),
    beat: async (member) => ((await row(sql.beat, member)) as { processes: number }).processes,
  }
}
