import { expect, onTestFinished, test, vi } from 'vitest'
import { createClock, createForwards } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

const control = { key: null }

test('the clock is read, and an advance runs the work that falls due', async () => {
  const { backend, call, createEvent, createWebhook } = createHarness(
    {},
    () => new Response(null, { status: 500 }),
  )
  expect((await call('GET', '/__mock/clock', control)).json).toEqual({
    now: '2026-11-21T03:00:00.000Z',
    frozen: true,
  })
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  const reply = await call('POST', '/__mock/clock/advance', { ...control, body: { minutes: 6, seconds: 5 } })
  expect(reply.json).toMatchObject({
    now: '2026-11-21T03:06:05.000Z',
    deliveries: [{ attempt: 2 }, { attempt: 3 }],
  })
})

test.each([
  {},
  { weeks: 1 },
  { seconds: -1 },
  { seconds: '1' },
  { days: 1e9 },
  { hours: null },
  { __proto__x: 1 },
])('the clock does not advance by %j', async (body) => {
  const { call, clock } = createHarness()
  const before = clock.now()
  expect((await call('POST', '/__mock/clock/advance', { ...control, body })).status).toBe(400)
  expect(clock.now()).toBe(before)
})

test('the clock goes no further than timestamps of four digits', async () => {
  const { call, createEvent } = createHarness({ clock: createClock({ now: Date.UTC(9999, 11, 30) }) })
  const days = (count: number) =>
    call('POST', '/__mock/clock/advance', { ...control, body: { days: count } }).then(({ status }) => status)
  expect([await days(2), await days(1)]).toEqual([400, 200])
  expect((await createEvent()).json.created).toBe('9999-12-31T00:00:00.000Z')
})

test('a clock without advance cannot be moved', async () => {
  const { call } = createHarness({ clock: { now: () => 0, schedule: () => () => {} } })
  expect((await call('POST', '/__mock/clock/advance', { ...control, body: { seconds: 1 } })).status).toBe(409)
  expect((await call('GET', '/__mock/clock', control)).json).toMatchObject({ frozen: false })
})

test('the clock is frozen and set going again', async () => {
  const { call } = createHarness({ clock: createClock({ running: true }) })
  expect((await call('POST', '/__mock/clock/freeze', control)).json).toMatchObject({ frozen: true })
  expect((await call('POST', '/__mock/clock/resume', control)).json).toMatchObject({ frozen: false })
})

test('keys are rotated: made, used beside the old one, and the old one deleted', async () => {
  const { call } = createHarness({ plan: 'pro' })
  const made = await call('POST', '/__mock/keys', { ...control, body: { name: 'new' } })
  expect(made.json).toMatchObject({ mode: 'live', name: 'new', scopes: null, expiresAt: null })
  expect((await call('GET', '/v1/events', { key: made.json.key })).status).toBe(200)

  const { data } = (await call('GET', '/__mock/keys', control)).json as unknown as {
    data: { id: string; key: string }[]
  }
  const old = data.find(({ key }) => key === 'sk_live_mock')
  expect((await call('DELETE', `/__mock/keys/${old!.id}`, control)).status).toBe(200)
  expect((await call('GET', '/v1/events')).status).toBe(401)
  expect((await call('GET', '/v1/events', { key: made.json.key })).status).toBe(200)
  expect((await call('DELETE', `/__mock/keys/${old!.id}`, control)).status).toBe(404)
})

