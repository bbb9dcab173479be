import { expect, test } from 'vitest'
import { createHarness, type Harness } from '../support/backend'

const of = (session: string) => ({ headers: { 'x-mock-session': session } })

interface Listed {
  name: string | null
  lastUsed?: string
  bytes: number
  entries: number
}

const sessions = ({ list }: Harness) => list<Listed>('/__mock/sessions')

test('sessions are listed with their last use and their size, the latest one first', async () => {
  const harness = createHarness()
  const { clock, createEvent } = harness
  await createEvent()
  await createEvent({}, of('first'))
  await clock.advance(1_000)
  for (let index = 0; index < 50; index++)
    await createEvent({ data: { text: 'x'.repeat(1_000) } }, of('second'))
  const [main, second, first] = await sessions(harness)
  expect(main).toEqual({ name: null, bytes: expect.any(Number) as number, entries: 1 })
  expect(first).toMatchObject({ name: 'first', lastUsed: '2026-11-21T03:00:00.000Z', entries: 1 })
  expect(second).toMatchObject({ name: 'second', lastUsed: '2026-11-21T03:00:01.000Z', entries: 50 })
  expect(second!.bytes - first!.bytes).toBeGreaterThan(50 * 1_000)
  await createEvent({}, of('first'))
  expect(await sessions(harness)).toMatchObject([
    { name: null },
    { name: 'first', lastUsed: '2026-11-21T03:00:01.000Z' },
    { name: 'second' },
  ])
})

test('a session is removed with all its data', async () => {
  const harness = createHarness()
  const { control, createEvent, list } = harness
  await createEvent({}, of('mine'))
  expect((await control('DELETE /sessions/mine')).json).toEqual({ name: 'mine', deleted: true })
  expect((await control('DELETE /sessions/mine')).status).toBe(404)
  expect((await sessions(harness)).map(({ name }) => name)).toEqual([null])
  expect(await list('/v1/events', of('mine'))).toEqual([])
})

test('events and deliveries are those of the session that a control request names', async () => {
  const { control, createWebhook, deliver, list } = createHarness()
  await createWebhook({}, of('mine'))
  const { json } = await deliver({}, of('mine'))
  expect(await list('/__mock/events?session=mine')).toMatchObject([
    { event: { id: json.id }, deliveries: [{ state: 'delivered' }] },
  ])
  expect(await list('/__mock/events')).toEqual([])
  expect((await control(`GET /events/${json.id}`)).status).toBe(404)
})

test.each([
  'GET /deliveries',
  'GET /snapshot',
  'GET /journal',
  'GET /clock',
  'POST /reset',
  'POST /faults',
  'PUT /snapshot',
  'GET /',
])('%s in a session that is not there is answered 404, makes none and drives out none', async (route) => {
  const harness = createHarness({ limits: { sessions: 1 } })
  const { control, createEvent, list } = harness
  await createEvent({}, of('mine'))
  for (const name of ['mien', 'other']) {
    const body = route.startsWith('GET') ? undefined : {}
    const inHeader = await control(route, body, of(name))
    const inQuery = await control(`${route}?session=${name}`, body)
    for (const { status, json } of [inHeader, inQuery]) {
      expect(status).toBe(404)
      expect(json.error).toMatchObject({ code: 'unknown_session', param: 'X-Mock-Session' })
      expect(json.error.message).toContain(`There is no session ${name}.`)
      expect(json.error.message).toMatch(
        /first request to \/v1 that bears a key, or with POST \/__mock\/sessions/,
      )
    }
  }
  expect((await sessions(harness)).map(({ name }) => name)).toEqual([null, 'mine'])
  expect(await list('/v1/events', of('mine'))).toHaveLength(1)
})

test('a session is made by the control routes before its first request', async () => {
  const harness = createHarness()
  const { control, createEvent, list } = harness
  expect(await control('POST /sessions', { name: 'mine' })).toMatchObject({
    status: 201,
    json: { name: 'mine' },
  })
  expect(await list('/__mock/deliveries?session=mine')).toEqual([])
  await createEvent({}, of('mine'))
  // It stays as it is where it is there already, and may be the one that the request names.
  expect((await control('POST /sessions', { name: 'mine' }, of('mine'))).status).toBe(200)
  expect((await control('POST /sessions', { name: 'second' }, of('second'))).status).toBe(201)
  expect(await list('/v1/events', of('mine'))).toHaveLength(1)
  for (const body of [{}, { name: 'a', nam: 'b' }])
    expect((await control('POST /sessions', body)).status).toBe(400)
  for (const name of [7, '', 'a b', 'a'.repeat(65)])
    expect((await control('POST /sessions', { name })).json).toMatchObject({
      error: {
        message: 'name must be 1 to 64 letters, digits, dots, hyphens or underscores.',
        param: 'name',
      },
    })
  expect((await sessions(harness)).map(({ name }) => name)).toEqual([null, 'mine', 'second'])
})

test('a page that waits for its session does not fill the journal', async () => {
  const { control, journal } = createHarness()
  await control('GET /journal', undefined, of('later'))
  expect(await journal()).toEqual([])
  await control('POST /reset', {}, of('later'))
  expect(await journal()).toMatchObject([{ method: 'POST', path: '/__mock/reset', status: 404 }])
})

test('looks of the inspector for what is not there leave no trace, and those of others do', async () => {
  const { control, journal } = createHarness()
  const looks = ['GET /events/evt_1', 'GET /attempts/7/signature', 'GET /journal/7/explanation']
  const page = { headers: { 'x-mock-reader': 'inspector' } }
  for (const look of looks) expect((await control(look, undefined, page)).status).toBe(404)
  expect(await journal()).toEqual([])
  await control('DELETE /webhooks/wh_1', undefined, page)
  await control('GET /events/evt_1')
  expect(await journal()).toMatchObject([
    { method: 'DELETE', path: '/__mock/webhooks/wh_1' },
    { method: 'GET', path: '/__mock/events/evt_1' },
  ])
})

test('the share of a session holds its store and its journal together', async () => {
  const maxMemory = 32 * 2 ** 20
  const harness = createHarness({ maxMemory, limits: { journal: 100_000 } })
  const { ask } = harness
  const headers = { 'x-mock-session': 'mine' }
  // The journal keeps the beginnings of these bodies and answers.
  const data = { text: 'x'.repeat(12_000) }
  for (let index = 0; index < 60; index++)
    await ask('POST', '/v1/events', {
      body: { type: 'order.paid', data, idempotencyKey: `k${index}` },
      headers,
    })
  const mine = (await sessions(harness)).find(({ name }) => name === 'mine')!
  expect(mine.bytes).toBeGreaterThan(maxMemory / 64)
  expect(mine.bytes).toBeLessThanOrEqual(maxMemory / 32)
})
