import type { AnyCatalog, Event, Parsed, ReceivedEvent, TypeOf } from '../../catalog/event'
import { refuse } from '../../errors/refuse'
import { relaySettings } from '../../outbox/options'
import { Relay } from '../../outbox/relay'
import { backoff } from '../../outbox/retrying-database'
import { type MakeSend, reasonOf, type SendResult, type Settlement } from '../../outbox/settlement'
import type { ClaimedRow } from '../../outbox/claims'
import type { PostgresPool } from '../../postgres/connection'
import type { ObservedDelivery } from '../../receiving/observe'
import { type EventHandler, handlerOf, type TransactionContext } from '../../receiving/options'
import { createReport } from '../../receiving/report'
import type { TransactionalStore } from '../../receiving/transaction'
import { readEvent } from '../../receiving/unwrap'
import { type Clock, systemClock } from '../../transport/clock'
import { createLog, type Logger } from '../../transport/log'
import { checkPositive } from '../../transport/preflight'
import { createRedact } from '../../transport/redaction'
import { runHandler } from './handler-run'
import { type KeptRows, listedDelivery, type ParkedDelivery, readKept } from './kept-rows'

/** The second argument of a handler of a worker. */
export interface WorkContext<Tx> extends TransactionContext<Tx> {
  /** The headers of the delivery, by their names in lower case. Those with credentials were not kept. */
  headers: Record<string, string>
  /** How often handling this delivery was begun, this time included. */
  attempt: number
}

/** The handlers of a worker. */
export interface WorkHandlers<Catalog extends object, Tx> {
  /** Handlers by event type. */
  on?:
    | { [Type in TypeOf<Catalog>]?: EventHandler<Event<Type, Parsed<Catalog, Type>>, WorkContext<Tx>> }
    | undefined
  /** Handles every event that has no handler of its own. */
  otherwise: EventHandler<ReceivedEvent<Catalog>, WorkContext<Tx>>
}

/** A delivery that was handled by a worker. */
export interface HandledDelivery {
  /** The number of its row, as text. */
  id: string
  /** The type of the event. */
  type: string
  /** The key within which deliveries are handled in order. Absent where it has none. */
  orderKey?: string
}

/** Options of `inbox.work`. Times are in milliseconds. What the callbacks throw is logged and changes nothing. */
export interface WorkOptions<Catalog extends object = AnyCatalog> {
  /** Ends the worker: it claims no more, and waits for what is under way. */
  signal?: AbortSignal | undefined
  /**
   * How many deliveries are handled at once at most. 8 unless given, or fewer where the pool has fewer connections: each handler has one of
   * them, and two are left to the worker itself.
   */
  concurrency?: number | undefined
  /** How long a handler may run. Then its transaction is rolled back, and the delivery is handled again later. An hour unless given. */
  handlerTimeout?: number | undefined
  /**
   * How long a claim of a delivery holds without being renewed. Then another worker may claim the delivery. 30,000 unless given, at least
   * 1,000.
   */
  lease?: number | undefined
  /** How long a handled delivery is kept for people to see. A day unless given. Whether it was handled is known for longer. */
  retention?: number | undefined
  /** The longest time between two polls of the database. Notifications tell of new deliveries sooner. 1,000 unless given. */
  pollInterval?: number | undefined
  /** Whether a connection of the pool listens (`LISTEN`) for notifications of new deliveries. `true` unless given. */
  listen?: boolean | undefined
  /**
   * How long the end waits for the handlers under way. Then their transactions are rolled back, and another worker handles their deliveries
   * again. 25,000 unless given.
   */
  drain?: number | undefined
  /** Validators of payloads, by event type. */
  catalog?: Catalog | undefined
  /** Called after a delivery was handled and its transaction committed. */
  onHandled?: ((delivery: HandledDelivery) => unknown) | undefined
  /** Called after a delivery was parked. */
  onParked?: ((delivery: ParkedDelivery) => unknown) | undefined
  /** Called with each error of a handler. Unless given, the error goes to `console.error`. */
  onError?: ((error: unknown, delivery: ObservedDelivery) => unknown) | undefined
  /** The log of the worker. Nothing is logged unless given. */
  logger?: Logger | undefined
  /** Times what the worker waits for. The clock of the system unless given. */
  clock?: Clock | undefined
  /** The source of the jitter of waits: a function that returns a number from 0 up to, but not including, 1. `Math.random` unless given. */
  random?: (() => number) | undefined
}

