import { expect, test } from 'vitest'
import { createHarness, type Harness } from '../support/backend'

const control = { key: null }
const of = (session: string) => ({ headers: { 'x-mock-session': session } })

interface Listed {
  name: string | null
  lastUsed?: string
  bytes: number
  entries: number
}

async function sessions({ call }: Harness): Promise<Listed[]> {
  return (await call('GET', '/__mock/sessions', control)).json.data as Listed[]
}

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
  expect((await sessions(harness)).map(({ name }) => name)).toEqual([null, 'first', 'second'])
})

test('a session is removed with all its data', async () => {
  const harness = createHarness()
  const { call, createEvent } = harness
  await createEvent({}, of('mine'))
  expect((await call('DELETE', '/__mock/sessions/mine', control)).json).toEqual({
    name: 'mine',
    deleted: true,
  })
  expect((await call('DELETE', '/__mock/sessions/mine', control)).status).toBe(404)
  expect((await sessions(harness)).map(({ name }) => name)).toEqual([null])
  expect((await call('GET', '/v1/events', of('mine'))).json.data).toEqual([])
})

test('events and deliveries are those of the session that a control request names', async () => {
  const { backend, call, createEvent, createWebhook } = createHarness()
  await createWebhook({}, of('mine'))
  const { json } = await createEvent({}, of('mine'))
  await backend.waitForIdle()
  const listed = async (path: string) => (await call('GET', path, control)).json.data as unknown[]
  expect(await listed('/__mock/events?session=mine')).toMatchObject([
    { event: { id: json.id }, deliveries: [{ state: 'delivered' }] },
  ])
  expect(await listed('/__mock/events')).toEqual([])
  expect((await call('GET', `/__mock/events/${json.id}`, control)).status).toBe(404)
})
