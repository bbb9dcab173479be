import { expect, test } from 'vitest'
import { createMemoryStore, createSeededRandom } from '@event-delivery/mock'
import { createHarness, type Reply } from '../support/backend'

// A store in memory that says of itself what a durable one says.
const named = () => Object.assign(createMemoryStore(), { name: 'event_delivery' })

test.each([
  ['POST /reset', undefined],
  ['PUT /snapshot', { events: [] }],
])('%s on a store that lasts wants its name, and the error says how', async (route, body) => {
  const { control, createEvent, list } = createHarness({ store: named() })
  await createEvent()
  for (const query of ['', '?confirm=', '?confirm=yes']) {
    const { status, json }: Reply = await control(`${route}${query}`, body)
    expect(status).toBe(409)
    expect(json.error).toMatchObject({ code: 'confirmation_required', param: 'confirm' })
    expect(json.error.message).toContain('Repeat the request with ?confirm=event_delivery.')
  }
  expect(await list('/v1/events')).toHaveLength(1)
  expect((await control<{ confirm: string }>('GET /store')).json.confirm).toBe('event_delivery')
  expect((await control(`${route}?confirm=event_delivery`, body)).status).toBe(204)
  expect(await list('/v1/events')).toEqual([])
})

test('a session of a mock whose store lasts is reset without a question, and so is memory', async () => {
  const { control, createEvent, list } = createHarness({ store: named() })
  const mine = { headers: { 'x-mock-session': 'mine' } }
  await createEvent({}, mine)
  expect((await control('POST /reset', undefined, mine)).status).toBe(204)
  expect(await list('/v1/events', mine)).toEqual([])
})

test.each([null, undefined, 'ok'])(
  'a fetch of the options that returns %j fails the attempt in words',
  async (returned) => {
    const { backend, createWebhook, deliver } = createHarness({ fetch: (async () => returned) as never })
    await createWebhook()
    await deliver()
    const [attempt] = backend.deliveries()
    expect(attempt).toMatchObject({ outcome: 'failed' })
    expect(attempt!.error).toBe(
      `the fetch of the backend returned ${returned === null ? 'null' : typeof returned}, and no Response`,
    )
  },
)

test('a fetch of the options that returns null at once, and no promise, fails the attempt in the same words', async () => {
  const { backend, createWebhook, deliver } = createHarness({ fetch: (() => null) as never })
  await createWebhook()
  await deliver()
  const [attempt] = backend.deliveries()
  expect(attempt!.error).toBe('the fetch of the backend returned null, and no Response')
})

test.each(['x', '42', NaN, undefined])('a seed that is no number is refused: %j', (seed) => {
  expect(() => createSeededRandom(seed as never)).toThrow(
    new TypeError(`The seed of createSeededRandom is ${String(seed)}, and must be a finite number.`),
  )
})

test('an unknown option of a store in memory is refused with the nearest one', () => {
  expect(() => createMemoryStore({ maxMemroy: 1 } as never)).toThrow(
    /maxMemroy is no field of the options of createMemoryStore\. The nearest one is maxMemory/,
  )
})
