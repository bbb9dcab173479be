import type { ApiError } from '../errors/api-errors'
import { type PostgresPool, surviveIdleErrors } from '../postgres/connection'
import { type Clock, monotonic } from '../transport/clock'
import { momentOf } from '../transport/lease'
import type { Log } from '../transport/log'
import { CircuitBreaker } from './circuit-breaker'
import { Claims, type ClaimedRow } from './claims'
import { LeasedRows } from './leased-rows'
import { Listener, WakeSignal } from './listener'
import type { RelaySettings } from './options'
import { believedAtOnce, RefusalStreak } from './refusal-streak'
import { RelayReports } from './relay-reports'
import { RetryingDatabase } from './retrying-database'
import { type MakeSend, released, repetitionDelay, type SendRow, type Settlement } from './settlement'
import type { Table } from './table'

/** The surroundings of a relay. */
export interface RelayContext {
  table: Table
  pool: PostgresPool
  clock: Clock
  random: () => number
  log: Log
  makeSend: MakeSend
}

// Polls follow soon after rows were found, and then ever later: the notification of a row that was added at the same time may not come.
const shortestPoll = 25
const longestRecoveryInterval = 5000
const shortestSweepInterval = 1000
const longestSweepInterval = 60_000
const sweptAtOnce = 1000
const shortestRelease = 1000
// The payloads of the rows that a relay holds take no more memory than this, and one row more.
const heldBytes = 33_554_432

/** Sends the rows of a table, once: an outbox to the service, an inbox to its handlers. */
export class Relay {
  readonly #context: RelayContext
  readonly #settings: RelaySettings
  readonly #sendRow: SendRow
  readonly #reports: RelayReports
  readonly #database: RetryingDatabase
  readonly #claims: Claims
  readonly #breaker: CircuitBreaker
  readonly #streak: RefusalStreak
  /** The rows that were parked since the service has last accepted one. */
  #parkedInARow: { row: ClaimedRow; settled: Promise<boolean> }[] = []
  readonly #rows: LeasedRows
  readonly #wakeSignal: WakeSignal
  /** The claimed rows that are not sent yet. */
  readonly #buffer: ClaimedRow[] = []
  readonly #underWay = new Set<Promise<void>>()
  /** Aborts when the relay drains: it claims and sends nothing more, and waits for what is under way. */
  readonly #drain = new AbortController()
  /** Aborts when the relay waits for the database no more. */
  readonly #giveUp = new AbortController()
  #recoverAt = -Infinity
  #sweepAt = -Infinity

