import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { instrumentReceiver } from '@event-delivery/sdk/otel'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { createReceiver, type ReceiverOptions } from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { deliver, otherSecret, secret, send } from './deliveries'
import { recorder, registerContext } from './otel-recorder'

/** An instrumented receiver in a program with OpenTelemetry, and what it records. */
function instrumented(options: Partial<ReceiverOptions> = {}) {
  registerContext()
  const record = recorder()
  const receive = createReceiver(
    instrumentReceiver({ secret, otherwise: () => {}, onError: () => {}, ...options }, record),
  )
  return { ...record, receive }
}

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const origin = { traceId: traceparent.slice(3, 35), spanId: traceparent.slice(36, 52) }

/** A delivery that carries a trace. */
async function traced(value = traceparent): Promise<Request> {
  const request = await deliver()
  request.headers.set('traceparent', value)
  return request
}

const fails = () => {
  throw new TypeError('the database of Mrs Smith is down')
}

test('each delivery has a span that says what became of it', async () => {
  const { receive, spans } = instrumented({ on: { 'order.paid': () => {} } })
  await receive(await deliver())
  await receive(await deliver())
  await receive(await deliver({ secret: otherSecret }))
  await receive(await deliver({ id: 'msg_2', event: { type: 'made.up' } }))
  await receive(new Request('https://a.example'))
  const attributes = spans().map(({ name, attributes: found }) => ({ name, ...found }))
  const common = { 'messaging.system': 'event_delivery', 'messaging.operation.name': 'process' }
  const order = { name: 'process order.paid', 'messaging.destination.name': 'order.paid' }
  expect(attributes).toMatchObject([
    {
      ...common,
      ...order,
      'messaging.operation.type': 'process',
      'messaging.message.id': 'msg_test',
      'event_delivery.event.id': 'evt_1',
      'event_delivery.event.type': 'order.paid',
      'event_delivery.delivery.outcome': 'handled',
      'http.response.status_code': 204,
    },
    { ...common, ...order, 'event_delivery.delivery.outcome': 'duplicate', 'http.response.status_code': 204 },
    {
      ...common,
      name: 'process',
      'event_delivery.delivery.outcome': 'refused',
      'error.type': 'no-match',
      'http.response.status_code': 400,
    },
    { ...common, name: 'process', 'event_delivery.event.type': 'made.up' },
    { ...common, name: 'process', 'event_delivery.delivery.outcome': 'refused', 'error.type': '405' },
  ])
  expect(attributes[3]).not.toHaveProperty('messaging.destination.name')
  expect(spans().map(({ kind }) => kind)).toEqual(Array(5).fill(SpanKind.CONSUMER))
  const [unset, error] = [SpanStatusCode.UNSET, SpanStatusCode.ERROR]
  expect(spans().map(({ status }) => status.code)).toEqual([unset, unset, error, unset, error])
})

test('a handler that fails gives its class to the span, and none of its words', async () => {
  const { receive, spans } = instrumented({ otherwise: fails })
  expect((await receive(await deliver())).status).toBe(500)
  const [span] = spans()
  expect(span?.attributes).toMatchObject({
    'event_delivery.delivery.outcome': 'failed',
    'error.type': 'TypeError',
    'http.response.status_code': 500,
  })
  expect(JSON.stringify([span?.attributes, span?.status, span?.events])).not.toContain('Smith')
})

test.each([
  ['text with spaces', '_OTHER'],
  [{ name: 'a name\nof two lines' }, '_OTHER'],
  [undefined, '_OTHER'],
  [null, '_OTHER'],
  [new RangeError('x'), 'RangeError'],
  [Object.defineProperty({}, 'name', { get: fails }), '_OTHER'],
])('a handler that throws %j has the error type %s', async (thrown, type) => {
  const { receive, spans } = instrumented({
    otherwise: () => {
      throw thrown as Error
    },
  })
  await receive(await deliver())
  expect(spans()[0]?.attributes['error.type']).toBe(type)
})

test('the span is linked to the trace that the delivery carries, and is no child of it', async () => {
  const { receive, spans } = instrumented()
  await receive(await traced())
  await receive(await deliver({ id: 'msg_2' }))
  const [linked, alone] = spans()
  expect(linked?.links.map((link) => link.context)).toMatchObject([origin])
  expect(linked?.spanContext().traceId).not.toBe(origin.traceId)
  expect(linked?.parentSpanContext).toBeUndefined()
  expect(alone?.links).toEqual([])
})

test.each(['', 'junk', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, `${traceparent}, ${traceparent}`])(
  'a traceparent of %j is not linked',
  async (value) => {
    const { receive, spans } = instrumented()
    expect((await receive(await traced(value))).status).toBe(204)
    expect(spans().map(({ links }) => links)).toEqual([[]])
  },
)

