import type { EventDelivery } from '../client'
import { refuseValue } from '../errors/refuse'
import type { PostgresPool } from '../postgres/connection'
import { type Clock, monotonic } from '../transport/clock'
import type { Hooks } from '../transport/hooks'
import { momentOf } from '../transport/lease'
import type { Log } from '../transport/log'
import { checkCount, checkPositive } from '../transport/preflight'
import { CircuitBreaker } from './circuit-breaker'
import { Claims, type ClaimedRow } from './claims'
import { LeasedRows } from './leased-rows'
import { Listener, WakeSignal } from './listener'
import type { OutboxRow, ParkedRow, RelayOptions, RelayPause } from './options'
import { RetryingDatabase } from './retrying-database'
import { failureOf, released, type SendResult, type Settlement, successOf } from './settlement'
import type { Table } from './table'

/** The surroundings of a relay. */
export interface RelayContext {
  table: Table
  pool: PostgresPool
  clock: Clock
  random: () => number
  log: Log
  client: EventDelivery
}

const day = 86_400_000
const shortestLease = 1000
// Polls follow soon after rows were found, and then ever later: the notification of a row that was added at the same time may not come.
const shortestPoll = 25
const longestRecoveryInterval = 5000
const shortestSweepInterval = 1000
const longestSweepInterval = 60_000
const sweptAtOnce = 1000
const shortestRelease = 1000

/** Checks the options of a relay, and adds the usual values. */
export function relaySettings(options: RelayOptions) {
  const { concurrency = 16, lease = 30_000, retention = day, pollInterval = 1000, drain = 10_000 } = options
  if (!(Number.isInteger(concurrency) && concurrency > 0))
    refuseValue('concurrency', concurrency, 'give a whole number above 0.')
  if (!(lease >= shortestLease && lease < Infinity))
    refuseValue('lease', lease, `give at least ${shortestLease} milliseconds.`)
  checkCount('retention', retention)
  checkPositive('pollInterval', pollInterval)
  checkCount('drain', drain)
  return { ...options, concurrency, lease, retention, pollInterval, drain }
}

type RelaySettings = ReturnType<typeof relaySettings>

/** A client that shares everything with another one, and calls `check` before each attempt, those that it repeats included. */
function checkedClient(client: EventDelivery, check: () => void): EventDelivery {
  // A double that creates events and nothing more repeats no attempt.
  if (!client.hooks) return client
  const hooks = new Proxy(client.hooks, {
    get(own, name: keyof Hooks) {
      const hook = own[name]?.bind(own) as ((event: never) => unknown) | undefined
      if (name !== 'request') return hook
      return (event: never) => {
        check()
        return hook?.(event)
      }
    },
  })
  return client.withOptions({ hooks })
}

