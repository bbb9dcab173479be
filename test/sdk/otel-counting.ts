import type { Span, Tracer, TracerProvider } from '@opentelemetry/api'
import { recorder } from './otel-recorder'

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
