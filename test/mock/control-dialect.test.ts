import { expect, test } from 'vitest'
import { dialectFields } from '../../generated/dialect'
import { createMemoryStore } from '@event-delivery/mock'
import { answering, createHarness, type Harness } from '../support/backend'

const put = ({ control }: Harness, body: object) => control('PUT /dialect', body)

test('each field of the dialect is shown with its value and its choices', async () => {
  const { control } = createHarness({ dialect: { listOrder: 'oldest-first' } })
  const { data, fixed } = (await control('GET /dialect/fields')).json as unknown as {
    data: {
      name: string
      value: unknown
      default: unknown
      description: string
      choices?: { value: unknown }[]
    }[]
    fixed?: string
  }
  expect(data.map(({ name }) => name)).toEqual(Object.keys(dialectFields))
  expect(fixed).toBeUndefined()
  const order = data.find(({ name }) => name === 'listOrder')!
  expect(order).toMatchObject({ value: 'oldest-first', default: 'newest-first', question: 'OQ-06' })
  expect(order.choices!.map(({ value }) => value)).toEqual(['newest-first', 'oldest-first', 'by-id'])
  for (const { name, description, value, choices } of data) {
    expect(description, name).not.toBe('')
    if (choices && typeof value === 'string')
      expect(
        choices.map((one) => one.value),
        name,
      ).toContain(value)
  }
})

test('another dialect is played at once, with fresh data and the same clock', async () => {
  const harness = createHarness({ seed: { events: [{ type: 'seeded', data: {} }] } })
  const { backend, clock, control, createEvent, createWebhook, list, received } = harness
  await createEvent()
  await createEvent({}, { headers: { 'x-mock-session': 'mine' } })
  await clock.advance(5_000)
  const reply = await put(harness, { createEventStatus: 202, signature: { scheme: 'svix' } })
  expect(reply).toMatchObject({
    status: 200,
    json: { changed: ['createEventStatus', 'signature'], restarted: true },
  })
  expect(backend.dialect.createEventStatus).toBe(202)
  expect(await list('/v1/events')).toMatchObject([{ type: 'seeded' }])
  expect(await list('/__mock/sessions')).toHaveLength(1)
  await createWebhook()
  const made = await createEvent()
  expect([made.status, made.json.created]).toEqual([202, '2026-11-21T03:00:05.000Z'])
  await backend.waitForIdle()
  expect(received.at(-1)!.headers.has('svix-signature')).toBe(true)
  expect((await control('GET /dialect')).json).toMatchObject({ createEventStatus: 202 })
  backend.faults.add({ kind: 'status', status: 500 })
  expect((await createEvent()).status).toBe(500)
})

test('deliveries of the earlier dialect end with it', async () => {
  const harness = createHarness({}, answering(500))
  const { clock, createWebhook, deliver, received } = harness
  await createWebhook()
  await deliver()
  await put(harness, {})
  await clock.advance(24 * 60 * 60 * 1_000)
  expect(received).toHaveLength(1)
})

test('a wrong dialect is refused with its field, and nothing begins anew', async () => {
  const harness = createHarness()
  const { createEvent, list } = harness
  await createEvent()
  const wrong = await put(harness, { listOrder: 'newest' })
  expect(wrong).toMatchObject({ status: 400, json: { error: { param: 'listOrder' } } })
  expect(wrong.json.error.message).toContain('The nearest one is newest-first.')
  expect(await put(harness, [])).toMatchObject({ status: 400 })
  expect(await list('/v1/events')).toHaveLength(1)
})

test('the dialect of a store that was handed in stays, and the refusal says why', async () => {
  const harness = createHarness({ store: createMemoryStore() })
  expect(await put(harness, {})).toMatchObject({ status: 409, json: { error: { code: 'dialect_fixed' } } })
  const { json } = await harness.control('GET /dialect/fields')
  expect(json).toMatchObject({ fixed: expect.stringContaining('store') as string })
})

test('another dialect in a session is played there alone, and keeps the clock of the session', async () => {
  const { control, createEvent, list } = createHarness({ store: createMemoryStore() })
  const of = (session: string) => ({ headers: { 'x-mock-session': session } })
  for (const name of ['mine', 'other']) await createEvent({}, of(name))
  await createEvent()
  await control('POST /clock/advance', { hours: 1 }, of('mine'))
  const before = (await control('GET /clock', undefined, of('mine'))).json
  const { status, json } = await control<{ note: string }>(
    'PUT /dialect',
    { createEventStatus: 202 },
    of('mine'),
  )
  expect(status).toBe(200)
  expect(json.note).toContain('All data of the session mine began anew')
  expect((await control('GET /clock', undefined, of('mine'))).json).toEqual(before)
  expect(await list('/v1/events', of('mine'))).toEqual([])
  expect((await createEvent({}, of('mine'))).status).toBe(202)
  expect(
    (await control<Record<string, unknown>>('GET /dialect', undefined, of('mine'))).json.createEventStatus,
  ).toBe(202)
  for (const elsewhere of [{}, of('other')]) {
    expect(await list('/v1/events', elsewhere)).toHaveLength(1)
    expect((await createEvent({}, elsewhere)).status).toBe(201)
  }
  // The reset of a session keeps its dialect.
  await control('POST /reset', undefined, of('mine'))
  expect((await createEvent({}, of('mine'))).status).toBe(202)
})
