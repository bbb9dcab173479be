import { expect, test } from 'vitest'
import { verify } from '@event-delivery/sdk/webhooks'
import { answering, createHarness, type Harness } from '../support/backend'

const failing = answering(500)

/** A backend with data of every kind, and with a delivery that has failed twice. */
async function lived() {
  const harness = createHarness({}, failing)
  const { backend, call, clock, control, createEvent, createWebhook, list } = harness
  const { secret } = await createWebhook({ description: 'Warehouse' })
  await createWebhook({ url: 'https://test.example', events: ['a', 'b'] }, { key: 'sk_test_mock' })
  await createEvent({ idempotencyKey: 'once' })
  await call('POST', '/v1/events', {
    text: '{"type":"raw","data":{ "n": 1e400, "__proto__": {"é": 12345678901234567890} }}',
  })
  await createEvent({ type: 'of.test' }, { key: 'sk_test_mock' })
  const { json } = await control('POST /keys', { scopes: ['events:read'] })
  const data = await list<{ id: string; key: string }>('/__mock/keys')
  await control(`DELETE /keys/${data.find(({ key }) => key === 'sk_live_readonly_mock')!.id}`)
  await clock.advance(5_000)
  await backend.waitForIdle()
  return { ...harness, secret, reader: json.key }
}

const text = async ({ ask }: Harness, path: string, key?: string) => (await ask('GET', path, { key })).text()

test('a snapshot, as JSON text, brings all of it back elsewhere', async () => {
  const first = await lived()
  const document = JSON.stringify((await first.control('GET /snapshot')).json)
  const second = createHarness()
  await second.createEvent({ idempotencyKey: 'gone' })
  const put = await second.control('PUT /snapshot', JSON.parse(document) as object)
  expect(put.status).toBe(204)
  for (const key of ['sk_live_mock', 'sk_test_mock']) {
    for (const path of ['/v1/events', '/v1/webhooks']) {
      expect(await text(second, path, key)).toBe(await text(first, path, key))
    }
  }
  expect(await text(second, '/v1/events')).toContain(
    '{ "n": 1e400, "__proto__": {"é": 12345678901234567890} }',
  )
  expect(JSON.stringify(await second.backend.snapshot())).toBe(document)

  expect((await second.call('GET', '/v1/events', { key: first.reader })).status).toBe(200)
  expect((await second.call('GET', '/v1/events', { key: 'sk_live_readonly_mock' })).status).toBe(401)
  expect(
    (await second.createEvent({ idempotencyKey: 'gone' })).headers.get('idempotency-replayed'),
  ).toBeNull()
  const replayed = await second.createEvent({ idempotencyKey: 'once' })
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  expect(
    (await second.createEvent({ idempotencyKey: 'once' }, { key: 'sk_test_mock' })).headers.get(
      'idempotency-replayed',
    ),
  ).toBeNull()
})

test('what a caller changes in a snapshot, taken or restored, changes nothing of the backend', async () => {
  const { backend } = await lived()
  const changed = await backend.snapshot()
  const before = JSON.stringify(changed)
  const change = () => {
    for (const list of [changed.keys[3]!.scopes, changed.webhooks[0]!.events])
      (list as string[]).push('other')
    Object.assign(changed.keys[0]!, { name: 'Other' })
  }
  change()
  expect(JSON.stringify(await backend.snapshot())).toBe(before)
  const restored = JSON.parse(before) as typeof changed
  Object.assign(changed, restored)
  await backend.restore(changed)
  change()
  expect(JSON.stringify(await backend.snapshot())).toBe(before)
})

test('deliveries that were pending go on where they were, with the same signature key', async () => {
  const first = await lived()
  const snapshot = await first.backend.snapshot()
  expect(snapshot.deliveries).toHaveLength(2)
  const second = createHarness()
  await second.backend.restore(snapshot)
  expect(second.clock.now()).toBe(first.clock.now())
  await second.backend.waitForIdle()
  expect(second.received).toEqual([])
  await second.clock.advance(5 * 60_000)
  expect(second.backend.deliveries()).toMatchObject([{ attempt: 3 }, { attempt: 3 }])
  for (const { body, headers } of second.received) {
    await verify({ body, headers }, { secret: first.secret, now: second.clock.now })
  }
  const bodies = ({ received }: typeof second) => new Set(received.map(({ body }) => body))
  expect(bodies(second)).toEqual(bodies(first))
})

test('a snapshot is a seed, and keeps the rest of each idempotency window', async () => {
  const first = await lived()
  const seed = await first.backend.snapshot()
  const second = createHarness({ seed })
  expect((await second.createEvent({ idempotencyKey: 'once' })).headers.get('idempotency-replayed')).toBe(
    'true',
  )
  await first.clock.advance(24 * 3_600_000)
  const late = createHarness()
  await late.backend.restore(await first.backend.snapshot())
  expect((await late.createEvent({ idempotencyKey: 'once' })).headers.get('idempotency-replayed')).toBeNull()
})

test('no earlier delivery falls due while the clock catches up with a snapshot', async () => {
  const first = await lived()
  const later = createHarness()
  await later.clock.advance(3 * 86_400_000)
  first.received.length = 0
  await first.backend.restore(await later.backend.snapshot())
  expect(first.clock.now()).toBe(later.clock.now())
  expect(first.received).toEqual([])
})

test('a snapshot that a backend starts with moves its clock', async () => {
  const { backend, clock, createEvent } = createHarness()
  await clock.advance(86_400_000)
  await createEvent({ idempotencyKey: 'once' })
  const second = createHarness({ seed: await backend.snapshot() })
  await second.call('GET', '/v1/events')
  expect(second.clock.now()).toBe(clock.now())
})

test('of two snapshots restored at once the later one stays, and requests meanwhile see all of it', async () => {
  const first = await lived()
  const snapshot = await first.backend.snapshot()
  const { backend, call } = createHarness()
  const restored = [backend.restore(snapshot), backend.restore(snapshot)]
  const { json } = await call('GET', '/v1/events', { key: first.reader })
  await Promise.all(restored)
  expect(json.data).toHaveLength(2)
  expect((await backend.snapshot()).events).toEqual(snapshot.events)
})
