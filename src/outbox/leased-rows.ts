import type { Clock } from '../transport/clock'
import { RenewedLeases, Lease, type Moment } from '../transport/lease'
import type { ClaimedRow } from './claims'
import type { RetryingDatabase } from './retrying-database'
import type { Settlement } from './settlement'
import type { Table } from './table'

// Only the newest claim may settle its row. A row that was sent after its lease had ended stays sent, unless another relay has claimed it.
const settleRows = `
with given as materialized (
  select * from json_to_recordset($1::text::json)
    as g (id bigint, token bigint, result text, "isCertain" boolean, "eventId" text, reason text, delay float8)
), settled as (
  update {schema}.event e set
    state = case g.result when 'sent' then 3 when 'parked' then 2 else 0 end,
    attempts = e.attempts + case when g.result in ('retry', 'parked') then 1 else 0 end,
    due_at = case when g.result in ('retry', 'deferred') then now() + g.delay * interval '1 millisecond' else e.due_at end,
    lease_until = null,
    unknown_since = case when not g."isCertain" then e.unknown_since end,
    reason = case when g.result in ('retry', 'parked') then g.reason when g.result in ('released', 'deferred') then e.reason end,
    event_id = g."eventId",
    settled_at = case when g.result in ('sent', 'parked') then now() end
  from given g
  where e.id = g.id and e.token = g.token and (e.state = 1 or (g.result = 'sent' and e.state <> 3))
  returning e.id
)
select coalesce(json_agg(id::text), '[]')::text as ids from settled`

// A row that the answer leaves out belongs to another relay.
const renewRows = `
with given as materialized (
  select * from json_to_recordset($1::text::json) as g (id bigint, token bigint)
), renewed as (
  update {schema}.event e set lease_until = clock_timestamp() + $2::text::float8 * interval '1 millisecond'
  from given g where e.id = g.id and e.token = g.token and e.state = 1
  returning e.id
)
select coalesce(json_agg(id::text), '[]')::text as ids from renewed`

const unparkRows = `
with given as materialized (
  select * from json_to_recordset($1::text::json) as g (id bigint, token bigint)
), again as (
  update {schema}.event e set state = 0, due_at = now(), settled_at = null
  from given g where e.id = g.id and e.token = g.token and e.state = 2
  returning e.id
)
select coalesce(json_agg(id::text), '[]')::text as ids from again`

// More rows would make one statement a long one.
const settledAtOnce = 500

/** Options of `LeasedRows`. */
export interface LeasedRowsOptions {
  table: Table
  database: RetryingDatabase
  clock: Clock
  /** In milliseconds. */
  lease: number
  /** Called when a row was settled, so that there is room for others. */
  onSettled(row: ClaimedRow): void
}

interface LeasedRow {
  controller: AbortController
  /** How long the idempotency key of the row protects from a second event. */
  protection: Lease
  cancelTimer: () => void
}

/** The rows that a relay has claimed: renews their leases, and settles them. */
export class LeasedRows {
  readonly #rows = new Map<ClaimedRow, LeasedRow>()
  readonly #claims: RenewedLeases<ClaimedRow>
  readonly #unsettled: { row: ClaimedRow; settlement: Settlement; resolve: (wasOwned: boolean) => void }[] =
    []
  // Statements on the rows run one after the other, so that none waits for the locks of another one.
  #lastStatement: Promise<unknown> = Promise.resolve()
  #state: 'idle' | 'settling' = 'idle'
  #settlements: Promise<void> = Promise.resolve()

