import { expect, test } from 'vitest'
import { createBackend, createClock, createMemoryStore } from '@event-delivery/mock'
import { createMemory } from '../../mock/settings/memory'
import { createHarness, never, type Page } from '../support/backend'

test('events beyond the memory are forgotten, the oldest first', async () => {
  const { call, createEvent } = createHarness({ store: createMemoryStore({ maxMemory: 16_000 }) })
  const ids: string[] = []
  for (let order = 0; order < 50; order++) ids.push((await createEvent({ data: { order } })).json.id)
  const { json } = await call('GET', '/v1/events?limit=100')
  const kept = (json as unknown as { data: { id: string }[] }).data.map(({ id }) => id)
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.length).toBeLessThan(20)
  expect(kept).toEqual(ids.slice(-kept.length).reverse())
  expect((await call('GET', `/v1/events/${ids[0]}`)).status).toBe(404)
  expect((await call('GET', `/v1/events/${ids[49]}`)).status).toBe(200)
})

test('the oldest events of both modes together are forgotten, not the oldest of each', async () => {
  const { createEvent, list } = createHarness({ store: createMemoryStore({ maxMemory: 16_000 }) })
  const test = { key: 'sk_test_mock' }
  for (let order = 0; order < 4; order++) await createEvent({ data: { order } })
  for (let order = 0; order < 40; order++) await createEvent({ data: { order } }, test)
  expect(await list('/v1/events')).toEqual([])
  for (let order = 0; order < 2; order++) await createEvent({ data: { order } })
  expect(await list('/v1/events')).toHaveLength(2)
})

test('a cursor stays valid when the events before it are forgotten', async () => {
  const { call, createEvent } = createHarness({
    store: createMemoryStore({ maxMemory: 16_000 }),
    dialect: { listOrder: 'oldest-first' },
  })
  for (let order = 0; order < 8; order++) await createEvent({ data: { order } })
  const first = (await call<Page>('GET', '/v1/events?limit=3')).json
  for (let order = 8; order < 40; order++) await createEvent({ data: { order } })
  const next = await call('GET', `/v1/events?limit=3&cursor=${first.nextCursor}`)
  expect(next.status).toBe(200)
  expect(next.json.data).toHaveLength(3)
})

test('an event under a live idempotency key is never forgotten: what does not fit is answered with 503', async () => {
  const { call, clock, createEvent } = createHarness({ store: createMemoryStore({ maxMemory: 16_000 }) })
  const first = await createEvent({ idempotencyKey: 'k0' })
  let order = 1
  let reply = first
  for (; reply.status === 201 && order < 100; order++)
    reply = await createEvent({ idempotencyKey: `k${order}` })
  expect(order).toBeGreaterThan(5)
  expect(reply).toMatchObject({ status: 503, json: { error: { code: 'out_of_memory' } } })
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(reply.json.error.message).toContain('--max-memory')
  expect((await createEvent({ idempotencyKey: 'k0' })).json).toEqual(first.json)

  await clock.advance(24 * 3_600_000)
  for (order = 0; order < 8; order++) {
    expect((await createEvent({ idempotencyKey: `later${order}` })).status).toBe(201)
  }
  expect((await call('GET', `/v1/events/${first.json.id}`)).status).toBe(404)
})

test('keys that were used after the clock went back end before those of before, and then their events make room', async () => {
  const clock = createClock({ now: Date.now() + 30 * 24 * 3_600_000 })
  const { createEvent } = createHarness({ clock, store: createMemoryStore({ maxMemory: 16_000 }) })
  const first = await createEvent({ idempotencyKey: 'ahead' })
  await clock.toRealTime?.()
  let order = 0
  while ((await createEvent({ idempotencyKey: `k${order}` })).status === 201) order++
  expect(order).toBeGreaterThan(5)
  await clock.advance(24 * 3_600_000)
  for (let later = 0; later < 3; later++)
    expect((await createEvent({ idempotencyKey: `later${later}` })).status).toBe(201)
  expect((await createEvent({ idempotencyKey: 'ahead' })).json).toEqual(first.json)
})

