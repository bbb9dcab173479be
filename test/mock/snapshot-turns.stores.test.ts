import { expect, onTestFinished, test } from 'vitest'
import type { Dialect, Seed } from '@event-delivery/mock'
import { createHarness, type Harness } from '../support/backend'

/** Counts the turns of the event loop. */
function countTurns() {
  const turns = { count: 0 }
  const timer = setInterval(() => turns.count++, 0)
  onTestFinished(() => clearInterval(timer))
  return turns
}

const seedOf = (events: number): Seed => ({
  events: Array.from({ length: events }, (_item, order) => ({
    id: `evt_${order}`,
    type: 'order.paid',
    created: '2026-11-20T00:00:00.000Z',
    data: { order },
  })),
  webhooks: [{ id: 'wh_1', url: 'https://a.example', events: ['*'], secret: 'whsec_YQ==' }],
  deliveries: Array.from({ length: events }, (_item, order) => ({
    eventId: `evt_${order}`,
    webhookId: 'wh_1',
    dueAt: '2030-01-01T00:00:00.000Z',
  })),
})

const textOf = async ({ ask }: Harness) => (await ask('GET', '/__mock/snapshot')).text()

test('a snapshot of many events leaves others a turn after some rows, when it is taken and when it is put back', async () => {
  const rows = 5_000
  const harness = createHarness({ seed: seedOf(rows) })
  await harness.call('GET', '/v1/events')
  const turns = countTurns()
  const response = await harness.ask('GET', '/__mock/snapshot')
  const text = await response.text()
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-length')).toBeNull()
  expect(turns.count).toBeGreaterThan((2 * rows) / 1_000)
  const other = createHarness()
  turns.count = 0
  await other.control('PUT /snapshot', undefined, { text })
  // Rows are checked, looked up and added, each in turns of their own.
  expect(turns.count).toBeGreaterThan((5 * rows) / 1_000)
  expect(await textOf(other)).toBe(text)
})

test('a list of the control routes is sent in pieces', async () => {
  const keys = Array.from({ length: 3_000 }, (_item, order) => ({
    key: `sk_live_of_${order}`,
    name: 'n'.repeat(50),
  }))
  const { ask, call } = createHarness({ seed: { keys } })
  await call('GET', '/v1/events')
  const response = await ask('GET', '/__mock/keys', { key: null })
  const lengths: number[] = []
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) lengths.push(chunk.length)
  expect(lengths.length).toBeGreaterThan(5)
  expect(Math.max(...lengths)).toBeLessThan(100_000)
})

test.each([
  ['any data and an empty type', { nonObjectData: 'accept', emptyType: 'accept' }],
  ['long types', { maxTypeLength: null }],
  ['mixed events of a webhook', { emptyOrMixedEvents: 'accept' }],
  ['other timestamps', { timestamps: { precision: 'nanoseconds', suffix: '+00:00' } }],
  ['the order by ids', { listOrder: 'by-id' }],
] as [string, Dialect][])('a mock takes back its own snapshot with %s', async (_name, dialect) => {
  const harness = createHarness({ dialect })
  const { backend, createEvent, createWebhook } = harness
  for (const data of [{}, [], 'text', 1.5, null]) await createEvent({ data })
  await createEvent({ type: '' })
  await createEvent({ type: 't'.repeat(5_000), idempotencyKey: 'k'.repeat(255) })
  await createWebhook({ events: [] })
  await createWebhook({ events: ['*', 'a', 'a'], description: '' })
  await backend.waitForIdle()
  const text = await textOf(harness)
  const put = await harness.control('PUT /snapshot', undefined, { text })
  expect(put).toMatchObject({ status: 204 })
  expect(await textOf(harness)).toBe(text)
})

test('the time of a seed lies before the year 9999', async () => {
  const { backend, control } = createHarness()
  const now = '9999-01-01T00:00:00Z'
  await expect(backend.restore({ now })).rejects.toThrow('now of the seed must lie before the year 9999')
  const reply = await control('PUT /snapshot', { now })
  expect(reply).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } })
  expect(() => createHarness({ seed: { now } })).toThrow('before the year 9999')
  await backend.restore({ now: '9998-12-31T23:59:59Z' })
  expect((await control('GET /clock')).json).toMatchObject({ now: '9998-12-31T23:59:59.000Z' })
})
