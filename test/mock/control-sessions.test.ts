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
  expect((await sessions(harness)).map(({ name }) => name)).toEqual([null, 'first', 'second'])
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
