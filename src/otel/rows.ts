import { context, diag, metrics, propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import { guard } from './guard'
import { type InstrumentOptions, meterOf } from './options'

/** An outbox or an inbox, as far as its gauges need it. The interface is one of shape, for the same reason as `InstrumentableClient`. */
export interface ObservableRows {
  /** Counts the rows. `OutboxStatus` and `InboxStatus` document the fields. */
  status(): Promise<{
    waiting: number
    failing: number
    parked: number
    held: number
    /** How many rows were sent or handled per second, on average over the last minute. */
    rate: number
    /** Rows of an outbox that are under way. */
    sending?: number
    /** Deliveries of an inbox that are under way. */
    handling?: number
    oldest?: Date
  }>
}

/** What the option `tracing` of an outbox takes. */
interface RowTracing {
  capture(): string | undefined
  within<T>(trace: string, work: () => T): T
}

/** Options of `observeRows`. */
export interface ObserveRowsOptions extends Pick<InstrumentOptions, 'meterProvider'> {
  /** The name of the outbox or inbox in its gauges. `outbox` unless given. */
  name?: string | undefined
}

/**
 * Carries the trace of a transaction with the rows that it adds to an outbox, as the global propagator writes it: the call that creates the
 * event is part of the trace in which the row was added.
 *
 * @example
 * const outbox = createOutbox({ pool, tracing: traceRows() })
 */
export const traceRows = (): RowTracing => ({
  capture: () =>
    guard(() => {
      const headers: Record<string, string> = {}
      propagation.inject(context.active(), headers)
      return Object.keys(headers).length > 0 ? JSON.stringify(headers) : undefined
    }),
  within: (trace, work) =>
    context.with(guard(() => propagation.extract(ROOT_CONTEXT, JSON.parse(trace))) ?? context.active(), work),
})

/**
 * Makes gauges of an outbox or an inbox: `event_delivery.rows`, with the attribute `event_delivery.state`; `event_delivery.rows.oldest`,
 * the age of the oldest row that waits, in seconds; and `event_delivery.rows.rate`, how many rows a second were sent or handled in the last
 * minute. Each time the gauges are read, one query counts the rows. Returns a function that removes the gauges.
 *
 * @example
 * const stop = observeRows(outbox)
 */
export function observeRows(
  rows: ObservableRows,
  { name = 'outbox', meterProvider = metrics.getMeterProvider() }: ObserveRowsOptions = {},
): () => void {
  const meter = meterOf(meterProvider)
  const count = meter.createObservableGauge('event_delivery.rows', {
    description: 'Rows of an outbox or an inbox, by what they wait for.',
    unit: '{row}',
  })
  const age = meter.createObservableGauge('event_delivery.rows.oldest', {
    description: 'Since when the oldest row waits that could be sent or handled.',
    unit: 's',
  })
  const rate = meter.createObservableGauge('event_delivery.rows.rate', {
    description: 'Rows that were sent or handled in the last minute, by the second.',
    unit: '{row}/s',
  })
  const gauges = [count, age, rate]
  const observe: Parameters<typeof meter.addBatchObservableCallback>[0] = async (result) => {
    const status = await rows.status().catch((error: unknown) => diag.error('No rows were counted.', error))
    if (!status) return
    const { waiting, failing, parked, held, sending = 0, handling = 0, oldest } = status
    const states = { waiting, failing, parked, held, under_way: sending + handling }
    const queue = { 'event_delivery.rows.name': name }
    for (const [state, value] of Object.entries(states))
      result.observe(count, value, { ...queue, 'event_delivery.state': state })
    result.observe(age, oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1000 : 0, queue)
    result.observe(rate, status.rate, queue)
  }
  meter.addBatchObservableCallback(observe, gauges)
  return () => meter.removeBatchObservableCallback(observe, gauges)
}