test('an event with a pending delivery is never forgotten, and makes room once the webhook is deleted', async () => {
  const { backend, call, createEvent, createWebhook } = createHarness(
    { store: createMemoryStore({ maxMemory: 16_000 }), limits: { deliveriesPerWebhook: 1 } },
    never,
  )
  const { id } = await createWebhook()
  const statuses: number[] = []
  for (let order = 0; order < 40; order++) statuses.push((await createEvent({ data: { order } })).status)
  expect(statuses.slice(0, 5)).toEqual([201, 201, 201, 201, 201])
  expect(statuses.at(-1)).toBe(503)
  const { events, deliveries } = await backend.snapshot()
  expect(deliveries.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id))
  await call('DELETE', `/v1/webhooks/${id}`)
  await backend.waitForIdle()
  expect((await createEvent()).status).toBe(201)
})

test('webhooks, keys and sessions that do not fit are answered with 503', async () => {
  const { call, control, createWebhook } = createHarness({ maxMemory: 40_000, limits: { journal: 0 } })
  const untilFull = async (add: (order: number) => Promise<{ status: number }>) => {
    for (let order = 0; order < 200; order++) {
      const { status } = await add(order)
      if (status >= 300) return status
    }
    return 'never'
  }
  const description = 'd'.repeat(1_000)
  const { id } = await createWebhook({ description })
  for (let order = 0; order < 20; order++) await control(`POST /webhooks/${id}/rotate`)
  expect(await untilFull(() => createWebhook({ description }))).toBe(503)
  // The secrets that were replaced take no room any more.
  await call('DELETE', `/v1/webhooks/${id}`)
  expect((await createWebhook({ description })).status).toBe(201)
  expect(await untilFull(() => control('POST /keys', {}))).toBe(503)
  const session = (order: number) => ({ headers: { 'x-mock-session': `s${order}` } })
  expect(await untilFull((order) => call('GET', '/v1/events', session(order)))).toBe(503)
  expect((await call('GET', '/v1/webhooks')).status).toBe(200)
})

test('an event that is larger than all of the memory is answered with 503, and nothing is forgotten for it', async () => {
  const { createEvent, list } = createHarness({ store: createMemoryStore({ maxMemory: 16_000 }) })
  await createEvent()
  expect((await createEvent({ data: { text: 'x'.repeat(20_000) } })).status).toBe(503)
  expect(await list('/v1/events')).toHaveLength(1)
})

test('text beyond Latin-1 counts two bytes a letter', async () => {
  const kept = async (letter: string) => {
    const { createEvent, list } = createHarness({ store: createMemoryStore({ maxMemory: 100_000 }) })
    for (let order = 0; order < 20; order++) await createEvent({ data: { text: letter.repeat(10_000) } })
    return (await list('/v1/events')).length
  }
  expect(await kept('é')).toBeGreaterThanOrEqual(8)
  expect(await kept('ł')).toBe(4)
})

test('a fan-out to webhooks that never answer is bounded by the memory', async () => {
  const { backend, createEvent, createWebhook } = createHarness(
    { maxMemory: 2 ** 21, limits: { journal: 0 } },
    never,
  )
  for (let order = 0; order < 1_000; order++) await createWebhook({ url: `https://dead.example/${order}` })
  const statuses = new Set<number>()
  for (let order = 0; order < 30; order++) statuses.add((await createEvent()).status)
  expect([...statuses]).toEqual([201, 503])
  expect((await backend.snapshot()).deliveries.length).toBeLessThan(2 ** 21 / 100)
})

test('a store that is handed in keeps its data when another backend begins with it', async () => {
  const store = createMemoryStore()
  const first = createHarness({ store })
  const { json } = await first.createEvent({ idempotencyKey: 'k' })
  for (let order = 0; order < 2; order++) await first.createEvent()
  const { nextCursor } = (await first.call<Page>('GET', '/v1/events?limit=2')).json
  const second = createHarness({ store, seed: { events: [{ type: 'seeded', data: {} }] } })
  expect(await second.list(`/v1/events?cursor=${nextCursor}`)).toEqual([json])
  expect(await second.list('/v1/events')).toHaveLength(3)
  expect((await second.createEvent({ idempotencyKey: 'k' })).json).toEqual(json)
  await second.backend.reset()
  expect(await first.list('/v1/events')).toMatchObject([{ type: 'seeded' }])
})

test('a store with the data of another dialect is refused', async () => {
  const store = createMemoryStore()
  await createHarness({ store }).createEvent()
  const errors: unknown[] = []
  const logger = { error: (_message: string, error: unknown) => void errors.push(error) }
  const { call } = createHarness({ store, logger, dialect: { listOrder: 'oldest-first' } })
  expect((await call('GET', '/v1/events')).status).toBe(500)
  expect(String(errors[0])).toContain('another dialect')
})

