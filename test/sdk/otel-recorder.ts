import {
  context,
  propagation,
  SpanKind,
  type Span,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api'
import type { ClientOptions } from '@event-delivery/sdk'
import { instrument } from '@event-delivery/sdk/otel'
import type { ScriptedFetch } from '@event-delivery/sdk/testing'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { onTestFinished } from 'vitest'
import { clientOf } from './client'

/** A reader that reads when it is asked to. */
class OnDemandReader extends MetricReader {
  protected override async onShutdown() {}
  protected override async onForceFlush() {}
}

/** Registers what a program with OpenTelemetry registers: a context manager and a propagator. A test ends both. */
export function registerContext(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  onTestFinished(() => {
    context.disable()
    propagation.disable()
  })
}

/** Providers of spans and metrics, and what they have recorded. */
export function recorder() {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const reader = new OnDemandReader()
  const meterProvider = new MeterProvider({ readers: [reader] })
  return {
    tracerProvider,
    meterProvider,
    /** The spans that have ended, in this order. */
    spans: (): ReadableSpan[] => exporter.getFinishedSpans(),
    /** The points of each metric, by its name. */
    async metrics() {
      const { resourceMetrics } = await reader.collect()
      const found = resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics)
      return Object.fromEntries(
        found.map(({ descriptor, dataPoints }) => [
          descriptor.name,
          { unit: descriptor.unit, points: dataPoints },
        ]),
      )
    },
  }
}

/** An instrumented client whose waits take no time, and what it records. */
export function instrumented(fetch: ScriptedFetch, { hooks, ...options }: ClientOptions = {}) {
  registerContext()
  const record = recorder()
  const { client } = clientOf(fetch, { hooks: instrument(hooks, record), ...options })
  const spansOf = (prefix: string) => record.spans().filter(({ name }) => name.startsWith(prefix))
  return {
    ...record,
    client,
    calls: () => spansOf('event_delivery '),
    attempts: () => record.spans().filter(({ kind }) => kind === SpanKind.CLIENT),
  }
}

/** The id of a span. */
export const idOf = (span: { spanContext(): { spanId: string } } | undefined) => span?.spanContext().spanId

/** The error types of spans, in their order. */
export const errorTypes = (spans: { attributes: Record<string, unknown> }[]) =>
  spans.map(({ attributes }) => attributes['error.type'])

/** Counts how often each started span was ended, and fails where it is told to. */
export function countingTracers(fails: (operation: string) => boolean) {
  const { tracerProvider } = recorder()
  const ends = new Map<Span, number>()
  const breakable = <Method extends (...values: never[]) => unknown>(name: string, method: Method) =>
    ((...values) => {
      if (fails(name)) throw new Error(`${name} broke`)
      return method(...values)
    }) as Method
  const getTracer: TracerProvider['getTracer'] = (...scope) => {
    const tracer = tracerProvider.getTracer(...scope)
    const startSpan: Tracer['startSpan'] = (...how) => {
      const span = tracer.startSpan(...how)
      const end = span.end.bind(span)
      ends.set(span, 0)
      span.setAttributes = breakable('setAttributes', span.setAttributes.bind(span))
      span.addEvent = breakable<Span['addEvent']>('addEvent', span.addEvent.bind(span))
      span.addLinks = breakable<Span['addLinks']>('addLinks', span.addLinks.bind(span))
      span.updateName = breakable<Span['updateName']>('updateName', span.updateName.bind(span))
      span.end = () => {
        ends.set(span, (ends.get(span) ?? 0) + 1)
        breakable('end', end)()
      }
      return span
    }
    return Object.assign(Object.create(tracer) as Tracer, { startSpan: breakable('startSpan', startSpan) })
  }
  return { tracerProvider: { getTracer }, ends }
}