test('keys are made with a mode, scopes, an end and a value of choice', async () => {
  const { call } = createHarness()
  const expiresAt = '2020-01-01T00:00:00.000Z'
  const body = { key: 'sk_test_mine', scopes: ['events:read'], expiresAt }
  expect((await call('POST', '/__mock/keys', { ...control, body })).json).toMatchObject({
    ...body,
    mode: 'test',
  })
  for (const bad of [
    { mode: 'both' },
    { scopes: ['all'] },
    { scopes: [] },
    { expiresAt: 'soon' },
    { key: 'pk_1' },
    { key: 'sk_live_\u0000' },
    { key: 'sk_test_mine' },
    { mode: 'test', key: 'sk_live_mine' },
    { name: 7 },
    { scope: ['events:read'] },
  ]) {
    const reply = await call('POST', '/__mock/keys', { ...control, body: bad })
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
  const { backend, call, createEvent, createWebhook } = createHarness({ seed })
  await createWebhook()
  await createEvent({ idempotencyKey: 'k' })
  await backend.waitForIdle()
  expect((await call('POST', '/__mock/reset', control)).status).toBe(204)
  expect((await call('GET', '/v1/events')).json.data).toMatchObject([{ type: 'seeded' }])
  expect((await call('GET', '/v1/webhooks')).json.data).toEqual([])
  expect((await call('GET', '/__mock/deliveries', control)).json).toEqual({ data: [] })
  expect((await createEvent({ idempotencyKey: 'k' })).headers.get('idempotency-replayed')).toBeNull()
})

test('the routes are listed, wrong ones refused', async () => {
  const { call } = createHarness()
  expect((await call('GET', '/__mock', control)).json.routes).toContain('POST /__mock/clock/advance')
  expect((await call('GET', '/__mock/nothing', control)).status).toBe(404)
  expect((await call('GET', '/__mock/reset', control)).headers.get('allow')).toBe('POST')
})

test.each([
  ['a page elsewhere', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page whose name begins like this machine', { origin: 'http://localhost.evil.example' }],
  ['a link from elsewhere', { 'sec-fetch-site': 'cross-site' }],
  ['a name that was made to lead here', { host: 'evil.example:4010' }],
  ['an address that begins like loopback', { host: '127.0.0.1.evil.example' }],
])('%s may not use the control routes', async (_client, headers) => {
  const { call, createEvent } = createHarness({ limits: { sessions: 1 } })
  const mine = { headers: { 'x-mock-session': 'mine' } }
  await createEvent({}, mine)
  for (const session of ['mine', 'other']) {
    const reply = await call('POST', `/__mock/reset?session=${session}`, { key: null, headers })
    expect(reply.status).toBe(403)
  }
  expect((await call('GET', '/v1/events', mine)).json.data).toHaveLength(1)
})

test('with a token the page of the mock itself may act beyond loopback, and no other page', async () => {
  const { call } = createHarness({ controlToken: 'secret' })
  const host = '192.168.1.5:4010'
  const reset = (origin: string, authorization: string) =>
    call('POST', '/__mock/reset', { key: null, headers: { host, origin, authorization } })
  expect((await reset(`http://${host}`, 'Bearer secret')).status).toBe(204)
  expect((await reset(`http://${host}`, 'Bearer other')).status).toBe(401)
  expect((await reset('http://192.168.1.6:4010', 'Bearer secret')).status).toBe(403)
  const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
  expect((await call('OPTIONS', '/__mock/reset', { key: null, headers: preflight })).status).toBe(204)
})

test.each(['localhost:4010', '127.0.0.1', '[::1]:4010'])('the host %s may', async (host) => {
  const { call } = createHarness()
  expect(
    (await call('POST', '/__mock/reset', { key: null, headers: { host, origin: `http://${host}` } })).status,
  ).toBe(204)
})

test('with a token the control routes want it, from wherever', async () => {
  const { call } = createHarness({ controlToken: 'secret' })
  expect((await call('GET', '/__mock/keys', control)).status).toBe(401)
  expect((await call('GET', '/__mock/keys', { key: 'wrong' })).status).toBe(401)
  expect(
    (await call('GET', '/__mock/keys', { key: 'secret', headers: { host: 'mock.example' } })).status,
  ).toBe(200)
})

test('forwards are listed, added and removed while the backend runs', async () => {
  const forwards = createForwards([{ from: 'https://a.example', to: 'http://localhost:1' }])
  const { call } = createHarness({ forwards })
  const list = async () => (await call('GET', '/__mock/forwards', control)).json.data
  const add = (body: object) => call('POST', '/__mock/forwards', { ...control, body })
  const added = await add({ from: 'https://b.example/hooks/', to: 'http://localhost:2' })
  expect([added.status, added.json]).toEqual([
    200,
    { id: 'fwd_2', from: 'https://b.example/hooks', to: 'http://localhost:2' },
  ])
  expect(forwards.target('https://b.example/hooks/x')).toBe('http://localhost:2/x')
  await add({ from: 'https://b.example/hooks', to: 'http://localhost:3' })
  expect(forwards.target('https://b.example/hooks/x')).toBe('http://localhost:3/x')
  expect(await list()).toHaveLength(2)
  expect((await call('DELETE', '/__mock/forwards/fwd_1', control)).json).toEqual({
    id: 'fwd_1',
    deleted: true,
  })
  expect((await call('DELETE', '/__mock/forwards/fwd_1', control)).status).toBe(404)
  expect((await call('DELETE', '/__mock/forwards', control)).status).toBe(204)
  expect(await list()).toEqual([])
  for (const bad of [{}, { from: 'a', to: 'b' }, { from: 'https://a.example', to: 1 }, { form: 'x' }]) {
    expect((await add(bad)).status, JSON.stringify(bad)).toBe(400)
  }
})

test('a backend whose fetch follows no forwards refuses them', async () => {
  const { call } = createHarness()
  const reply = await call('POST', '/__mock/forwards', {
    ...control,
    body: { from: 'https://a.example', to: 'http://localhost:1' },
  })
  expect([reply.status, reply.json.error.code]).toEqual([409, 'no_forwards'])
})

test('a backend without a fetch of its own follows forwards, and the journal says so', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    sent.push(url)
    return new Response(null, { status: 204 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { backend, call, createEvent, createWebhook } = createHarness({ fetch: undefined })
  await createWebhook({ url: 'https://shop.example/hooks' })
  const body = { from: 'https://shop.example', to: 'http://localhost:3000' }
  await call('POST', '/__mock/forwards', { ...control, body })
  await createEvent()
  await backend.waitForIdle()
  expect(sent).toEqual(['http://localhost:3000/hooks'])
  expect(backend.deliveries()).toMatchObject([
    { url: 'https://shop.example/hooks', forwardedTo: 'http://localhost:3000/hooks' },
  ])
})
