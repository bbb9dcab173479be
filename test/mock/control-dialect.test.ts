import { expect, test } from 'vitest'
import { dialectFields } from '../../generated/dialect'
import { createMemoryStore } from '@event-delivery/mock'
import { createHarness, type Harness } from '../support/backend'

const control = { key: null }
const put = ({ call }: Harness, body: object) => call('PUT', '/__mock/dialect', { ...control, body })

test('each field of the dialect is shown with its value and its choices', async () => {
  const { call } = createHarness({ dialect: { listOrder: 'oldest-first' } })
  const { data, fixed } = (await call('GET', '/__mock/dialect/fields', control)).json as unknown as {
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
  const { backend, call, clock, createEvent, createWebhook, received } = harness
  await createEvent()
  await createEvent({}, { headers: { 'x-mock-session': 'mine' } })
  await clock.advance(5_000)
  const reply = await put(harness, { createEventStatus: 202, signature: { scheme: 'svix' } })
  expect(reply).toMatchObject({
    status: 200,
    json: { changed: ['createEventStatus', 'signature'], restarted: true },
  })
  expect(backend.dialect.createEventStatus).toBe(202)
  expect((await call('GET', '/v1/events')).json.data).toMatchObject([{ type: 'seeded' }])
  expect((await call('GET', '/__mock/sessions', control)).json.data).toHaveLength(1)
  await createWebhook()
  const made = await createEvent()
  expect([made.status, made.json.created]).toEqual([202, '2026-11-21T03:00:05.000Z'])
  await backend.waitForIdle()
  expect(received.at(-1)!.headers.has('svix-signature')).toBe(true)
  expect((await call('GET', '/__mock/dialect', control)).json).toMatchObject({ createEventStatus: 202 })
  backend.faults.add({ kind: 'status', status: 500 })
  expect((await createEvent()).status).toBe(500)
})

test('deliveries of the earlier dialect end with it', async () => {
  const harness = createHarness({}, () => new Response(null, { status: 500 }))
  const { backend, clock, createEvent, createWebhook, received } = harness
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  await put(harness, {})
  await clock.advance(24 * 60 * 60 * 1_000)
  expect(received).toHaveLength(1)
})

test('a wrong dialect is refused with its field, and nothing begins anew', async () => {
  const harness = createHarness()
  const { createEvent, call } = harness
  await createEvent()
  const wrong = await put(harness, { listOrder: 'newest' })
  expect(wrong).toMatchObject({ status: 400, json: { error: { param: 'listOrder' } } })
  expect(wrong.json.error.message).toContain('The nearest one is newest-first.')
  expect(await put(harness, [])).toMatchObject({ status: 400 })
  expect((await call('GET', '/v1/events')).json.data).toHaveLength(1)
})

test('the dialect of a store that was handed in stays, and the refusal says why', async () => {
  const harness = createHarness({ store: createMemoryStore() })
  expect(await put(harness, {})).toMatchObject({ status: 409, json: { error: { code: 'dialect_fixed' } } })
  const { json } = await harness.call('GET', '/__mock/dialect/fields', control)
  expect(json).toMatchObject({ fixed: expect.stringContaining('store') as string })
})
