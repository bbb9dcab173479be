import { faultOf } from '../postgres/faults'
import type { Clock } from '../transport/clock'
import type { Log } from '../transport/log'
import type { ClaimedRow } from './claims'
import type { OutboxRow, ParkedRow, RelayOptions, RelayPause } from './options'
import { isRefusalOfClient, type Settlement } from './settlement'
import type { Table, TableKind } from './table'

type CallbackName = 'onSent' | 'onParked' | 'onPaused' | 'onResumed'

// Fewer failures than this are everyday life.
const troubling = 3

/** What a relay tells of its work: to the log, and to the callbacks of its options. */
export class RelayReports {
  readonly #log: Log
  readonly #clock: Clock
  readonly #kind: TableKind

  constructor(
    { log, clock, table }: { log: Log; clock: Clock; table: Table },
    private readonly options: Pick<RelayOptions, CallbackName>,
  ) {
    this.#log = log
    this.#clock = clock
    this.#kind = table.kind
  }

  settled(row: ClaimedRow, { result, eventId = '', reason = '', isCertain }: Settlement): void {
    const { id, type, idempotencyKey, orderKey, data, createdAt, attempts } = row
    const identity: OutboxRow = { id, type, idempotencyKey, ...(orderKey === undefined ? {} : { orderKey }) }
    if (result === 'sent') this.#call('onSent', { ...identity, eventId })
    if (result === 'parked')
      this.parked({
        ...identity,
        ...{ data, reason, createdAt },
        state: 'parked',
        outcome: isCertain ? 'rejected' : 'unknown',
        attempts: attempts + 1,
        parkedAt: new Date(this.#clock.now()),
      })
    if (result === 'retry' && attempts + 1 >= troubling)
      this.#log(
        'warn',
        `Row ${id} of the ${this.#kind.name} has failed ${attempts + 1} times, and is tried again: ${reason}`,
      )
  }

  parked(row: ParkedRow): void {
    this.#log('warn', `Row ${row.id} of the ${this.#kind.name} was parked: ${row.reason}`)
    this.#call('onParked', row)
  }

  paused(reason: RelayPause['reason'], error: Error): void {
    const refuses = isRefusalOfClient(error) ? 'the client' : 'whatever it is sent'
    const { what, text } =
      reason === 'database' ? faultOf(error) : { what: `the service refuses ${refuses}`, text: error.message }
    this.#log('warn', `The ${this.#kind.worker} pauses, since ${what}: ${text} It goes on by itself.`)
    this.#call('onPaused', { reason, error })
  }

  resumed(reason: RelayPause['reason']): void {
    const who = reason === 'database' ? 'the database' : 'the service'
    this.#log('warn', `The ${this.#kind.worker} goes on: ${who} is back.`)
    this.#call('onResumed', { reason })
  }

  /** Calls a callback of the caller, whose failure is its own affair. */
  #call<Name extends CallbackName>(
    name: Name,
    subject: Parameters<NonNullable<RelayOptions[Name]>>[0],
  ): void {
    const callback = this.options[name] as ((subject: unknown) => unknown) | undefined
    const call = async () => callback?.(subject)
    call().catch((error: unknown) =>
      this.#log('error', `${name} of the ${this.#kind.worker} has thrown: ${String(error)}`),
    )
  }
}
