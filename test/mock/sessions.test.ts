import { expect, test } from 'vitest'
import { createForwards } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

const session = (name: string) => ({ 'x-mock-session': name })

test('a session has events, webhooks, keys, faults and a journal of its own', async () => {
  const { call, control, createEvent, createWebhook, deliver, list, received } = createHarness()
  const mine = { headers: session('mine') }
  await createWebhook({}, mine)
  await deliver({ idempotencyKey: 'k' }, mine)
  expect(received).toHaveLength(1)
  await control('POST /keys', { key: 'sk_live_mine' }, { ...mine })
  await control('POST /faults', { kind: 'status', times: 1 }, { ...mine })

  const other = { headers: session('other') }
  for (const elsewhere of [{}, other]) {
    expect(await list('/v1/events', elsewhere)).toEqual([])
    expect(await list('/v1/webhooks', elsewhere)).toEqual([])
    expect((await call('GET', '/v1/events', { key: 'sk_live_mine', ...elsewhere })).status).toBe(401)
    expect((await control('GET /deliveries', undefined, { ...elsewhere })).json.data).toEqual([])
    const again = await createEvent({ idempotencyKey: 'k' }, elsewhere)
    expect(again.headers.get('idempotency-replayed')).toBeNull()
  }
  expect((await call('GET', '/v1/events', { key: 'sk_live_mine', ...mine })).status).toBe(503)
  expect(await list('/v1/events', { key: 'sk_live_mine', ...mine })).toHaveLength(1)
})

test('a rate limit counts per session, and a reset concerns one session', async () => {
  const { control, createEvent, list } = createHarness({ plan: 'enterprise:1' })
  expect((await createEvent({}, { headers: session('a') })).status).toBe(201)
  expect((await createEvent({}, { headers: session('b') })).status).toBe(201)
  expect((await createEvent({}, { headers: session('a') })).status).toBe(429)
  await control('POST /reset', undefined, { headers: session('a') })
  expect(await list('/v1/events', { headers: session('a') })).toEqual([])
  await control('POST /clock/advance', { seconds: 1 }, { headers: session('b') })
  expect(await list('/v1/events', { headers: session('b') })).toHaveLength(1)
})

test('the session that was unused for longest makes way', async () => {
  const { call, createEvent } = createHarness({ limits: { sessions: 2 } })
  for (const name of ['a', 'b', 'a', 'c']) await createEvent({}, { headers: session(name) })
  const count = async (name: string) =>
    ((await call('GET', '/v1/events', { headers: session(name) })).json as unknown as { data: [] }).data
      .length
  expect(await count('a')).toBe(2)
  expect(await count('c')).toBe(1)
  expect(await count('b')).toBe(0)
})

const resets = [
  ['backend.reset()', ({ backend }) => backend.reset()],
  ['POST /__mock/reset', ({ control }) => control('POST /reset')],
] satisfies [string, (harness: ReturnType<typeof createHarness>) => Promise<unknown>][]

test.each(resets)(
  '%s begins the main state anew and leaves the sessions of others alone',
  async (_name, reset) => {
    const harness = createHarness()
    const { control, createEvent, list } = harness
    for (const name of ['a', 'b']) await createEvent({}, { headers: session(name) })
    await createEvent()
    await reset(harness)
    expect(await list('/v1/events')).toEqual([])
    for (const name of ['a', 'b'])
      expect(await list('/v1/events', { headers: session(name) })).toHaveLength(1)
    expect((await control('DELETE /sessions')).json).toEqual({ deleted: 2 })
    expect((await control('GET /events?session=a')).status).toBe(404)
  },
)

test('a control request whose header and query name two sessions is refused', async () => {
  const { control, createEvent } = createHarness()
  for (const name of ['a', 'b']) await createEvent({}, { headers: session(name) })
  const ask = (query: string) => control(`GET /events?session=${query}`, undefined, { headers: session('a') })
  expect((await ask('a')).status).toBe(200)
  expect(await ask('b')).toMatchObject({ status: 400, json: { error: { param: 'session' } } })
})

test.each([
  ['POST /keys', { key: 'sk_live_made' }],
  ['POST /keys/:id/rotate', {}],
  ['POST /webhooks', { url: 'https://shop.example/hooks', events: ['*'] }],
  ['POST /faults', { kind: 'status' }],
  ['POST /forwards', { from: 'https://shop.example/hooks', to: 'http://localhost:3000/hooks' }],
  ['POST /sessions', { name: 'made' }],
])('%s is answered 201, as everything that is made', async (route, body) => {
  const { control } = createHarness({ forwards: createForwards() })
  const { id } = (await control<{ data: [{ id: string }] }>('GET /keys')).json.data[0]
  expect((await control(route.replace(':id', id), body)).status).toBe(201)
})

test.each(['', ' ', 'a b', 'a/b', 'x'.repeat(65)])('the session name %j is refused', async (name) => {
  const { call } = createHarness()
  const reply = await call('GET', '/v1/events', { headers: session(name) })
  expect(reply).toMatchObject({ status: 400, json: { error: { param: 'X-Mock-Session' } } })
})

test('the events of a session are bounded more narrowly than those of the main state', async () => {
  const { call, createEvent } = createHarness({ limits: { journal: 0 } })
  const data = { text: 'x'.repeat(250_000) }
  const headers = { 'x-mock-session': 'mine' }
  for (let count = 0; count < 70; count++) await createEvent({ data }, { headers })
  const { json } = await call('GET', '/v1/events?limit=100', { headers })
  expect(json.data).toHaveLength(66)
})

test('requests without a valid key make no session and drive out none, and are in the main journal', async () => {
  const { call, createEvent, journal } = createHarness({ limits: { sessions: 1 } })
  await createEvent({}, { headers: session('worker-1') })
  for (const [name, key] of [
    ['a', null],
    ['b', 'sk_live_wrong'],
    ['c', 'sk_live_expired_mock'],
  ] as const) {
    expect((await call('GET', '/v1/events', { key, headers: session(name) })).status).toBe(401)
  }
  expect((await call('GET', '/v1/nothing', { headers: session('d') })).status).toBe(404)
  const { json } = await call('GET', '/v1/events', { headers: session('worker-1') })
  expect(json.data).toHaveLength(1)
  expect(await journal()).toMatchObject([
    { status: 401, session: 'a' },
    { status: 401, session: 'b' },
    { status: 401, session: 'c' },
    { status: 404, session: 'd' },
  ])
})

test('a key that was made for one session makes no other', async () => {
  const { call, control } = createHarness()
  const key = 'sk_live_mine'
  await control('POST /sessions', { name: 'a' })
  await control('POST /keys', { key }, { headers: session('a') })
  expect((await call('GET', '/v1/events', { key, headers: session('a') })).status).toBe(200)
  expect((await call('GET', '/v1/events', { key, headers: session('b') })).status).toBe(401)
})

test('a session is kept and put back alone, and does not move the clock', async () => {
  const { backend, clock, control, createEvent, list } = createHarness()
  const headers = { 'x-mock-session': 'mine' }
  await createEvent({}, { headers })
  const { json } = await control('GET /snapshot', undefined, { headers })
  const body = { ...json, now: '2030-01-01T00:00:00.000Z' }
  const before = clock.now()
  await control('POST /sessions', { name: 'other' })
  await control('PUT /snapshot', body, { headers: { 'x-mock-session': 'other' } })
  expect(clock.now()).toBe(before)
  expect(await list('/v1/events', { headers: { 'x-mock-session': 'other' } })).toHaveLength(1)
  expect((await backend.snapshot()).events).toEqual([])
})
