import {
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
} from '@opentelemetry/api'
import type { AnyCatalog } from '../catalog/event'
import type { ObservedDelivery } from '../receiving/observe'
import type { ReceiverOptions } from '../receiving/options'
import type { HeadersLike } from '../receiving/verify'
import { monotonic, systemClock } from '../transport/clock'
import { defined } from './attributes'
import { guard } from './guard'
import { createMetrics } from './metrics'
import { type InstrumentOptions, tracerOf } from './options'

/** Reads the headers of a delivery for a propagator, in any letter case. */
const headerGetter = {
  keys: (headers: HeadersLike) => Object.keys(headers),
  get(headers: HeadersLike, name: string): string | undefined {
    const plain = headers as Record<string, string | readonly string[] | undefined>
    const value =
      typeof headers.get === 'function'
        ? (headers as Headers).get(name)
        : Object.entries(plain).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    return value?.toString()
  },
}

/** A link to the span that the headers of a delivery name, where they name one. */
function originOf(headers: HeadersLike | undefined): Link[] {
  // Out of the root: out of the active context, headers that name no span would seem to name the active one.
  const origin = headers && trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers, headerGetter))
  return origin && trace.isSpanContextValid(origin) ? [{ context: origin }] : []
}

/**
 * The type of an error: the code of a refusal or of a `ReceiverError`, the name of the class that a handler threw, or the status where there
 * is neither. A handler may throw anything: only what looks like a name is sure to be one of few.
 */
function errorTypeOf({ outcome, error }: ObservedDelivery, status = 500): string | undefined {
  if (outcome === 'handled' || outcome === 'duplicate' || outcome === 'busy') return undefined
  if (error === undefined && outcome === 'refused') return `${status}`
  return (
    guard(() => {
      const { code, name } = Object(error) as { code?: unknown; name?: unknown }
      const isOfReceiver = outcome === 'refused' || name === 'ReceiverError'
      const type = isOfReceiver ? (code ?? name) : name
      return typeof type === 'string' && /^[\w.-]{1,60}$/.test(type) ? type : '_OTHER'
    }) ?? '_OTHER'
  )
}

const messaging = {
  'messaging.system': 'event_delivery',
  'messaging.operation.name': 'process',
}

/**
 * Instruments a receiver with OpenTelemetry: a span of the kind `CONSUMER` for each delivery, duplicates and refusals included, and the
 * metric `messaging.process.duration`. The handlers run in that span. Where the delivery carries `traceparent`, the span has a link to
 * the span that is named there, and not a parent: one event is delivered several times, to several receivers.
 *
 * @example
 * const receive = createReceiver(instrumentReceiver({ secret, otherwise: (event) => console.log(event.type) }))
 */
export function instrumentReceiver<Catalog extends object = AnyCatalog>(
  receiver: ReceiverOptions<Catalog>,
  options: InstrumentOptions = {},
): ReceiverOptions<Catalog> {
  const tracer = tracerOf(options)
  const instruments = createMetrics(options)
  const { clock = systemClock } = receiver
  const handledTypes = new Set(Object.keys(receiver.on ?? {}))

  const describe = (span: Span | undefined, delivery: ObservedDelivery, status: number | undefined) => {
    const { outcome, id, event } = delivery
    // A type with a handler of its own is one of few. A sender can make up any number of others.
    const destination = event && handledTypes.has(event.type) ? event.type : undefined
    const errorType = errorTypeOf(delivery, status)
    const common = defined({
      ...messaging,
      'messaging.destination.name': destination,
      'event_delivery.delivery.outcome': outcome,
      'error.type': errorType,
    })
    guard(() => {
      if (destination) span?.updateName(`process ${destination}`)
      span?.setAttributes({
        ...common,
        ...defined({
          'messaging.message.id': id,
          'event_delivery.event.id': event?.id,
          'event_delivery.event.type': event?.type,
          'http.response.status_code': status,
        }),
      })
      if (errorType) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.addLinks(originOf(delivery.headers))
    })
    return common
  }

  return {
    ...receiver,
    observe(delivery, handle) {
      const parent = context.active()
      const attributes = { ...messaging, 'messaging.operation.type': 'process' }
      const span = guard(() => tracer.startSpan('process', { kind: SpanKind.CONSUMER, attributes }, parent))
      const at = span ? trace.setSpan(parent, span) : parent
      const beganAt = monotonic(clock)
      const finish = (answer?: Response) => {
        const described = describe(span, delivery, answer?.status)
        const seconds = (monotonic(clock) - beganAt) / 1000
        guard(() => instruments().deliveryDuration.record(seconds, described, at))
        guard(() => span?.end())
      }
      return context.with(at, () => {
        try {
          // The observer of the caller goes first: it may choose a context for the handlers too.
          return receiver.observe?.(delivery, handle)
        } finally {
          handle().then(finish, () => finish())
        }
      })
    },
  }
}