/** Sends the rows of an outbox, once. */
export class Relay {
  readonly #context: RelayContext
  readonly #settings: RelaySettings
  readonly #client: EventDelivery
  readonly #database: RetryingDatabase
  readonly #claims: Claims
  readonly #breaker: CircuitBreaker
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
    this.#database = new RetryingDatabase({
      ...{ pool, clock, random, signal: this.#giveUp.signal },
      onLost: (error) => this.#reportPause('database', error),
      onReturn: () => this.#reportResumption('database'),
    })
    this.#claims = new Claims(table)
    this.#breaker = new CircuitBreaker(clock, random, settings.concurrency)
    this.#wakeSignal = new WakeSignal(clock)
    this.#rows = new LeasedRows({
      ...{ table, clock, database: this.#database, lease: settings.lease },
      onSettled: () => this.#wakeSignal.give(),
    })
    // No timer of a machine that slept tells it that a lease, or the 23 hours of a key, ended meanwhile.
    this.#client = checkedClient(context.client, () => this.#rows.abortEnded())
  }

  /** Sends rows until the signal aborts. Rejects where the outbox can never work as it is, such as without its tables. */
  async run(): Promise<void> {
    const { pool } = this.#context
    const { signal } = this.#settings
    const onAbort = () => this.#drain.abort()
    // An idle connection that breaks would end the process otherwise. The statements meet the same fault.
    const onPoolError = () => {}
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    pool.on?.('error', onPoolError)
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
      pool.off?.('error', onPoolError)
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
      parked.forEach((row) => this.#reportParked(row))
      this.#recoverAt = now + Math.min(lease / 2, longestRecoveryInterval)
    }
    if (now >= this.#sweepAt) {
      const count = await this.#database.run((database) => this.#claims.sweep(database, retention), signal)
      const interval = Math.min(Math.max(retention / 10, shortestSweepInterval), longestSweepInterval)
      this.#sweepAt = count < sweptAtOnce ? now + interval : now
    }
  }

  /** Claims rows, where there is room for a good number of them. Returns how many, and whether there may be more. */
  async #claim(): Promise<{ count: number; isMore: boolean }> {
    const { lease } = this.#settings
    // For each row that is under way, a second one is at hand when that one ends.
    const most = 2 * this.#breaker.allowed
    const room = most - this.#rows.size
    if (room < Math.max(1, most / 4)) return { count: 0, isMore: true }
    const claim = async (database: Parameters<Claims['claim']>[0]) => {
      const since = momentOf(this.#context.clock)
      return { since, rows: await this.#claims.claim(database, room, lease) }
    }
    const { since, rows } = await this.#database.run(claim, this.#drain.signal)
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
    const result = await this.#create(row)
    this.#noteService(result)
    const { settlement } = result
    if (await this.#rows.settle(row, settlement)) this.#reportSettled(row, settlement)
  }

  async #create(row: ClaimedRow): Promise<SendResult> {
    const { random } = this.#context
    const { type, data, idempotencyKey } = row
    try {
      const signal = this.#rows.signalOf(row)
      const event = await this.#client.events.create({ type, data }, { idempotencyKey, signal })
      return successOf(event.id)
    } catch (error) {
      return failureOf(row, error, random)
    }
  }

  #noteService({ service, error }: SendResult): void {
    if (service === 'refuses' && error && this.#breaker.noteRefusal()) this.#reportPause('refused', error)
    if (service === 'answers' && this.#breaker.noteAnswer()) this.#reportResumption('refused')
    if (service === 'fails') this.#breaker.noteFailure()
  }

  /** Gives back what was not begun, and waits for the rest. */
  async #end(): Promise<void> {
    this.#releaseBuffered()
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    await this.#rows.settled()
  }

  #reportSettled(row: ClaimedRow, { result, eventId = '', reason = '', isCertain }: Settlement): void {
    const { id, type, idempotencyKey, orderKey, data, createdAt, attempts } = row
    const identity: OutboxRow = { id, type, idempotencyKey, ...(orderKey === undefined ? {} : { orderKey }) }
    if (result === 'sent') this.#call('onSent', { ...identity, eventId })
    if (result === 'parked')
      this.#reportParked({
        ...identity,
        ...{ data, reason, createdAt },
        outcome: isCertain ? 'rejected' : 'unknown',
        attempts: attempts + 1,
        parkedAt: new Date(this.#context.clock.now()),
      })
  }

  #reportParked(row: ParkedRow): void {
    this.#context.log('warn', `Row ${row.id} of the outbox was parked: ${row.reason}`)
    this.#call('onParked', row)
  }

  #reportPause(reason: RelayPause['reason'], error: Error): void {
    const means = reason === 'database' ? 'the database cannot be reached' : 'the service refuses the client'
    this.#context.log('warn', `The relay pauses, since ${means}: ${error.message} It goes on by itself.`)
    this.#call('onPaused', { reason, error })
  }

  #reportResumption(reason: RelayPause['reason']): void {
    const who = reason === 'database' ? 'the database' : 'the service'
    this.#context.log('warn', `The relay goes on: ${who} is back.`)
    this.#call('onResumed', { reason })
  }

  /** Calls a callback of the caller, whose failure is its own affair. */
  #call<Name extends 'onSent' | 'onParked' | 'onPaused' | 'onResumed'>(
    name: Name,
    subject: Parameters<NonNullable<RelayOptions[Name]>>[0],
  ): void {
    const callback = this.#settings[name] as ((subject: unknown) => unknown) | undefined
    const call = async () => callback?.(subject)
    call().catch((error: unknown) =>
      this.#context.log('error', `${name} of the relay has thrown: ${String(error)}`),
    )
  }
}
