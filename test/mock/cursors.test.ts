import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryStore, type Dialect } from '@event-delivery/mock'
import { cursorAt, positionOf, type CursorPlace } from '../../mock/http/cursor'
import { createHarness, type Harness } from '../support/backend'

const control = { key: null }

/** A backend with some events and webhooks of both modes, and the cursor of each first page. */
async function paged(dialect: Dialect = {}) {
  const harness = createHarness({ dialect })
  for (const key of ['sk_live_mock', 'sk_test_mock']) {
    for (let order = 0; order < 3; order++) {
      await harness.createEvent({}, { key })
      await harness.createWebhook({ url: `https://a.example/${order}` }, { key })
    }
  }
  return harness
}

async function cursorOf({ call }: Harness, path: string, key?: string, headers?: Record<string, string>) {
  const { json } = await call('GET', `${path}?limit=1`, { key, headers })
  return (json as unknown as { nextCursor: string }).nextCursor
}

const orders: Dialect[] = [
  { listOrder: 'newest-first' },
  { listOrder: 'oldest-first' },
  { listOrder: 'by-id' },
  { lastPageCursor: 'present' },
]

test.each(orders)('cursors lead through a list to its end (%o)', async (dialect) => {
  const harness = await paged(dialect)
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 3; page++) {
    const { json } = await harness.call('GET', `/v1/events?limit=1${cursor}`)
    const { data, nextCursor } = json as unknown as { data: { id: string }[]; nextCursor: string }
    seen.push(...data.map(({ id }) => id))
    cursor = `&cursor=${nextCursor}`
  }
  expect(new Set(seen).size).toBe(3)
})

test.each(orders)('a cursor of another list, mode or session is refused (%o)', async (dialect) => {
  const harness = await paged(dialect)
  const { call } = harness
  const session = { 'x-mock-session': 'other' }
  await harness.createEvent({}, { headers: session })
  await harness.createEvent({}, { headers: session })
  const others = [
    await cursorOf(harness, '/v1/webhooks'),
    await cursorOf(harness, '/v1/events', 'sk_test_mock'),
    await cursorOf(harness, '/v1/events', undefined, session),
  ]
  for (const cursor of others) {
    const reply = await call('GET', `/v1/events?cursor=${cursor}`)
    expect(reply).toMatchObject({ status: 400, json: { error: { param: 'cursor' } } })
  }
})

test.each(orders)('a cursor from before a reset or a restore is refused (%o)', async (dialect) => {
  const harness = await paged(dialect)
  const { backend, call, createEvent } = harness
  const first = await cursorOf(harness, '/v1/events')
  await call('PUT', '/__mock/snapshot', { ...control, body: await backend.snapshot() })
  expect((await call('GET', `/v1/events?cursor=${first}`)).status).toBe(400)
  const second = await cursorOf(harness, '/v1/events')
  expect((await call('GET', `/v1/events?cursor=${second}`)).status).toBe(200)
  await call('POST', '/__mock/reset', control)
  for (let order = 0; order < 3; order++) await createEvent()
  expect((await call('GET', `/v1/events?cursor=${second}`)).status).toBe(400)
})

test('a cursor stays valid for another backend with the same store', async () => {
  const store = createMemoryStore()
  const first = createHarness({ store })
  for (let order = 0; order < 3; order++) await first.createEvent()
  const cursor = await cursorOf(first, '/v1/events')
  const second = createHarness({ store })
  expect((await second.call('GET', `/v1/events?cursor=${cursor}`)).json.data).toHaveLength(2)
})

test('where the dialect does not refuse, a cursor from before a reset shows the first page or none', async () => {
  for (const [invalidCursor, items] of [
    ['first-page', 3],
    ['empty-page', 0],
  ] as const) {
    const harness = await paged({ invalidCursor })
    const cursor = await cursorOf(harness, '/v1/events')
    await harness.backend.reset()
    for (let order = 0; order < 3; order++) await harness.createEvent()
    const reply = await harness.call('GET', `/v1/events?cursor=${cursor}`)
    expect(reply.json.data).toHaveLength(items)
  }
})

const places: fc.Arbitrary<CursorPlace> = fc.record({
  list: fc.constantFrom('events' as const, 'webhooks' as const),
  mode: fc.constantFrom('live' as const, 'test' as const),
  order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
  epoch: fc.constantFrom('1.2', '1.3'),
})

test('a cursor leads to its position in its own place, and is none when it is changed or elsewhere', () => {
  fc.assert(
    fc.property(
      places,
      places,
      fc.nat(1e9),
      fc.nat(30),
      fc.constantFrom(...'0az-_'),
      (place, other, position, at, sign) => {
        const cursor = cursorAt(position, place)
        expect(cursor.length).toBeLessThan(30)
        expect(positionOf(cursor, place)).toBe(position)
        const isSame = JSON.stringify(place) === JSON.stringify(other)
        expect(positionOf(cursor, other)).toBe(isSame ? position : undefined)
        const index = 4 + (at % (cursor.length - 4))
        const changed = cursor.slice(0, index) + sign + cursor.slice(index + 1)
        if (changed !== cursor) expect(positionOf(changed, place)).toBeUndefined()
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a cursor of the order by ids holds any id', () => {
  const place = { list: 'events', mode: 'live', order: 'by-id', epoch: '1' } as const
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (id) => {
      expect(positionOf(cursorAt(id, place), place)).toBe(id)
    }),
  )
})
