import type { Queryable } from '../../postgres/connection'
import type { Migrations } from '../../postgres/migrate'
import { quoteName } from '../../postgres/schema-name'
import { deliveryKey, newToken } from '../../receiving/claim-token'
import { hex, utf8 } from '../../core/encoding'
import { steps } from '../../outbox/table'

// A timestamp of PostgreSQL ends in the year 294276. So many milliseconds are thirty years.
const mostMs = 1e12
const longestShown = 100
const lockDigits = 16
const sweptAtOnce = 1000

/** The interval of a parameter in milliseconds. */
const interval = (parameter: string): string =>
  `least(${parameter}::float8, ${mostMs}) * interval '1 millisecond'`

/** The key of a delivery: the hash of its scope and id, which may be longer than an index takes and hold characters that no text holds. */
const inboxKey = async (scope: string, id: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(deliveryKey(scope, id)))))

/** The id as the table shows it to people. PostgreSQL has no U+0000, and UTF-8 no half of a pair. Two deliveries may show the same. */
const shownId = (id: string): string => id.slice(0, longestShown).replace(/[\0\p{Cs}]/gu, '\uFFFD')

/** The number of the advisory lock of a delivery. Deliveries that share one by chance exclude each other, and nothing worse. */
const lockOf = (key: string): string => BigInt.asIntN(64, BigInt(`0x${key.slice(0, lockDigits)}`)).toString()

/** A claim of a delivery, and whether it succeeded. */
export interface InboxClaim {
  result: 'claimed' | 'done' | 'busy'
  token: string
}

/** What a claim writes. */
export interface ClaimInput {
  scope: string
  id: string
  /** Milliseconds for which the row holds: the lease, or the retention where the claim marks the delivery as handled. */
  holds: number
  /** Whether the claim marks the delivery as handled, which counts once the transaction around it is committed. */
  isDone: boolean
  /** Milliseconds after which the server ends a transaction that its process has left behind. */
  longestIdle?: number
}

/** The failure of a delivery, and the row as which it is parked. */
export interface NotedFailure {
  scope: string
  id: string
  type: string
  text: string
  reason: string
  maxAttempts: number
  /** In milliseconds. */
  retention: number
}

// PostgreSQL counts this setting in a signed number of 32 bits.
const longestSetting = 2 ** 31 - 1
const settingOf = (ms: number | undefined) =>
  ms === undefined ? null : Math.min(Math.ceil(ms), longestSetting).toFixed(0)

/**
 * The table of an inbox. A delivery is one row. `held_until` is the end of the lease or, once the delivery was handled, of the retention. All
 * times end by the clock of the server, read when the row is locked.
 */
export class InboxTable {
  readonly #name: string

  constructor(private readonly schema: string) {
    this.#name = `${quoteName(schema)}.delivery`
  }

  get migrations(): Migrations {
    return {
      schema: this.schema,
      steps: [
        `create table {schema}.delivery (
      key text primary key, id text not null, token text not null,
      held_until timestamptz not null, is_done boolean not null
    );
    create index delivery_held_until on {schema}.delivery (held_until);`,
        // How often the handler of a delivery has failed, where the inbox parks deliveries.
        'alter table {schema}.delivery add column failures integer not null default 0;',
        // The rows of the deliveries that the inbox keeps. A step of the inbox itself has to stand behind all of these.
        ...steps,
      ],
    }
  }

