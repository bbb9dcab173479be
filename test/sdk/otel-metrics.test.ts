import { metrics as globalMetrics } from '@opentelemetry/api'
import { EventDelivery, type Hooks } from '@event-delivery/sdk'
import { instrument } from '@event-delivery/sdk/otel'
import { createFakeClock, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import { apiKey, baseUrl, created, failing, input, rejection } from './client'
import { instrumented, recorder } from './otel-recorder'

const createEvent = { 'event_delivery.operation': 'createEvent' }

test('attempts, calls and retries are counted and measured in seconds', async () => {
  const { client, metrics } = instrumented(scriptedFetch(failing(503), created, failing(400)))
  await client.events.create(input)
  await rejection(client.events.create(input))
  const found = await metrics()
  const attempt = {
    'http.request.method': 'POST',
    'url.template': '/v1/events',
    'server.address': 'api.events.example',
    'server.port': 443,
  }
  expect(found['http.client.request.duration']).toMatchObject({
    unit: 's',
    points: [
      {
        attributes: { ...attempt, 'http.response.status_code': 503, 'error.type': '503' },
        value: { count: 1 },
      },
      { attributes: { ...attempt, 'http.response.status_code': 201 }, value: { count: 1 } },
      {
        attributes: { ...attempt, 'http.response.status_code': 400, 'error.type': '400' },
        value: { count: 1 },
      },
    ],
  })
  expect(found['event_delivery.client.call.duration']).toMatchObject({
    unit: 's',
    points: [
      { attributes: createEvent, value: { count: 1, sum: 0.5 } },
      {
        attributes: {
          ...createEvent,
          'error.type': 'InvalidRequestError',
          'event_delivery.outcome': 'rejected',
        },
        value: { count: 1, sum: 0 },
      },
    ],
  })
  expect(found['event_delivery.client.retries']).toMatchObject({
    unit: '{retry}',
    points: [{ attributes: createEvent, value: 1 }],
  })
})

test('durations fall into the buckets of the semantic conventions', async () => {
  const { client, metrics } = instrumented(scriptedFetch(created))
  await client.events.create(input)
  const [point] = (await metrics())['http.client.request.duration']?.points ?? []
  const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
  expect(point?.value).toMatchObject({ buckets: { boundaries } })
})

test('waits for the pace and retries that the budget forbids are counted', async () => {
  const record = recorder()
  const hooks = instrument({}, record) as Required<Hooks>
  const call = {
    operation: 'createEvent',
    method: 'POST',
    url: `${baseUrl}/v1/events`,
    template: '/v1/events',
  }
  await hooks.start({ call })
  await hooks.wait({ call, delayMs: 1500 })
  await hooks.retryDenied({ call, attempt: 1, error: 'The service answered 503.' })
  await hooks.end({ call, attempts: [], durationMs: 2000 })
  const found = await record.metrics()
  expect(found['event_delivery.client.pace.wait']).toMatchObject({
    unit: 's',
    points: [{ attributes: createEvent, value: { count: 1, sum: 1.5 } }],
  })
  expect(found['event_delivery.client.denied_retries']).toMatchObject({
    unit: '{retry}',
    points: [{ attributes: createEvent, value: 1 }],
  })
  expect(record.spans()[0]?.events.map(({ name }) => name)).toEqual(['pace.wait', 'retry.denied'])
})

test('calls that wait for the pace of their client tell how long, and their spans end', async () => {
  const { client, calls, metrics } = instrumented(scriptedFetch(created), { rate: 10 })
  await Promise.all(Array.from({ length: 30 }, () => client.events.create(input)))
  const waits = calls().flatMap(({ events }) => events.filter(({ name }) => name === 'pace.wait'))
  expect(calls()).toHaveLength(30)
  expect(waits.length).toBeGreaterThan(0)
  const [point] = (await metrics())['event_delivery.client.pace.wait']?.points ?? []
  expect(point).toMatchObject({ attributes: createEvent, value: { count: waits.length } })
  const [longest] = waits
    .map(({ attributes }) => Number(attributes?.['event_delivery.delay']))
    .sort((a, b) => b - a)
  expect(longest).toBeGreaterThan(0.5)
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
