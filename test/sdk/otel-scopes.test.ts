import { context, propagation, SpanKind, trace, type TracerProvider } from '@opentelemetry/api'
import { EventDelivery, type ClientOptions } from '@event-delivery/sdk'
import { instrument, type InstrumentOptions } from '@event-delivery/sdk/otel'
import { hang, scriptedFetch, type ScriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { apiKey, baseUrl, created, failing, input, rejection } from './client'
import { errorTypes, idOf, instrumented, recorder, registerContext } from './otel-recorder'

test.each<[string, ClientOptions]>([
  ['timeout', { timeout: 50, maxRetries: 0 }],
  ['deadline', { deadline: 50 }],
])('a call that is ended by its %s leaves no span open', async (_, limits) => {
  const { client, calls, attempts } = instrumented(scriptedFetch(hang()), limits)
  await rejection(client.events.create(input))
  expect([errorTypes(calls()), errorTypes(attempts())]).toEqual([['TimeoutError'], ['TimeoutError']])
})

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
  expect(
    calls()
      .map((span) => span.parentSpanContext?.spanId)
      .sort(),
  ).toEqual(parents.sort())
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

test.each<[string, () => Promise<void>]>([
  [
    'throw',
    () => {
      throw new Error('broken')
    },
  ],
  ['hang', () => new Promise(() => {})],
])('hooks of the caller that %s leave no span open', async (_, hook) => {
  const { client, calls, attempts } = instrumented(scriptedFetch(failing(503), created), {
    hooks: { start: hook, request: hook, response: hook, retry: hook, end: hook },
  })
  await client.events.create(input)
  expect(calls()).toHaveLength(1)
  expect(attempts()).toHaveLength(2)
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