  constructor(private readonly options: LeasedRowsOptions) {
    const { clock, lease } = options
    this.#claims = new RenewedLeases({
      clock,
      lease,
      renew: (rows) => this.#renew(rows),
      onLost: (row) => this.#rows.get(row)?.controller.abort(),
    })
  }

  get size(): number {
    return this.#rows.size
  }

  /** The length of the payloads of all rows. */
  get bytes(): number {
    return [...this.#rows.keys()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Adds claimed rows. `since` is a moment before the database was asked for them, from which their leases count. */
  add(rows: readonly ClaimedRow[], since: Moment): void {
    const { clock } = this.options
    for (const row of rows) {
      const controller = new AbortController()
      const cancelTimer = clock.schedule(() => controller.abort(), row.safeFor)
      this.#rows.set(row, { controller, cancelTimer, protection: new Lease(clock, row.safeFor, since) })
    }
    this.#claims.add(rows, since)
  }

  /** A signal that aborts when the row is lost, or when its key no longer protects from a second event. */
  signalOf(row: ClaimedRow): AbortSignal {
    return this.#rows.get(row)?.controller.signal ?? AbortSignal.abort()
  }

  /**
   * Aborts the signals of the rows whose lease or whose key has ended. Their timers may be late, since timers stand still while a machine
   * sleeps. Returns whether any signal is aborted.
   */
  abortEnded(): boolean {
    this.#claims.giveUpEnded()
    const rows = [...this.#rows.values()]
    for (const { controller, protection } of rows) if (protection.hasEnded) controller.abort()
    return rows.some(({ controller }) => controller.signal.aborted)
  }

  /** Aborts the signals of all rows. */
  abortAll(): void {
    for (const { controller } of this.#rows.values()) controller.abort()
  }

  /** Settles a row. Resolves with whether it was still owned. Those that come while a statement runs are settled together. */
  settle(row: ClaimedRow, settlement: Settlement): Promise<boolean> {
    return new Promise((resolve) => {
      this.#unsettled.push({ row, settlement, resolve })
      if (this.#state === 'idle') this.#settlements = this.#settleAll()
    })
  }

  /** Lets rows that this relay has parked wait again, unless somebody has decided on them since. */
  async unpark(rows: readonly ClaimedRow[]): Promise<void> {
    if (rows.length === 0) return
    const given = rows.map(({ id, token }) => ({ id, token }))
    await this.#inTurn(() => this.#execute(unparkRows, given)).catch(() => {})
  }

  /** Resolves when all settlements that were asked for have been made, or given up. */
  async settled(): Promise<void> {
    while (this.#state === 'settling') await this.#settlements
  }

  /** Ends renewals and timers. Another relay may claim the rows that are left once their leases have ended. */
  end(): void {
    for (const row of [...this.#rows.keys()]) this.#drop(row)
  }

  async #settleAll(): Promise<void> {
    this.#state = 'settling'
    while (this.#unsettled.length > 0) await this.#inTurn(() => this.#settleBatch())
    this.#state = 'idle'
  }

  async #settleBatch(): Promise<void> {
    const batch = this.#unsettled.splice(0, settledAtOnce)
    const given = batch.map(({ row: { id, token }, settlement }) => ({ id, token, ...settlement }))
    const owned = await this.#execute(settleRows, given).catch(() => new Set())
    for (const { row, resolve } of batch) {
      this.#drop(row)
      this.options.onSettled(row)
      resolve(owned.has(row.id))
    }
  }

  async #renew(rows: readonly ClaimedRow[]): Promise<Set<ClaimedRow>> {
    const given = rows.map(({ id, token }) => ({ id, token }))
    const owned = await this.#inTurn(() => this.#execute(renewRows, given, String(this.options.lease)))
    return new Set(rows.filter(({ id }) => owned.has(id)))
  }

  /** Executes a statement on rows. Resolves to the ids of those that were still owned. */
  async #execute(statement: string, given: readonly object[], ...more: string[]): Promise<Set<string>> {
    const { table, database } = this.options
    const values = [JSON.stringify(given), ...more]
    const [answer] = await database.run((pool) => table.rows<{ ids: string }>(pool, statement, values))
    return new Set(JSON.parse(answer?.ids ?? '[]') as string[])
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastStatement.then(work)
    this.#lastStatement = turn.catch(() => {})
    return turn
  }

  #drop(row: ClaimedRow): void {
    this.#rows.get(row)?.cancelTimer()
    this.#rows.delete(row)
    this.#claims.delete(row)
  }
}
