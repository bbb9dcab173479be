import { type MeterProvider, type Tracer, type TracerProvider, trace } from '@opentelemetry/api'

/** How calls and deliveries are instrumented. */
export interface InstrumentOptions {
  /** Makes the spans. The global tracer provider unless given. */
  tracerProvider?: TracerProvider | undefined
  /** Makes the metrics. The global meter provider unless given. */
  meterProvider?: MeterProvider | undefined
  /**
   * Whether each attempt carries the trace in its headers, as the global propagator writes them: `traceparent` and `tracestate` in most
   * programs. `true` unless given. Give `false` where an instrumentation of `fetch` writes the same headers.
   */
  propagate?: boolean | undefined
}

/** The name of the instrumentation, in every span and metric. */
export const scopeName = '@event-delivery/sdk'

/** The tracer of an instrumentation. One of the global provider goes on to work when a provider is registered later. */
export const tracerOf = ({ tracerProvider = trace }: InstrumentOptions): Tracer =>
  tracerProvider.getTracer(scopeName)
