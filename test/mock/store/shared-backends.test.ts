import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createBackend, createRandom, createSeededRandom, type BackendOptions } from '@event-delivery/mock'
import { createHarness, type Receiver } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { makeDatabase } from '../../support/postgres'
import { storesIn } from '../../support/postgres-store'

const stores = storesIn(await makeDatabase(afterAll))

/** Two backends on one store, each with a connection to it of its own, as two processes have them. `more` are options of the other. */
async function pair(options: BackendOptions = {}, more: BackendOptions = {}, receiver?: Receiver) {
  const store = stores.makeStore()
  const shared = { random: createRandom(), ...options }
  const one = createHarness({ ...shared, store }, receiver)
  await one.backend.ready()
  const ofOther = stores.another(store)
  const other = createHarness({ ...shared, ...more, store: ofOther }, receiver)
  await other.backend.ready()
  return { one, other, ofOther }
}

test('the time that one backend advances to, freezes or lets run is the time of the other', async () => {
  const { one, other } = await pair()
  await one.control('POST /clock/advance', { hours: 25 })
  await eventually(() => expect(other.clock.now()).toBe(one.clock.now()))
  await other.control('POST /clock/resume')
  await eventually(() => expect(one.clock.frozen).toBe(false))
  await other.control('POST /clock/freeze')
  await eventually(() => expect([one.clock.frozen, one.clock.now()]).toEqual([true, other.clock.now()]))
})

test('an idempotency key ends for both backends when one of them advances the clock', async () => {
  const { one, other } = await pair()
  const first = await one.createEvent({ idempotencyKey: 'k' })
  expect((await other.createEvent({ idempotencyKey: 'k' })).json.id).toBe(first.json.id)
  await one.control('POST /clock/advance', { hours: 24, seconds: 1 })
  await eventually(() => expect(other.clock.now()).toBe(one.clock.now()))
  expect((await other.createEvent({ idempotencyKey: 'k' })).json.id).not.toBe(first.json.id)
})

test('a fault affects as many as it may over both backends', async () => {
  const { one, other } = await pair()
  await one.control('POST /faults', { kind: 'status', status: 503, times: 3 })
  await eventually(() => expect(other.backend.faults.list()).toHaveLength(1))
  const asked = Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).call('GET', '/v1/events'))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(3)
  await eventually(() => expect(one.backend.faults.list()).toEqual([]))
})

test('a fault that is added before the store is open joins those of the store, and faults of the options do not', async () => {
  const store = stores.makeStore()
  const one = createHarness({ store, faults: [{ kind: 'html', probability: 0 }] })
  const early = one.backend.faults.add({ kind: 'reset', probability: 0 })
  expect(early.id).toBe('fault_2')
  await one.backend.ready()
  const other = createHarness({ store: stores.another(store), faults: [{ kind: 'truncated' }] })
  other.backend.faults.add({ kind: 'status', status: 500 })
  await other.backend.ready()
  const all = [
    { id: 'fault_1', kind: 'html' },
    { id: 'fault_2', kind: 'reset' },
    { id: 'fault_3', kind: 'status' },
  ]
  expect(other.backend.faults.list()).toMatchObject(all)
  await eventually(() => expect(one.backend.faults.list()).toMatchObject(all))
  expect((await one.createEvent()).status).toBe(500)
})

test('forwards, keys and webhooks of one backend are those of the other', async () => {
  const { one, other } = await pair({ fetch: undefined })
  const forward = { from: 'https://shop.example', to: 'http://127.0.0.1:9' }
  await one.control('POST /forwards', forward)
  await eventually(async () => {
    const { json } = await other.control('GET /forwards')
    expect(json).toMatchObject({ data: [forward] })
  })
  const { json: key } = await one.control('POST /keys')
  expect((await other.call('GET', '/v1/webhooks', { key: key.key })).status).toBe(200)
  await one.control(`DELETE /keys/${key.id}`)
  await eventually(async () => {
    expect((await other.call('GET', '/v1/webhooks', { key: key.key })).status).toBe(401)
  })
})

test('a reset of one backend empties the other, whose cursors of before lead nowhere', async () => {
  const { one, other } = await pair()
  for (let order = 0; order < 3; order++) await one.createEvent()
  const page = await other.call('GET', '/v1/events?limit=1')
  const { nextCursor } = page.json as unknown as { nextCursor: string }
  expect((await one.control('POST /reset')).status).toBe(409)
  const { confirm } = (await one.control<{ confirm: string }>('GET /store')).json
  expect((await one.control(`POST /reset?confirm=${confirm}`)).status).toBe(204)
  expect(await other.list('/v1/events')).toEqual([])
  await eventually(async () => {
    expect((await other.call('GET', `/v1/events?cursor=${nextCursor}`)).status).toBe(400)
  })
})

