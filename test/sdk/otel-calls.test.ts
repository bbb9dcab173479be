import { SpanStatusCode, metrics as globalMetrics } from '@opentelemetry/api'
import { answer, refuse, refuseConnection, scriptedFetch, createFakeClock } from '@event-delivery/sdk/testing'
import { expect, test, onTestFinished } from 'vitest'
import { EventDelivery } from '@event-delivery/sdk'
import { instrument } from '@event-delivery/sdk/otel'
import { baseUrl, created, failing, input, rejection, stored, apiKey } from './client'
import { errorTypes, idOf, instrumented, recorder } from './otel-recorder'

const common = {
  ...{ 'http.request.method': 'POST', 'url.template': '/v1/events' },
  ...{ 'server.address': 'api.events.example', 'server.port': 443 },
}

test('a call has a span, and each of its attempts has one below it by the conventions for HTTP', async () => {
  const fetch = scriptedFetch(
    refuse(503, 'broken'),
    refuseConnection(),
    answer(201, stored, { 'x-request-id': 'req_3' }),
  )
  const { client, calls, attempts } = instrumented(fetch)
  await client.events.create(input)
  const [call] = calls()
  expect(call?.name).toBe('event_delivery createEvent')
  expect(call?.attributes).toEqual({
    ...common,
    'event_delivery.operation': 'createEvent',
    'event_delivery.attempts': 3,
  })
  expect(call?.status.code).toBe(SpanStatusCode.UNSET)
  expect(call?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['retry', { 'event_delivery.attempt': 1, 'event_delivery.delay': 0.5 }],
    ['retry', { 'event_delivery.attempt': 2, 'event_delivery.delay': 1 }],
  ])
  const url = { 'url.full': `${baseUrl}/v1/events` }
  const last = {
    ...{ 'http.request.resend_count': 2, 'http.response.status_code': 201 },
    'event_delivery.request_id': 'req_3',
  }
  expect(attempts().map(({ attributes }) => attributes)).toEqual([
    { ...common, ...url, 'http.response.status_code': 503, 'error.type': '503' },
    { ...common, ...url, 'http.request.resend_count': 1, 'error.type': 'ConnectionError' },
    { ...common, ...url, ...last },
  ])
  const { ERROR, UNSET } = SpanStatusCode
  expect(attempts().map(({ status }) => status)).toEqual([{ code: ERROR }, { code: ERROR }, { code: UNSET }])
  for (const span of attempts()) {
    expect(span.name).toBe('POST /v1/events')
    expect(span.parentSpanContext?.spanId).toBe(idOf(call))
  }
  const carried = fetch.requests.map(({ headers }) => headers.get('traceparent')?.split('-')[2])
  expect(carried).toEqual(attempts().map(idOf))
})

test('an id in a path stands in no name, and a query stands nowhere', async () => {
  const { client, spans, attempts } = instrumented(scriptedFetch(answer(200, stored)), { maxRetries: 0 })
  await client.events.retrieve('evt_1')
  await rejection(client.events.list({ cursor: 'cur_7' }))
  expect(attempts().map(({ name }) => name)).toEqual(['GET /v1/events/{id}', 'GET /v1/events'])
  expect(attempts()[0]?.attributes['url.full']).toBe(`${baseUrl}/v1/events/evt_1`)
  expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain('cur_7')
})

test('a direct call of client.http is named by its method', async () => {
  const { client, calls, attempts } = instrumented(scriptedFetch(answer(200, { data: [], hasMore: false })))
  await client.http.GET('/v1/events')
  expect(calls().map(({ name }) => name)).toEqual(['event_delivery http'])
  expect(attempts().map(({ name }) => name)).toEqual(['GET'])
  expect(attempts()[0]?.attributes).not.toHaveProperty('url.template')
})

test.each([
  ['http://127.0.0.1:4010', '127.0.0.1', 4010],
  ['http://[::1]:4010/prefix', '::1', 4010],
  ['http://localhost', 'localhost', 80],
])('the server of %s is %s and %i', async (address, host, port) => {
  const { client, attempts } = instrumented(scriptedFetch(created), { baseUrl: address })
  await client.events.create(input)
  expect(attempts()[0]?.attributes).toMatchObject({ 'server.address': host, 'server.port': port })
})

