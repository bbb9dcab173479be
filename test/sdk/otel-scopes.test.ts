import { context, propagation, SpanKind, trace, type TracerProvider } from '@opentelemetry/api'
import { EventDelivery, type Hooks } from '@event-delivery/sdk'
import { instrument, type InstrumentOptions, instrumentReceiver } from '@event-delivery/sdk/otel'
import { scriptedFetch, type ScriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test, expectTypeOf } from 'vitest'
import { createReceiver, type ReceiverOptions } from '@event-delivery/sdk/webhooks'
import { apiKey, baseUrl, created, failing, input, rejection, like } from './client'
import { errorTypes, idOf, instrumented, recorder, registerContext } from './otel-recorder'
import { secret } from './deliveries'

test('a call that is aborted under way, before it begins or between its attempts leaves no span open', async () => {
  const controllers = [new AbortController(), new AbortController(), new AbortController()]
  const [underWay, before, between] = controllers
  before?.abort()
  const { client, calls, attempts } = instrumented(
    scriptedFetch(() => {
      underWay?.abort()
      return new Promise(() => {})
    }, failing(503)),
    { hooks: { retry: () => between?.abort() } },
  )
  for (const { signal } of controllers) await rejection(client.events.create(input, { signal }))
  expect(errorTypes(calls())).toEqual(['AbortError', 'AbortError', 'AbortError'])
  expect(errorTypes(attempts()).filter((type) => type !== 'AbortError')).toEqual(['503'])
})

test('calls that overlap do not mix their spans, and each is a child of the span that was active at its start', async () => {
  const fetch = scriptedFetch(failing(503), failing(503), failing(503), created)
  const { client, calls, attempts, tracerProvider } = instrumented(fetch)
  const tracer = tracerProvider.getTracer('shop')
  const parents = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      tracer.startActiveSpan(`parent ${index}`, async (parent) => {
        await client.events.create(input)
        parent.end()
        return idOf(parent)
      }),
    ),
  )
  const found = calls().map((span) => span.parentSpanContext?.spanId)
  expect(found.sort()).toEqual(parents.sort())
  for (const attempt of attempts()) {
    const call = calls().find((span) => idOf(span) === attempt.parentSpanContext?.spanId)
    expect(attempt.spanContext().traceId).toBe(call?.spanContext().traceId)
  }
  expect(attempts()).toHaveLength(11)
  expect(trace.getSpan(context.active())).toBeUndefined()
})

test('the hooks of the caller are called too, in the span that they are about', async () => {
  const seen: unknown[] = []
  const note = (name: string) => () => void seen.push([name, idOf(trace.getActiveSpan())])
  const { client, calls, attempts } = instrumented(scriptedFetch(failing(503), created), {
    hooks: {
      start: note('start'),
      request: note('request'),
      response: note('response'),
      retry: note('retry'),
      end: note('end'),
    },
  })
  await client.events.create(input)
  const [call, first, second] = [...calls(), ...attempts()].map(idOf)
  expect(seen).toEqual([
    ['start', call],
    ['request', first],
    ['response', first],
    ['retry', call],
    ['request', second],
    ['response', second],
    ['end', call],
  ])
})

test('hooks of a class keep their this', async () => {
  class Counting {
    count = 0
    start() {
      this.count++
    }
  }
  const hooks = new Counting()
  await instrumented(scriptedFetch(created), { hooks }).client.events.create(input)
  expect(hooks.count).toBe(1)
})

/** A `fetch` that an instrumentation of its own traces: it makes a span, and writes the headers of that span beside those that are there. */
function tracedFetch(tracerProvider: TracerProvider): ScriptedFetch {
  return scriptedFetch((request, ...rest) => {
    const span = tracerProvider.getTracer('fetch').startSpan('POST', { kind: SpanKind.CLIENT })
    const setter = { set: (headers: Headers, name: string, value: string) => headers.append(name, value) }
    propagation.inject(trace.setSpan(context.active(), span), request.headers, setter)
    span.end()
    return created(request, ...rest)
  })
}

