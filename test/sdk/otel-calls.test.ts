import { SpanStatusCode } from '@opentelemetry/api'
import { answer, refuse, refuseConnection, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { baseUrl, created, failing, input, rejection, stored } from './client'
import { errorTypes, idOf, instrumented } from './otel-recorder'

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
  const common = {
    'http.request.method': 'POST',
    'url.template': '/v1/events',
    'server.address': 'api.events.example',
    'server.port': 443,
  }
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
  expect(attempts().map(({ attributes }) => attributes)).toEqual([
    { ...common, ...url, 'http.response.status_code': 503, 'error.type': '503' },
    { ...common, ...url, 'http.request.resend_count': 1, 'error.type': 'ConnectionError' },
    {
      ...common,
      ...url,
      'http.request.resend_count': 2,
      'http.response.status_code': 201,
      'event_delivery.request_id': 'req_3',
    },
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
