import type { PostgresPool } from '../postgres/connection'
import { type Clock, monotonic } from '../transport/clock'
import type { Log } from '../transport/log'
import { createBell } from './bell'
import { createClaims, type ClaimedRow } from './claims'
import { createEar } from './ear'
import { createHolder } from './holder'
import type { OutboxRow, ParkedRow, RelayPause } from './options'
import { createPatience } from './patience'
import { createPauses } from './pauses'
import type { RelaySettings } from './relay-settings'
import type { Table } from './table'
import type { Settlement } from './settlements'
import { failedVerdict, sentVerdict, unsent, type Verdict } from './verdicts'

/** Creates an event. */
export type Send = (row: ClaimedRow, signal: AbortSignal) => PromiseLike<{ id: string }>

/** The surroundings of a relay. */
export interface RelayContext {
  table: Table
  pool: PostgresPool
  clock: Clock
  random: () => number
  log: Log
  send: Send
}

// After rows were found, the next look follows soon: word of a row that another transaction added at the same time may not come.
const shortestIdle = 25
const longestTendInterval = 5000
const shortestSweepInterval = 1000
const longestSweepInterval = 60_000
const sweptAtOnce = 1000
const shortestGivingBack = 1000

/** Sends rows until the signal aborts. Rejects where the outbox can never work as it is, such as without its tables. */
export async function runRelay(context: RelayContext, settings: RelaySettings): Promise<void> {
  const { table, pool, clock, random, log, send } = context
  const { concurrency, lease, retention, pollInterval, drain, signal } = settings
  const bell = createBell(clock)
  const claims = createClaims(table)
  const pauses = createPauses(clock, random, concurrency)
  // Ends the waits for the database, once nothing is worth waiting for.
  const giveUp = new AbortController()
  const stop = new AbortController()
  const buffer: ClaimedRow[] = []
  const underWay = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  let tendAt = -Infinity
  let sweepAt = -Infinity

  const tell = <T>(name: string, callback: (subject: T) => unknown, subject: T) => {
    const call = async () => callback(subject)
    call().catch((error: unknown) => log('error', `${name} of the relay has thrown: ${String(error)}`))
  }
  const pause = (reason: RelayPause['reason'], error: Error) => {
    const means = reason === 'database' ? 'the database cannot be reached' : 'the service refuses the client'
    log('warn', `The relay pauses, since ${means}: ${error.message} It goes on by itself.`)
    tell('onPaused', settings.onPaused, { reason, error })
  }
  const resume = (reason: RelayPause['reason']) => {
    log('warn', `The relay goes on: ${reason === 'database' ? 'the database' : 'the service'} is back.`)
    tell('onResumed', settings.onResumed, { reason })
  }
  const park = (row: ParkedRow) => {
    log('warn', `Row ${row.id} of the outbox was parked: ${row.reason}`)
    tell('onParked', settings.onParked, row)
  }

  const patience = createPatience({
    ...{ pool, clock, random, signal: giveUp.signal },
    onLost: (error) => pause('database', error),
    onReturn: () => resume('database'),
  })
  const holder = createHolder({ table, patience, clock, lease, onSettled: () => bell.ring() })

  async function report(row: ClaimedRow, verdict: Verdict): Promise<void> {
    const { settlement, refusal, isAnswered } = verdict
    if (refusal) {
      if (pauses.refuse()) pause('refused', refusal)
    } else if (isAnswered) {
      if (pauses.answer()) resume('refused')
    } else if (settlement.verdict === 'again') pauses.fail()
    if (!(await holder.settle(settlement))) return
    if (settlement.verdict === 'sent')
      tell('onSent', settings.onSent, { ...identityOf(row), eventId: settlement.eventId ?? '' })
    if (settlement.verdict === 'park') park(parkedRow(row, settlement, clock.now()))
  }

  /** Sends one row. Never rejects. */
  async function sendRow(row: ClaimedRow): Promise<void> {
    let verdict: Verdict
    try {
      const event = await send(row, holder.signalOf(row))
      verdict = sentVerdict(row, event.id)
    } catch (error) {
      verdict = failedVerdict(row, error, random)
    }
    await report(row, verdict)
  }

  /** Begins to send as many of the claimed rows as may be under way. In a pause, and at the end, it gives them back. */
  function pump(): void {
    while (buffer.length > 0 && !stop.signal.aborted && underWay.size < pauses.allowed()) {
      const sending = sendRow(buffer.shift() as ClaimedRow).then(() => {
        underWay.delete(sending)
        pump()
      })
      underWay.add(sending)
    }
    if (pauses.left() > 0 || stop.signal.aborted) giveBack()
  }

  function giveBack(): void {
    for (const row of buffer.splice(0)) void holder.settle(unsent(row))
  }

  /** Revives, parks and deletes what is due for it. */
  async function keepHouse(): Promise<void> {
    const now = monotonic(clock)
    if (now >= tendAt) {
      const { parked } = await patience.run((database) => claims.tend(database), stop.signal)
      parked.forEach(park)
      tendAt = now + Math.min(lease / 2, longestTendInterval)
    }
    if (now >= sweepAt) {
      const count = await patience.run((database) => claims.sweep(database, retention), stop.signal)
      const interval = Math.min(Math.max(retention / 10, shortestSweepInterval), longestSweepInterval)
      sweepAt = count < sweptAtOnce ? now + interval : now
    }
  }

  /** Claims rows, as far as there is room for a good number of them. Says how many, and whether there may be more. */
  async function takeRows(): Promise<{ count: number; isMore: boolean }> {
    // A second row for each that is under way is at hand when that one ends.
    const most = 2 * pauses.allowed()
    const room = most - holder.size()
    if (room < Math.max(1, most / 4)) return { count: 0, isMore: true }
    const rows = await patience.run((database) => claims.claim(database, room, lease), stop.signal)
    holder.hold(rows)
    buffer.push(...rows)
    pump()
    return { count: rows.length, isMore: rows.length === room }
  }

  async function loop(): Promise<void> {
    let idle = shortestIdle
    while (!stop.signal.aborted) {
      await keepHouse()
      const { count, isMore } = await takeRows()
      if (count > 0) idle = shortestIdle
      // With no room left, an end makes some and rings.
      const wait = pauses.left() || (isMore ? pollInterval : Math.min(idle, pollInterval))
      if (await bell.wait(wait, stop.signal)) idle = shortestIdle
      else idle *= 2
    }
  }

  /** Gives back what was not begun, and waits for the rest. */
  async function end(): Promise<void> {
    giveBack()
    while (underWay.size > 0) await Promise.all(underWay)
    await holder.settled()
  }

  let cancelTimer = () => {}
  const limitEnd = () => {
    cancelTimer = clock.schedule(() => {
      holder.abort()
      // Aborted rows are still given back, if the database answers.
      cancelTimer = clock.schedule(() => giveUp.abort(), Math.max(shortestGivingBack, drain / 2))
    }, drain)
  }
  stop.signal.addEventListener('abort', limitEnd)
  const onAbort = () => stop.abort()
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) stop.abort()
  // An idle connection that breaks would end the process otherwise, and the statements notice it anyway.
  const onPoolError = () => {}
  pool.on?.('error', onPoolError)
  const onWord = () => bell.ring()
  const ear = settings.listen ? createEar({ pool, channel: table.channel, clock, random, onWord }) : undefined
  try {
    await loop()
  } catch (error) {
    if (!stop.signal.aborted) failure = { error }
  } finally {
    stop.abort()
    await end()
    cancelTimer()
    giveUp.abort()
    holder.end()
    await ear?.end()
    signal.removeEventListener('abort', onAbort)
    pool.off?.('error', onPoolError)
  }
  if (failure) throw failure.error
}

const identityOf = ({ id, type, idempotencyKey, orderKey }: ClaimedRow): OutboxRow => ({
  id,
  type,
  idempotencyKey,
  ...(orderKey === undefined ? {} : { orderKey }),
})

const parkedRow = (row: ClaimedRow, { reason = '', isCertain }: Settlement, now: number): ParkedRow => ({
  ...identityOf(row),
  data: row.data,
  reason,
  outcome: isCertain ? 'rejected' : 'unknown',
  attempts: row.attempts + 1,
  createdAt: row.createdAt,
  parkedAt: new Date(now),
})