const usualConcurrency = 8
// One connection listens, and one is for the statements of the worker.
const ownConnections = 2
const usualDrain = 25_000
const hour = 3_600_000
const firstDelay = 1000
const longestDelay = hour
const busyDelay = 5000

/** Checks how many deliveries may be handled at once, by the connections that the pool has. */
function concurrencyFor(pool: PostgresPool, wanted: number | undefined): number {
  const most = (pool.options?.max ?? Infinity) - ownConnections
  if (most < 1) refuse('pool', 'has too few connections for a worker: give it at least 3.')
  if (wanted !== undefined && wanted > most)
    refuse(
      'concurrency',
      `is ${wanted}, and the pool has connections for ${most}: each handler has one, and two are left to the worker.`,
    )
  return wanted ?? Math.min(usualConcurrency, most)
}

/** What a worker works with. */
export interface WorkContextOf<Tx> {
  pool: PostgresPool
  rows: KeptRows
  store: TransactionalStore<Tx>
  maxAttempts: number
}

type Handlers<Tx> = WorkHandlers<AnyCatalog, Tx>

/** Hands the deliveries that an inbox keeps to their handlers, until the signal aborts. */
export async function work<Tx>(
  { pool, rows, store, maxAttempts }: WorkContextOf<Tx>,
  handlers: Handlers<Tx>,
  options: WorkOptions,
): Promise<void> {
  const { clock = systemClock, random = Math.random, signal, catalog, onHandled, onParked } = options
  const { otherwise, on = {} } = Object(handlers) as Handlers<Tx>
  for (const [name, handler] of Object.entries({ ...on, otherwise }))
    if (typeof handler !== 'function')
      refuse(name, 'must be a function: inbox.work({ otherwise: (event, { tx }) => { ... } }).')
  const handlerTimeout = checkPositive('handlerTimeout', options.handlerTimeout ?? hour)
  const settings = relaySettings({
    ...options,
    maxAttempts,
    concurrency: concurrencyFor(pool, options.concurrency),
    drain: options.drain ?? usualDrain,
    onSent: ({ id, type, orderKey }) =>
      onHandled?.({ id, type, ...(orderKey === undefined ? {} : { orderKey }) }),
    onParked: (row) => onParked?.(listedDelivery(row) as ParkedDelivery),
  })
  const report = createReport({ onError: options.onError, secret: [], clock })
  const log = createLog(options.logger, undefined, createRedact())

  const failed = (row: ClaimedRow, error: unknown): SendResult => {
    const delay = backoff(row.attempts, longestDelay, random, firstDelay)
    return { settlement: { result: 'retry', isCertain: true, reason: reasonOf(error), delay } }
  }
  const settled = (result: Settlement['result'], delay?: number): SendResult => ({
    settlement: { result, isCertain: true, delay },
  })

  const makeSend: MakeSend = () => async (row, leaseSignal) => {
    const { key: _, body, type, ...delivery } = readKept(row.data)
    const { id, headers } = delivery
    const observed: ObservedDelivery = { headers, id, event: { type } }
    if (row.attempts >= maxAttempts) {
      const what =
        'The process of its handler has ended without a word, the last of all attempts that it has.'
      return failed(row, new Error(what))
    }
    const terms = { store, clock, handlerTimeout, signal, leaseSignal, report, observed }
    const result = await runHandler(terms, row.id, async (tx, signal) => {
      const event = await readEvent(body, id, catalog)
      const handler = handlerOf<EventHandler<Event, WorkContext<Tx>>>(on, otherwise, event.type)
      await handler(event, { ...delivery, signal, attempt: row.attempts + 1, tx })
    })
    if (result === 'handled') return settled('sent')
    if (result === 'busy') return settled('deferred', busyDelay)
    if (result === 'drained') return settled('released')
    if (result === 'not-begun') return settled('deferred', firstDelay)
    return failed(row, result.error)
  }

  await new Relay({ table: rows.table, pool, clock, random, log, makeSend }, settings).run()
}