test.each<[string, InstrumentOptions, string[]]>([
  ['is kept quiet, so that one trace is carried', {}, ['@event-delivery/sdk']],
  [
    'without propagation goes on below the span of the attempt',
    { propagate: false },
    ['fetch', '@event-delivery/sdk'],
  ],
])('an instrumentation of fetch %s', async (_, options, scopes) => {
  registerContext()
  const record = recorder()
  const fetch = tracedFetch(record.tracerProvider)
  const hooks = instrument({}, { ...record, ...options })
  await new EventDelivery({ apiKey, baseUrl, fetch, hooks }).events.create(input)
  const spans = record.spans().filter(({ kind }) => kind === SpanKind.CLIENT)
  expect(spans.map(({ instrumentationScope }) => instrumentationScope.name)).toEqual(scopes)
  const carrying = spans[0]?.spanContext()
  const traceparent = fetch.requests[0]?.headers.get('traceparent')
  expect(traceparent).toBe(`00-${carrying?.traceId}-${carrying?.spanId}-01`)
  const attempt = spans.at(-1)
  if (spans.length > 1) expect(spans[0]?.parentSpanContext?.spanId).toBe(idOf(attempt))
})

test('an instrumentation of fetch with a provider of its own goes on where no SDK is registered', async () => {
  registerContext()
  const record = recorder()
  const fetch = tracedFetch(record.tracerProvider)
  await new EventDelivery({ apiKey, baseUrl, fetch, hooks: instrument() }).events.create(input)
  expect(record.spans()).toHaveLength(1)
})

test('without a registered SDK a call is made, and no header is added', async () => {
  const fetch = scriptedFetch(created)
  await new EventDelivery({ apiKey, baseUrl, fetch, hooks: instrument() }).events.create(input)
  expect([...(fetch.requests[0]?.headers.keys() ?? [])]).not.toContain('traceparent')
})

interface Shop {
  'order.paid': { order: number }
}

test('an instrumented client has the options and the hooks of the client that it was made of, which stays as it is', async () => {
  const record = recorder()
  const starts: string[] = []
  const fetch = scriptedFetch(created)
  const hooks: Hooks = { start: ({ call }) => void starts.push(call.operation) }
  const plain = new EventDelivery({ apiKey, baseUrl, fetch, hooks, headers: { 'x-tenant': 'shop-7' } })
  const client = instrument(plain, record)
  await plain.events.create(input)
  expect(record.spans()).toEqual([])
  await client.events.create(input)
  expect(record.spans()).toHaveLength(2)
  expect(starts).toEqual(['createEvent', 'createEvent'])
  expect(fetch.requests.map(({ headers }) => headers.get('x-tenant'))).toEqual(['shop-7', 'shop-7'])
})

test('spans bear the name and the version of the package', async () => {
  const record = recorder()
  const client = instrument(new EventDelivery({ apiKey, baseUrl, fetch: scriptedFetch(created) }), record)
  await client.events.create(input)
  const scope = { name: '@event-delivery/sdk', version: like(/^\d+\.\d+\.\d+/) }
  for (const span of record.spans()) expect(span.instrumentationScope).toMatchObject(scope)
})

test('what is instrumented keeps its type', () => {
  const client = new EventDelivery<Shop>({ apiKey, baseUrl })
  expectTypeOf(instrument(client)).toEqualTypeOf<EventDelivery<Shop>>()
  expectTypeOf(instrument({ retry: () => {} })).toEqualTypeOf<Hooks>()
  expectTypeOf(instrument()).toEqualTypeOf<Hooks>()
  const options: ReceiverOptions<Shop> = { secret, otherwise: () => {} }
  expectTypeOf(instrumentReceiver(options)).toEqualTypeOf<ReceiverOptions<Shop>>()
  createReceiver<Shop>(
    instrumentReceiver({ secret, on: { 'order.paid': ({ data }) => data.order }, otherwise: () => {} }),
  )
})