test('the span is a child of the span that is active, and is not linked to it', async () => {
  const { receive, spans, tracerProvider } = instrumented()
  const server = tracerProvider.getTracer('server').startSpan('POST /hooks')
  const delivery = await deliver()
  await context.with(trace.setSpan(context.active(), server), () => receive(delivery))
  expect(spans()[0]?.parentSpanContext?.spanId).toBe(server.spanContext().spanId)
  expect(spans()[0]?.links).toEqual([])
})

test('a handler runs in the span of its delivery, also where deliveries overlap', async () => {
  const found = new Map<string, string | undefined>()
  let waiting = 0
  const { receive, spans } = instrumented({
    otherwise: async (_, { id }) => {
      waiting++
      await expect.poll(() => waiting).toBe(3)
      found.set(id ?? '', trace.getActiveSpan()?.spanContext().spanId)
    },
  })
  const ids = ['msg_1', 'msg_2', 'msg_3']
  await Promise.all(ids.map(async (id) => receive(await deliver({ id }))))
  const expected = spans().map((span) => [span.attributes['messaging.message.id'], span.spanContext().spanId])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  expect(trace.getActiveSpan()).toBeUndefined()
})

test('Node headers carry a trace over a socket', async () => {
  const { receive, spans } = instrumented()
  const response = await send(await traced(), (request, answer) => void receive.node(request, answer))
  expect(response.status).toBe(204)
  await expect.poll(() => spans()[0]?.links).toMatchObject([{ context: origin }])
})

test('the duration of each delivery is measured, with attributes of few values', async () => {
  const { receive, metrics } = instrumented({ on: { 'order.paid': () => {} } })
  await receive(await deliver())
  for (const type of ['made.up', 'made.up.too']) {
    await receive(await deliver({ id: `msg_${type.length}`, event: { type } }))
  }
  const { 'messaging.process.duration': duration } = await metrics()
  expect(duration?.unit).toBe('s')
  const common = {
    'messaging.system': 'event_delivery',
    'messaging.operation.name': 'process',
    'event_delivery.delivery.outcome': 'handled',
  }
  expect(duration?.points).toMatchObject([
    { attributes: { ...common, 'messaging.destination.name': 'order.paid' }, value: { count: 1 } },
    { attributes: common, value: { count: 2 } },
  ])
  expect(duration?.points[1]?.attributes).toEqual(common)
})

test('the span of a delivery whose handler hangs ends with the answer, and the reason is of the receiver', async () => {
  const { receive, spans, metrics } = instrumented({
    clock: createFakeClock({ now: Date.now(), auto: true }),
    handlerTimeout: 2000,
    otherwise: () => new Promise(() => {}),
  })
  expect((await receive(await deliver())).status).toBe(503)
  await expect.poll(spans).toHaveLength(1)
  expect(spans()[0]?.attributes).toMatchObject({
    'event_delivery.delivery.outcome': 'failed',
    'error.type': 'handler-timeout',
    'http.response.status_code': 503,
  })
  const { 'messaging.process.duration': duration } = await metrics()
  expect(duration?.points).toMatchObject([{ value: { count: 1, sum: 2 } }])
})

test.each<[string, ReceiverOptions['observe'], number]>([
  ['throws', fails, 1],
  ['hangs', () => new Promise(() => {}), 0],
])('an observer of the caller that %s leaves the span as it is', async (_, observe, reports) => {
  const errors: unknown[] = []
  const { receive, spans } = instrumented({ observe, onError: (error) => void errors.push(error) })
  expect((await receive(await deliver())).status).toBe(204)
  expect(spans()).toHaveLength(1)
  expect(errors).toHaveLength(reports)
})

test('a tracer, a meter and a propagator that throw do not touch a delivery', async () => {
  registerContext()
  propagation.disable()
  propagation.setGlobalPropagator({ inject: fails, extract: fails, fields: () => [] })
  const broken = { getTracer: () => ({ startSpan: fails, startActiveSpan: fails }), getMeter: fails }
  const seen: string[] = []
  const otherwise = (event: { type: string }) => void seen.push(event.type)
  const options = { tracerProvider: broken, meterProvider: broken }
  const receive = createReceiver(instrumentReceiver({ secret, otherwise }, options))
  expect((await receive(await traced())).status).toBe(204)
  expect(seen).toEqual(['order.paid'])
})

test('without a registered SDK deliveries are handled and nothing is recorded', async () => {
  const receive = createReceiver(instrumentReceiver({ secret, otherwise: () => {} }))
  expect((await receive(await traced())).status).toBe(204)
})