  constructor(context: RelayContext, settings: RelaySettings) {
    const { table, pool, clock, random } = context
    this.#context = context
    this.#settings = settings
    this.#reports = new RelayReports(context, settings)
    this.#database = new RetryingDatabase({
      ...{ pool, clock, random, signal: this.#giveUp.signal },
      onLost: (error) => this.#reports.paused('database', error),
      onReturn: () => this.#reports.resumed('database'),
    })
    this.#claims = new Claims(table, clock)
    this.#breaker = new CircuitBreaker(clock, random, settings.concurrency)
    this.#streak = new RefusalStreak(clock)
    this.#wakeSignal = new WakeSignal(clock)
    this.#rows = new LeasedRows({
      ...{ table, clock, database: this.#database, lease: settings.lease },
      onSettled: (row) => {
        this.#claims.noteSettled(row)
        this.#wakeSignal.give()
      },
    })
    // No timer of a machine that slept tells it that a lease, or the 23 hours of a key, ended meanwhile.
    this.#sendRow = context.makeSend(() => this.#rows.abortEnded(), this.#giveUp.signal)
  }

  /** Sends rows until the signal aborts. Rejects where the outbox can never work as it is, such as without its tables. */
  async run(): Promise<void> {
    const { pool } = this.#context
    const { signal } = this.#settings
    const onAbort = () => this.#drain.abort()
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    surviveIdleErrors(pool)
    const cancelLimit = this.#limitDrain()
    const listener = this.#listen()
    try {
      await this.#sendUntilDrain()
    } finally {
      this.#drain.abort()
      await this.#end()
      cancelLimit()
      this.#giveUp.abort()
      this.#rows.end()
      await listener?.end()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #listen(): Listener | undefined {
    const { table, pool, clock, random } = this.#context
    // The only connection of a pool would never come back from listening.
    if (this.#settings.listen === false || pool.options?.max === 1) return undefined
    return new Listener({ pool, channel: table.channel, clock, random, wakeSignal: this.#wakeSignal })
  }

  /** Limits the time that draining takes. Returns what ends the limit. */
  #limitDrain(): () => void {
    const { clock } = this.#context
    const { drain } = this.#settings
    let cancelTimer = () => {}
    this.#drain.signal.addEventListener('abort', () => {
      cancelTimer = clock.schedule(() => {
        this.#rows.abortAll()
        // Aborted rows are still given back, if the database answers.
        cancelTimer = clock.schedule(() => this.#giveUp.abort(), Math.max(shortestRelease, drain / 2))
      }, drain)
    })
    return () => cancelTimer()
  }

  async #sendUntilDrain(): Promise<void> {
    const { signal } = this.#drain
    const { pollInterval } = this.#settings
    let poll = shortestPoll
    try {
      while (!signal.aborted) {
        await this.#maintain()
        const { count, isMore } = await this.#claim()
        if (count > 0) poll = shortestPoll
        // Without room for more rows, the next settlement makes room and gives the wake signal.
        const wait = this.#breaker.pauseLeft || (isMore ? pollInterval : Math.min(poll, pollInterval))
        poll = (await this.#wakeSignal.wait(wait, signal)) ? shortestPoll : poll * 2
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Recovers the rows of other relays, and deletes old ones, where the time for it has come. */
  async #maintain(): Promise<void> {
    const { lease, retention } = this.#settings
    const { signal } = this.#drain
    const now = monotonic(this.#context.clock)
    if (now >= this.#recoverAt) {
      const parked = await this.#database.run((database) => this.#claims.recover(database), signal)
      parked.forEach((row) => this.#reports.parked(row))
      this.#recoverAt = now + Math.min(lease / 2, longestRecoveryInterval)
    }
    if (now >= this.#sweepAt) {
      const count = await this.#database.run((database) => this.#claims.sweep(database, retention), signal)
      const interval = Math.min(Math.max(retention / 10, shortestSweepInterval), longestSweepInterval)
      this.#sweepAt = count < sweptAtOnce ? now + interval : now
    }
  }

  /** Claims rows, unless there is room for too few to be worth a statement. Returns how many, and whether there may be more. */
  async #claim(): Promise<{ count: number; isMore: boolean }> {
    const { lease } = this.#settings
    const most = this.#context.table.kind.claimedPerSlot * this.#breaker.allowed
    const room = most - this.#rows.size
    const bytes = heldBytes - this.#rows.bytes
    if (room < Math.max(1, most / 4) || bytes <= 0) return { count: 0, isMore: true }
    const claim = async (database: Parameters<Claims['claim']>[0]) => {
      const since = momentOf(this.#context.clock)
      return { since, ...(await this.#claims.claim(database, { rows: room, bytes }, lease)) }
    }
    const { since, rows, parked } = await this.#database.run(claim, this.#drain.signal)
    parked.forEach((row) => this.#reports.parked(row))
    this.#rows.add(rows, since)
    this.#buffer.push(...rows)
    this.#sendBuffered()
    return { count: rows.length, isMore: rows.length === room }
  }

  /** Begins to send as many of the claimed rows as may be under way. In a pause, and at the end, it gives them back. */
  #sendBuffered(): void {
    const { signal } = this.#drain
    while (this.#buffer.length > 0 && !signal.aborted && this.#underWay.size < this.#breaker.allowed) {
      const sending = this.#send(this.#buffer.shift() as ClaimedRow).then(() => {
        this.#underWay.delete(sending)
        this.#sendBuffered()
      })
      this.#underWay.add(sending)
    }
    if (this.#breaker.state === 'open' || signal.aborted) this.#releaseBuffered()
  }

  #releaseBuffered(): void {
    for (const row of this.#buffer.splice(0)) void this.#rows.settle(row, released(row))
  }

  /** Sends a row and settles it. Never rejects. */
  async #send(row: ClaimedRow): Promise<void> {
    const { settlement, service, error } = await this.#sendRow(row, this.#rows.signalOf(row))
    if (service === 'refuses-row' && error) return this.#settleRefused(row, settlement, error)
    if (service === 'refuses' && error) this.#pause(error)
    if (service === 'fails') this.#breaker.noteFailure()
    if (service === 'accepts') {
      this.#streak.noteSuccess()
      this.#parkedInARow = []
      this.#resume()
    }
    const isLast = settlement.result === 'retry' && row.attempts + 1 >= this.#settings.maxAttempts
    await this.#settle(row, isLast ? { ...settlement, result: 'parked' } : settlement)
  }

  async #settle(row: ClaimedRow, settlement: Settlement): Promise<boolean> {
    const wasOwned = await this.#rows.settle(row, settlement)
    if (wasOwned) this.#reports.settled(row, settlement)
    return wasOwned
  }

  /**
   * Parks a row that the service refused for good. Where the service is suspected instead, the refused rows wait again, and the relay sends
   * other rows, one at a time, to probe the service.
   */
  async #settleRefused(row: ClaimedRow, settlement: Settlement, error: ApiError): Promise<void> {
    const suspectedFor = this.#streak.noteRefusal(row.id, error.status)
    if (suspectedFor === undefined) {
      this.#resume()
      const settled = this.#settle(row, settlement)
      this.#parkedInARow = [...this.#parkedInARow, { row, settled }].slice(-believedAtOnce)
      await settled
      return
    }
    this.#pause(error, suspectedFor)
    const parked = this.#parkedInARow.splice(0)
    // Behind the other rows, so that each probe sends another one.
    const delay = repetitionDelay(row, this.#context.random)
    await Promise.all([
      this.#settle(row, { ...settlement, result: 'retry', delay }),
      Promise.all(parked.map(({ settled }) => settled)).then(() =>
        this.#rows.unpark(parked.map(({ row }) => row)),
      ),
    ])
  }

  #pause(error: ApiError, longest?: number): void {
    if (this.#breaker.noteRefusal(longest)) this.#reports.paused('refused', error)
  }

  #resume(): void {
    if (this.#breaker.noteAnswer()) this.#reports.resumed('refused')
  }

  /** Gives back what was not begun, and waits for the rest. */
  async #end(): Promise<void> {
    this.#releaseBuffered()
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    await this.#rows.settled()
  }
}
