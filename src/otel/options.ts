import { type Meter, type MeterProvider, type Tracer, type TracerProvider, trace } from '@opentelemetry/api'
import { version } from '../package.json'

/** How calls and deliveries are instrumented. */
export interface InstrumentOptions {
  /** Makes the spans. The global tracer provider unless given. */
  tracerProvider?: TracerProvider | undefined
  /** Makes the metrics. The global meter provider unless given. */
  meterProvider?: MeterProvider | undefined
  /**
   * Whether each attempt carries the trace in its headers, as the global propagator writes them: `traceparent` and `tracestate` in most
   * programs. An instrumentation of `fetch` is then kept quiet, since it would write them a second time. `true` unless given. With
   * `false`, that instrumentation goes on, and its spans are children of the attempt's.
   */
  propagate?: boolean | undefined
}

// The name of the instrumentation, in every span and metric.
const scopeName = '@event-delivery/sdk'

/** The tracer of an instrumentation. One of the global provider goes on to work when a provider is registered later. */
export const tracerOf = ({ tracerProvider = trace }: InstrumentOptions): Tracer =>
  tracerProvider.getTracer(scopeName, version)

/** The meter of a provider. */
export const meterOf = (provider: MeterProvider): Meter => provider.getMeter(scopeName, version)