test('an event that an api process takes is delivered by a worker, at once and signed', async () => {
  const { one: api, other: worker } = await pair({ role: 'api' }, { role: 'worker' })
  await api.createWebhook()
  const { json } = await api.createEvent()
  await eventually(() => expect(worker.received).toHaveLength(1))
  expect(worker.received[0]?.headers.get('webhook-id')).toBe(json.id)
  expect(api.received).toEqual([])
  expect((await worker.call('GET', '/v1/events')).status).toBe(503)
})

test('a webhook that one backend deletes gets nothing from the other, which held a delivery back', async () => {
  const { one: api, other: worker, ofOther: held } = await pair({ role: 'api' }, { role: 'all' })
  await worker.control('POST /faults', { kind: 'slow', latency: 60_000 })
  const webhook = await api.createWebhook()
  await api.createEvent()
  const claimed = async () => (await held.outlook(worker.clock.now())).claimed
  await eventually(async () => expect(await claimed()).toBe(1))
  expect((await api.call('DELETE', `/v1/webhooks/${webhook.id}`)).status).toBe(200)
  expect(await claimed()).toBe(0)
  await worker.clock.advance(120_000)
  expect(worker.received).toEqual([])
})

test('the secret before a rotation signs in every backend, and is in the snapshot', async () => {
  const { one, other } = await pair()
  const { id } = await one.createWebhook()
  await other.control(`POST /webhooks/${id}/rotate`, { overlap: 60 })
  await one.createEvent()
  await eventually(() => expect([...one.received, ...other.received]).toHaveLength(1))
  const [delivery] = [...one.received, ...other.received]
  expect(delivery?.headers.get('webhook-signature')?.split(' ')).toHaveLength(2)
  const { webhooks } = await other.backend.snapshot()
  expect(webhooks[0]?.previousSecret?.secret).toMatch(/^whsec_/)
})

test('sessions and chance that repeats itself are refused on a shared store, with the reason', async () => {
  const { one } = await pair()
  const reply = await one.call('GET', '/v1/events', { headers: { 'x-mock-session': 'worker-1' } })
  expect(reply).toMatchObject({ status: 400, json: { error: { param: 'X-Mock-Session' } } })
  expect(reply.json.error.message).toContain('one process')
  const repeats = () => createBackend({ store: stores.makeStore(), random: createSeededRandom(1) })
  expect(repeats).toThrow(/random repeats itself/)
})

test('the journal of each backend says that it is its own', async () => {
  const { one, other } = await pair()
  for (const { control } of [one, other]) {
    const { json } = await control('GET /journal')
    expect(json.data).toMatchObject([{ kind: 'notice', code: 'journal-of-one-process' }])
  }
})

test('a delivery whose worker has not asked for it of late is not sent before the worker has asked again', async () => {
  const store = stores.makeStore()
  const random = createRandom()
  const api = createHarness({ store, random, role: 'api' })
  await api.backend.ready()
  const { id } = await api.createWebhook()
  // A worker that began before the event would look for it once, and then hear no word of it.
  await api.createEvent()
  const inner = stores.another(store)
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  let deleted = false
  const worker = createHarness({
    random,
    store: {
      ...inner,
      // Word of the deletion is lost, and the process gets no time for more than two seconds.
      sharing: inner.sharing && { ...inner.sharing, watch: () => () => {} },
      async claim(claim) {
        const claimed = await inner.claim(claim)
        if (claimed.length === 0 || deleted) return claimed
        deleted = true
        await api.call('DELETE', `/v1/webhooks/${id}`)
        const late = performance.now() + 2_001
        now.mockImplementation(() => late)
        return claimed
      },
    },
  })
  await worker.backend.ready()
  await eventually(() => expect(deleted).toBe(true))
  await worker.backend.waitForIdle()
  expect(worker.received).toEqual([])
})

test('a delivery that one process made and nobody took is shown and sent again by way of another one, under its id', async () => {
  let status = 500
  const { one: worker, other: api } = await pair({}, { role: 'api' }, () => new Response(null, { status }))
  await worker.createWebhook()
  await worker.deliver()
  await worker.clock.advance(4 * 24 * 60 * 60_000)
  await eventually(() => expect(api.clock.now()).toBe(worker.clock.now()))
  expect(await api.list('/__mock/deliveries')).toMatchObject([{ state: 'abandoned', attempts: 10 }])
  status = 204
  worker.received.splice(1)
  const { id } = (await api.list('/__mock/deliveries'))[0]!
  const asked = await api.control(`POST /deliveries/${id}/attempt`)
  expect(asked.json).toMatchObject({ id, attempt: 11, sent: 'once' })
  await eventually(() => expect(worker.received).toHaveLength(2))
  await worker.backend.waitForIdle()
  const [first, again] = worker.received
  expect(again!.headers.get('webhook-id')).toBe(first!.headers.get('webhook-id'))
  expect(await api.list('/__mock/deliveries')).toMatchObject([{ state: 'delivered', attempts: 11 }])
  expect(worker.received).toHaveLength(2)
})
