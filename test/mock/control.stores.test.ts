import { expect, onTestFinished, test, vi } from 'vitest'
import { createClock, createForwards } from '@event-delivery/mock'
import { answering, createHarness } from '../support/backend'

test('the clock is read, and an advance runs the work that falls due', async () => {
  const { control, createWebhook, deliver } = createHarness({}, answering(500))
  expect((await control('GET /clock')).json).toEqual({ now: '2026-11-21T03:00:00.000Z', frozen: true })
  await createWebhook()
  await deliver()
  const reply = await control('POST /clock/advance', { minutes: 6, seconds: 5 })
  expect(reply.json).toMatchObject({
    now: '2026-11-21T03:06:05.000Z',
    deliveries: [{ attempt: 2 }, { attempt: 3 }],
  })
})

const noSpans = [
  {},
  { weeks: 1 },
  { seconds: -1 },
  { seconds: '1' },
  { days: 1e9 },
  { hours: null },
  { __proto__x: 1 },
]

test.each(noSpans)('the clock does not advance by %j', async (body) => {
  const { clock, control } = createHarness()
  const before = clock.now()
  expect((await control('POST /clock/advance', body)).status).toBe(400)
  expect(clock.now()).toBe(before)
})

test('a clock without advance cannot be moved', async () => {
  const { control } = createHarness({ clock: { now: () => 0, schedule: () => () => {} } })
  expect((await control('POST /clock/advance', { seconds: 1 })).status).toBe(409)
  expect((await control('GET /clock')).json).toMatchObject({ frozen: false })
})

test('the clock is frozen and set going again', async () => {
  const { control } = createHarness({ clock: createClock({ running: true }) })
  expect((await control('POST /clock/freeze')).json).toMatchObject({ frozen: true })
  expect((await control('POST /clock/resume')).json).toMatchObject({ frozen: false })
})

test('keys are rotated: made, used beside the old one, and the old one deleted', async () => {
  const { call, control, list } = createHarness({ plan: 'pro' })
  const made = await control('POST /keys', { name: 'new' })
  expect(made.json).toMatchObject({ mode: 'live', name: 'new', scopes: null, expiresAt: null })
  expect((await call('GET', '/v1/events', { key: made.json.key })).status).toBe(200)

  const data = await list<{ id: string; key: string }>('/__mock/keys')
  const old = data.find(({ key }) => key === 'sk_live_mock')
  expect((await control(`DELETE /keys/${old!.id}`)).status).toBe(200)
  expect((await call('GET', '/v1/events')).status).toBe(401)
  expect((await call('GET', '/v1/events', { key: made.json.key })).status).toBe(200)
  expect((await control(`DELETE /keys/${old!.id}`)).status).toBe(404)
})

test('keys are made with a mode, scopes, an end and a value of choice', async () => {
  const { control } = createHarness()
  const expiresAt = '2020-01-01T00:00:00.000Z'
  const body = { key: 'sk_test_mine', scopes: ['events:read'], expiresAt }
  expect((await control('POST /keys', body)).json).toMatchObject({ ...body, mode: 'test' })
  const keys = ['pk_1', 'sk_live_\u0000', 'sk_test_mine'].map((key) => ({ key }))
  const others = [{ mode: 'both' }, { scopes: ['all'] }, { scopes: [] }, { expiresAt: 'soon' }, { name: 7 }]
  for (const bad of [...keys, ...others, { mode: 'test', key: 'sk_live_mine' }, { scope: ['events:read'] }]) {
    const reply = await control('POST /keys', bad)
    expect(reply).toMatchObject({ status: 400, json: { error: { param: Object.keys(bad)[0] } } })
  }
})

test('a control request with an empty body needs none, one with a body has to declare it', async () => {
  const { call, clock } = createHarness()
  const declared = { key: null, headers: { 'content-type': 'application/json' } }
  expect((await call('POST', '/__mock/reset', declared)).status).toBe(204)
  const undeclared = { key: null, text: '{"hours":1}', headers: { 'content-type': 'text/plain' } }
  const before = clock.now()
  expect((await call('POST', '/__mock/clock/advance', undeclared)).status).toBe(400)
  expect(clock.now()).toBe(before)
})

test('a reset forgets everything but the keys and the seed', async () => {
  const seed = { events: [{ type: 'seeded', data: {} }] }
  const { control, createEvent, createWebhook, deliver, list } = createHarness({ seed })
  await createWebhook()
  await deliver({ idempotencyKey: 'k' })
  expect((await control('POST /reset')).status).toBe(204)
  expect(await list('/v1/events')).toMatchObject([{ type: 'seeded' }])
  expect(await list('/v1/webhooks')).toEqual([])
  expect((await control('GET /deliveries')).json).toMatchObject({ data: [] })
  expect((await createEvent({ idempotencyKey: 'k' })).headers.get('idempotency-replayed')).toBeNull()
})

test('the routes are listed, wrong ones refused', async () => {
  const { control } = createHarness()
  expect((await control('GET ')).json.routes).toContain('POST /__mock/clock/advance')
  expect((await control('GET /nothing')).status).toBe(404)
  expect((await control('GET /reset')).headers.get('allow')).toBe('POST')
})

test('forwards are listed, added and removed while the backend runs', async () => {
  const forwards = createForwards([{ from: 'https://a.example', to: 'http://localhost:1' }])
  const { control, list } = createHarness({ forwards })
  const add = (body: object) => control('POST /forwards', body)
  const added = await add({ from: 'https://b.example/hooks/', to: 'http://localhost:2' })
  expect([added.status, added.json]).toEqual([
    201,
    { id: 'fwd_2', from: 'https://b.example/hooks', to: 'http://localhost:2' },
  ])
  expect(forwards.target('https://b.example/hooks/x')).toBe('http://localhost:2/x')
  await add({ from: 'https://b.example/hooks', to: 'http://localhost:3' })
  expect(forwards.target('https://b.example/hooks/x')).toBe('http://localhost:3/x')
  expect(await list('/__mock/forwards')).toHaveLength(2)
  expect((await control('DELETE /forwards/fwd_1')).json).toEqual({ id: 'fwd_1', deleted: true })
  expect((await control('DELETE /forwards/fwd_1')).status).toBe(404)
  expect((await control('DELETE /forwards')).status).toBe(204)
  expect(await list('/__mock/forwards')).toEqual([])
  for (const bad of [{}, { from: 'a', to: 'b' }, { from: 'https://a.example', to: 1 }, { form: 'x' }]) {
    expect((await add(bad)).status, JSON.stringify(bad)).toBe(400)
  }
})

test('a backend whose fetch follows no forwards refuses them', async () => {
  const { control } = createHarness()
  const reply = await control('POST /forwards', { from: 'https://a.example', to: 'http://localhost:1' })
  expect([reply.status, reply.json.error.code]).toEqual([409, 'no_forwards'])
})

test('a backend without a fetch of its own follows forwards, and the journal says so', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    sent.push(url)
    return new Response(null, { status: 204 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { backend, control, createWebhook, deliver } = createHarness({ fetch: undefined })
  await createWebhook({ url: 'https://shop.example/hooks' })
  const body = { from: 'https://shop.example', to: 'http://localhost:3000' }
  await control('POST /forwards', body)
  await deliver()
  expect(sent).toEqual(['http://localhost:3000/hooks'])
  expect(backend.deliveries()).toMatchObject([
    { url: 'https://shop.example/hooks', forwardedTo: 'http://localhost:3000/hooks' },
  ])
})
