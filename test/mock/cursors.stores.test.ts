import { expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import { createHarness, type Harness } from '../support/backend'

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
  const { backend, call, control, createEvent } = harness
  const first = await cursorOf(harness, '/v1/events')
  await control('PUT /snapshot', await backend.snapshot())
  expect((await call('GET', `/v1/events?cursor=${first}`)).status).toBe(400)
  const second = await cursorOf(harness, '/v1/events')
  expect((await call('GET', `/v1/events?cursor=${second}`)).status).toBe(200)
  await control('POST /reset')
  for (let order = 0; order < 3; order++) await createEvent()
  expect((await call('GET', `/v1/events?cursor=${second}`)).status).toBe(400)
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