  /**
   * Claims a delivery. The lock is tried and not waited for: a transaction that handles the delivery may take long, and the sender is told to
   * come again. A row that appeared after the statement had begun is not seen by its last part: the delivery counts as busy.
   */
  async claim(
    database: Queryable,
    { scope, id, holds, isDone, longestIdle }: ClaimInput,
  ): Promise<InboxClaim> {
    const statement = `
with lock as materialized (select pg_try_advisory_xact_lock($1::bigint) as is_mine),
claimed as (
  insert into ${this.#name} as d (key, id, token, held_until, is_done)
  select $2, $3, $4, clock_timestamp() + ${interval('$5')}, ${isDone} from lock where is_mine
  on conflict (key) do update set
    token = excluded.token, is_done = excluded.is_done, held_until = clock_timestamp() + ${interval('$5')}
    where d.held_until <= clock_timestamp()
  returning 1
)
select case when exists (select from claimed) then 'claimed'
  when exists (select from ${this.#name} where key = $2 and is_done and held_until > clock_timestamp()) then 'done'
  else 'busy' end as result,
  case when $6::text is not null then set_config('idle_in_transaction_session_timeout', $6::text, true) end`
    const key = await inboxKey(scope, id)
    const token = newToken(key)
    // Locks are those of the database, in which another schema may hold the same delivery of another inbox.
    const values = [
      lockOf(await inboxKey(this.schema, key)),
      key,
      shownId(id),
      token,
      holds,
      settingOf(longestIdle),
    ]
    const { rows } = await database.query(statement, values)
    const [{ result }] = rows as [Pick<InboxClaim, 'result'>]
    return { result, token }
  }

  /**
   * Makes a claim hold for `ms` milliseconds from now on, and marks the delivery as handled or not. Says whether the token was still the
   * owner.
   */
  hold(database: Queryable, key: string, token: string, ms: number, isDone: boolean): Promise<boolean> {
    const set = `held_until = clock_timestamp() + ${interval('$3')}, is_done = ${isDone}`
    return this.#changes(
      database,
      `update ${this.#name} set ${set} where key = $1 and token = $2 and not is_done returning 1`,
      [key, token, ms],
    )
  }

  /** Ends a claim: deletes its row, or keeps the row where it counts failures. Says whether the token was still the owner. */
  release(database: Queryable, key: string, token: string, countsFailures: boolean): Promise<boolean> {
    const release = countsFailures
      ? `update ${this.#name} set token = '', held_until = clock_timestamp()`
      : `delete from ${this.#name}`
    const statement = `${release} where key = $1 and token = $2 and not is_done returning 1`
    return this.#changes(database, statement, [key, token])
  }

  /**
   * Notes a failure of a delivery that nobody owns. With the last failure that is permitted, the delivery counts as handled for the time of
   * `retention`, and is inserted as a parked row. Resolves to whether the delivery was parked.
   */
  async noteFailure(database: Queryable, failure: NotedFailure): Promise<boolean> {
    const { scope, id, type, text, reason, maxAttempts, retention } = failure
    const statement = `
with noted as (
  insert into ${this.#name} as d (key, id, token, held_until, is_done, failures)
  values ($1, $2, '', clock_timestamp() + case when $3::int <= 1 then ${interval('$4')} else interval '0' end, $3::int <= 1, 1)
  on conflict (key) do update set
    failures = d.failures + 1, is_done = d.failures + 1 >= $3::int,
    held_until = case when d.failures + 1 >= $3::int then clock_timestamp() + ${interval('$4')} else d.held_until end
    where not d.is_done and d.held_until <= clock_timestamp()
  returning failures, is_done
), parked as (
  insert into ${quoteName(this.schema)}.event (type, data, idempotency_key, state, attempts, reason, settled_at)
  select $5, $6, $1, 2, failures, $7, clock_timestamp() from noted where is_done
  returning 1
)
select 1 from parked`
    const key = await inboxKey(scope, id)
    return this.#changes(database, statement, [key, shownId(id), maxAttempts, retention, type, text, reason])
  }

  /** Deletes rows that need not be remembered any more. Says whether there may be more, and how many were deleted. */
  async sweep(database: Queryable): Promise<{ count: number; isMore: boolean }> {
    // A claim that nobody took over is kept for a week after its lease: its late owner may still commit, and its failures count.
    const statement = `
delete from ${this.#name} where key in (
  select key from ${this.#name}
  where held_until < clock_timestamp() and (is_done or held_until < clock_timestamp() - interval '7 days')
  order by held_until limit ${sweptAtOnce} for update skip locked
) returning 1`
    const count = (await database.query(statement)).rows.length
    return { count, isMore: count === sweptAtOnce }
  }

  async #changes(database: Queryable, statement: string, values: unknown[]): Promise<boolean> {
    return (await database.query(statement, values)).rows.length === 1
  }
}
