import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createMemoryStore, StoreUnavailableError, type BackendOptions, type Store } from '../../mock/index'
import { createMetrics } from '../../mock/node'
import { PlainHistogram } from '../../mock/faces/node/plain-histogram'
import { createHarness, start, type Receiver } from '../support/backend'

const token = '0123456789abcdef'

/** A backend that counts, with a function that reads one of its metrics by the beginning of its line. */
async function counting(options: BackendOptions = {}, receiver?: Receiver) {
  const harness = createHarness({ metrics: await createMetrics(), ...options }, receiver)
  async function lines(): Promise<string[]> {
    const response = await harness.ask('GET', '/__mock/metrics', { key: null })
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    return (await response.text()).split('\n').filter((line) => !line.startsWith('#'))
  }
  const value = async (name: string) => {
    const line = (await lines()).find((one) => one.startsWith(`event_delivery_${name} `))
    return line && Number(line.slice(line.lastIndexOf(' ')))
  }
  return { ...harness, value, lines }
}

test('requests are counted by operation and status, and the latencies by operation', async () => {
  const { createEvent, call, value } = await counting()
  await createEvent()
  await createEvent()
  await createEvent({ type: 1 })
  await call('GET', '/v1/elsewhere')
  expect(await value('requests_total{operation="createEvent",status="201"}')).toBe(2)
  expect(await value('requests_total{operation="createEvent",status="400"}')).toBe(1)
  expect(await value('requests_total{operation="none",status="404"}')).toBe(1)
  expect(await value('request_duration_seconds_count{operation="createEvent"}')).toBe(3)
  expect(await value('request_duration_seconds_sum{operation="createEvent"}')).toBeGreaterThan(0)
})

test('what a request takes is real time, whatever becomes of the clock', async () => {
  const { clock, call, value } = await counting()
  const waiting = call('GET', '/v1/events', { headers: { prefer: 'wait=100' } })
  await clock.advance(100_000)
  expect((await waiting).status).toBe(200)
  expect(await value('request_duration_seconds_sum{operation="listEvents"}')).toBeLessThan(100)
})

test('delivery attempts are counted by outcome, and the queue is shown with the age of its oldest delivery', async () => {
  let status = 500
  const receiver: Receiver = () => new Response(null, { status })
  const { clock, createWebhook, deliver, value } = await counting({}, receiver)
  await createWebhook()
  await deliver()
  expect(await value('delivery_attempts_total{outcome="failed"}')).toBe(1)
  expect(await value('queue_deliveries{state="later"}')).toBe(1)
  expect(await value('queue_deliveries{state="due"}')).toBe(0)
  status = 204
  await clock.advance(5_000)
  expect(await value('delivery_attempts_total{outcome="delivered"}')).toBe(1)
  expect(await value('delivery_duration_seconds_count{outcome="delivered"}')).toBe(1)
  expect(await value('queue_deliveries{state="later"}')).toBe(0)
})

test('the age of the queue is that of the delivery that has been due for longest', async () => {
  const outlook: Store['outlook'] = async () => ({ due: 3, claimed: 2, later: 1, oldestDue: start - 90_000 })
  const { value } = await counting({ store: { ...createMemoryStore(), outlook } })
  expect(await value('queue_oldest_due_seconds')).toBe(90)
  expect(await value('queue_deliveries{state="due"}')).toBe(3)
  expect(await value('queue_deliveries{state="claimed"}')).toBe(2)
  expect(await value('store_up')).toBe(1)
})

test('while the store is away its queue is shown no more, and what was counted still is', async () => {
  let isAway = false
  const memory = createMemoryStore()
  const outlook: Store['outlook'] = async (now) => {
    if (isAway) throw new StoreUnavailableError('away')
    return memory.outlook(now)
  }
  const { createEvent, value, lines } = await counting({ store: { ...memory, outlook } })
  await createEvent()
  expect(await value('queue_deliveries{state="due"}')).toBe(0)
  isAway = true
  expect(await value('store_up')).toBe(0)
  expect((await lines()).filter((line) => line.includes('queue'))).toEqual([])
  expect(await value('requests_total{operation="createEvent",status="201"}')).toBe(1)
})

test('two backends of one process count for themselves', async () => {
  const [one, other] = [await counting(), await counting()]
  await one.createEvent()
  expect(await one.value('requests_total{operation="createEvent",status="201"}')).toBe(1)
  expect(await other.value('requests_total{operation="createEvent",status="201"}')).toBeUndefined()
})

test('metrics want the token as the other control routes do, from a worker too', async () => {
  for (const role of ['all', 'worker'] as const) {
    const { ask, control } = createHarness({ metrics: await createMetrics(), controlToken: token, role })
    expect((await control('GET /metrics')).status).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await ask('GET', '/__mock/metrics', { key: null, headers })
    expect(answer.status).toBe(200)
  }
})

test('a backend that was given no metrics says how it gets some', async () => {
  const { control } = createHarness()
  const { status, json } = await control('GET /metrics')
  expect(status).toBe(404)
  expect(json.error.message).toContain('createMetrics()')
})

test('a histogram that counts plainly is written as the one of prom-client is, at the bounds of its buckets too', async () => {
  const [name, help, buckets] = ['seconds_of_work', 'Time of work, by kind.', [0.001, 0.25, 1]]
  const [own, other] = [new Registry(), new Registry()]
  const plain = new PlainHistogram(name, help, 'kind', buckets)
  own.registerMetric(plain.metric)
  const usual = new Histogram({ name, help, labelNames: ['kind'], buckets, registers: [other] })
  for (const [kind, value] of [
    ['a', 0],
    ['a', 0.001],
    ['b"\n', 0.2500001],
    ['a', 7],
    ['b"\n', 1],
  ] as const) {
    plain.observe(kind, value)
    usual.observe({ kind }, value)
  }
  expect(await own.metrics()).toBe(await other.metrics())
})