test('a failed call has its class and its outcome, and no words of the service', async () => {
  const { client, calls, attempts } = instrumented(scriptedFetch(failing(429), answer(200, '<html>')), {
    maxRetries: 0,
  })
  await rejection(client.events.create(input))
  await rejection(client.events.create(input))
  expect(errorTypes(attempts())).toEqual(['429', 'ServerError'])
  expect(errorTypes(calls())).toEqual(['RateLimitError', 'ServerError'])
  const outcomes = calls().map(({ attributes }) => attributes['event_delivery.outcome'])
  expect(outcomes).toEqual(['rejected', 'unknown'])
  for (const { status } of [...calls(), ...attempts()]) expect(status).toEqual({ code: SpanStatusCode.ERROR })
})

const createEvent = { 'event_delivery.operation': 'createEvent' }

test('attempts, calls and retries are counted and measured in seconds', async () => {
  const { client, metrics } = instrumented(scriptedFetch(failing(503), created, failing(400)))
  await client.events.create(input)
  await rejection(client.events.create(input))
  const found = await metrics()
  const attempt = (more: object) => ({ attributes: { ...common, ...more }, value: { count: 1 } })
  expect(found['http.client.request.duration']).toMatchObject({
    unit: 's',
    points: [
      attempt({ 'http.response.status_code': 503, 'error.type': '503' }),
      attempt({ 'http.response.status_code': 201 }),
      attempt({ 'http.response.status_code': 400, 'error.type': '400' }),
    ],
  })
  const refusal = { 'error.type': 'InvalidRequestError', 'event_delivery.outcome': 'rejected' }
  expect(found['event_delivery.client.call.duration']).toMatchObject({
    unit: 's',
    points: [
      { attributes: createEvent, value: { count: 1, sum: 0.5 } },
      { attributes: { ...createEvent, ...refusal }, value: { count: 1, sum: 0 } },
    ],
  })
  const points = [{ attributes: createEvent, value: 1 }]
  expect(found['event_delivery.client.retries']).toMatchObject({ unit: '{retry}', points })
})

test('a retry that the budget forbids is no retry', async () => {
  const none = { share: 0, minimum: 0 }
  const { client, calls, metrics } = instrumented(scriptedFetch(failing(503)), { retryBudget: none })
  await rejection(client.events.create(input))
  const found = await metrics()
  expect(found['event_delivery.client.retries']).toBeUndefined()
  const points = [{ attributes: createEvent, value: 1 }]
  expect(found['event_delivery.client.denied_retries']).toMatchObject({ unit: '{retry}', points })
  expect(calls()[0]?.events.at(-1)?.name).toBe('retry.denied')
})

test('durations fall into the buckets of the semantic conventions', async () => {
  const { client, metrics } = instrumented(scriptedFetch(created))
  await client.events.create(input)
  const [point] = (await metrics())['http.client.request.duration']?.points ?? []
  const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
  expect(point?.value).toMatchObject({ buckets: { boundaries } })
})

test('calls that wait for the pace of their client tell how long, and their spans end', async () => {
  const { client, calls, metrics } = instrumented(scriptedFetch(created), { rate: 10 })
  await Promise.all(Array.from({ length: 30 }, () => client.events.create(input)))
  const waits = calls()
    .flatMap(({ events }) => events.filter(({ name }) => name === 'pace.wait'))
    .map(({ attributes }) => Number(attributes?.['event_delivery.delay']))
  expect(calls()).toHaveLength(30)
  expect(Math.max(...waits)).toBeGreaterThan(0.5)
  const value = { count: waits.length, max: Math.max(...waits) }
  const measured = { unit: 's', points: [{ attributes: createEvent, value }] }
  expect((await metrics())['event_delivery.client.pace.wait']).toMatchObject(measured)
})

test('a meter provider that is registered after the client was instrumented gets the metrics', async () => {
  const hooks = instrument()
  const clock = createFakeClock({ auto: true })
  const client = new EventDelivery({ apiKey, baseUrl, fetch: scriptedFetch(created), clock, hooks })
  await client.events.create(input)
  const { meterProvider, metrics } = recorder()
  globalMetrics.setGlobalMeterProvider(meterProvider)
  onTestFinished(() => globalMetrics.disable())
  await client.events.create(input)
  const { points } = (await metrics())['event_delivery.client.call.duration'] ?? {}
  expect(points).toMatchObject([{ value: { count: 1 } }])
})