test('the journal says that events were forgotten, whenever their number has doubled', async () => {
  const { createEvent, journal } = createHarness({ store: createMemoryStore({ maxMemory: 16_000 }) })
  for (let order = 0; order < 100; order++) await createEvent({ data: { order } })
  const entries = await journal<{ kind: string; code?: string; message?: string }>()
  const notices = entries.filter(({ kind }) => kind === 'notice')
  expect(notices.length).toBeGreaterThan(3)
  expect(notices.length).toBeLessThan(9)
  expect(notices[0]).toMatchObject({ code: 'events-dropped' })
  expect(notices.at(-1)?.message).toMatch(/^(6[4-9]|[7-9]\d) old events were forgotten so far/)
})

test('the journal gives memory back first, then sessions, then events', async () => {
  const harness = createHarness({ maxMemory: 200_000 })
  const { backend, createEvent, journal } = harness
  const text = 'x'.repeat(2_000)
  for (const name of ['first', 'second']) {
    await createEvent({ data: { text } }, { headers: { 'x-mock-session': name } })
  }
  const codes = async () => {
    const data = await journal<{ code?: string }>()
    return new Set(data.flatMap(({ code }) => code ?? []))
  }
  const { control } = harness
  const dropped = async () => (await control<{ dropped: number }>('GET /journal')).json.dropped
  const seen: string[] = []
  for (let order = 0; order < 120; order++) {
    await createEvent({ data: { text } })
    if (seen.length === 0 && (await dropped()) > 0) seen.push('entries of the journal')
    for (const code of await codes()) if (!seen.includes(code)) seen.push(code)
  }
  expect(seen).toEqual(['entries of the journal', 'session-evicted', 'events-dropped'])
  expect((await backend.snapshot()).events.length).toBeLessThan(80)
})

test('a memory of no bytes is refused', () => {
  expect(() => createBackend({ maxMemory: 0 })).toThrow('maxMemory must be a number of bytes above 0.')
})

test('a request asks no session what it holds while all that is held and has come since is within the bound', () => {
  const memory = createMemory(10_000)
  let asked = 0
  let held = 0
  const consumer = {
    get bytes() {
      asked++
      return held
    },
    shrink: (bytes: number) => ((held -= bytes), bytes),
  }
  memory.register(consumer, 'journal')
  memory.admit(1_000)
  asked = 0
  for (let request = 0; request < 8; request++) {
    held += 1_000
    memory.balance(1_000)
  }
  expect(asked).toBe(0)
  held += 3_000
  memory.balance(3_000)
  expect(held).toBeLessThanOrEqual(10_000)
  held += 5_000
  memory.balance()
  expect(held).toBeLessThanOrEqual(10_000)
})

test('the errors of receivers count against the memory', async () => {
  const error = new Error('e'.repeat(100_000))
  const harness = createHarness({ maxMemory: 2 ** 21 }, () => Promise.reject(error))
  await harness.createWebhook()
  for (let order = 0; order < 50; order++) await harness.createEvent()
  await harness.backend.waitForIdle()
  const kept = harness.backend.deliveries()
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.reduce((sum, { error: text = '' }) => sum + text.length, 0)).toBeLessThan(2 ** 21)
})

test('attempts are forgotten, the oldest first, where events must stay, and no event is refused for their sake', async () => {
  const answer = 'a'.repeat(4_000)
  const harness = createHarness({ maxMemory: 2 ** 20, limits: { journal: 0 } }, () => new Response(answer))
  const { backend, createEvent, createWebhook, list } = harness
  await createWebhook()
  const statuses = new Set<number>()
  for (let order = 0; order < 300; order++) {
    statuses.add((await createEvent({ idempotencyKey: `order-${order}` })).status)
    await backend.waitForIdle()
  }
  expect([...statuses]).toEqual([201])
  const kept = await list<{ history: { answer: string }[] }>('/__mock/deliveries?limit=1000')
  // Newest first, without a gap: the list holds what was not forgotten.
  expect(kept.length).toBeGreaterThan(15)
  expect(kept.length).toBeLessThan(2 ** 20 / answer.length)
  expect(kept.every(({ history }) => history[0]!.answer === answer)).toBe(true)
  const events = await list<{ deliveries: unknown[] }>('/__mock/events?limit=1000')
  expect(events).toHaveLength(300)
  expect(events.map(({ deliveries }) => deliveries.length > 0).lastIndexOf(true)).toBe(kept.length - 1)
})
