import type { Queryable } from '../../postgres/connection'
import type { Migrations } from '../../postgres/migrate'
import {
  growthMs,
  leastShare,
  shareAfterRefusal,
  shareAfterSoonRefusal,
  soonMs,
} from '../../transport/bucket'
import { blockMs, furthestMs, type Grant, intervalOf, type RateDatabase, usedShare } from '../shared-turns'

/**
 * The tables of shared rates. A rate is one row, with times in milliseconds of the server's clock. `asked_at`, `start_at`, `given` and
 * `spaced_by` are the last answer. Nothing of it matters after a crash, so that the tables are not logged.
 */
export const rateMigrations = (schema: string): Migrations => ({
  schema,
  steps: [
    `create unlogged table {schema}.rate (
      key text primary key,
      next_at float8 not null default 0, pause_until float8 not null default 0,
      lesson integer not null default 0, share float8 not null default 1,
      asked_at float8, start_at float8, given integer, spaced_by float8
    ) with (fillfactor = 50);
    create unlogged table {schema}.process (
      key text not null, member text not null, seen_at timestamptz not null, primary key (key, member)
    );`,
  ],
})

// OFFSET 0 keeps the planner from inlining this subquery: the clock is read once, after the row was locked.
const now = `(select extract(epoch from clock_timestamp())::float8 * 1000 as now offset 0) clock`
const near = (moment: string) =>
  `case when ${moment} > now + ${furthestMs} + $2::float8 then now else ${moment} end`

const shareLeft = `case when now < r.pause_until + ${soonMs} then ${shareAfterSoonRefusal} else ${shareAfterRefusal} end`

/** The statements of a rate in a schema. The first two parameters are the key of the rate and the time between two turns of the full rate. */
const statements = (schema: string) => ({
  make: `insert into ${schema}.rate (key) values ($1) on conflict do nothing`,
  take: `
update ${schema}.rate r set (asked_at, start_at, given, spaced_by, next_at, share) = (
  select now, start, count, interval, case when count > 0 then start + count * interval else r.next_at end,
    least(1, r.share * exp(least(10, count * interval / ${growthMs})))
  from (
    select now, start, interval,
      case when start - now > $4::float8 then 0
        else least($3::int, greatest(1, floor(${blockMs} / interval)::int)) end as count
    from (
      select now, $2::float8 / r.share as interval,
        greatest(now, ${near('r.next_at')}, ${near('r.pause_until')}) as start
      from ${now}
    ) shared
  ) counted
) where key = $1
returning asked_at as now, start_at as start, given as count, spaced_by as interval, lesson`,
  refuse: `
update ${schema}.rate r set (pause_until, lesson, share) = (
  select greatest(${near('r.pause_until')}, now + $4::float8),
    case when r.lesson = $3::int then r.lesson + 1 else r.lesson end,
    case when r.lesson = $3::int then greatest($5::float8, r.share * ${shareLeft}) else r.share end
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

/** The token bucket of a rate in a table of PostgreSQL. */
export class PostgresRate implements RateDatabase {
  readonly #statements: ReturnType<typeof statements>

  /** @param schema The name of the schema as SQL has it, in quotes. */
  constructor(
    private readonly database: Queryable,
    schema: string,
    private readonly key: string,
    private readonly perSecond: number,
  ) {
    this.#statements = statements(schema)
  }

  async take(count: number, horizonMs: number): Promise<Grant> {
    const { make, take } = this.#statements
    const ask = () => this.#row(take, intervalOf(this.perSecond), count, horizonMs)
    let grant = await ask()
    // The row is missing before its first use, and after a crash.
    if (!grant) {
      await this.#row(make)
      grant = await ask()
    }
    return grant as Grant
  }

  async refuse(lesson: number, pauseMs: number): Promise<void> {
    const perSecond = this.perSecond
    await this.#row(
      this.#statements.refuse,
      intervalOf(perSecond),
      lesson,
      pauseMs,
      leastShare(perSecond, usedShare),
    )
  }

  async beat(member: string): Promise<number> {
    return ((await this.#row(this.#statements.beat, member)) as { processes: number }).processes
  }

  async #row(statement: string, ...values: unknown[]): Promise<unknown> {
    return (await this.database.query(statement, [this.key, ...values])).rows[0]
  }
}
