import { expect, test } from 'vitest'
import { createClock, type Fault } from '@event-delivery/mock'
import { answering, attempted, createHarness, type Harness, start } from '../support/backend'

const notices = async ({ journal }: Harness) => (await journal()).filter(({ kind }) => kind === 'notice')

test.each<[fault: Fault, attempt: object]>([
  [
    { kind: 'status', webhook: '*', status: 429, retryAfter: 60 },
    { status: 429, outcome: 'failed', retryAt: '2026-11-21T03:01:00.000Z' },
  ],
  [
    { kind: 'status', webhook: '*' },
    { status: 503, outcome: 'failed' },
  ],
  [
    { kind: 'status', webhook: '*', status: 204 },
    { status: 204, outcome: 'delivered' },
  ],
  [
    { kind: 'connection-refused' },
    { error: expect.stringContaining('ECONNREFUSED') as string, outcome: 'failed' },
  ],
  [{ kind: 'timeout' }, { error: 'no answer within 15000 ms', duration: 15_000, outcome: 'failed' }],
])('a fault of deliveries takes the place of the receiver: %j', async (fault, attempt) => {
  // An advance waits a part of its time for the attempt that never ends by itself.
  const hurried = createClock({ now: start, timeout: 30 })
  const { backend, clock, createEvent, createWebhook, received } = createHarness({ clock: hurried })
  await createWebhook()
  backend.faults.add({ ...fault, times: 1, seed: 4 })
  await createEvent()
  if (fault.kind === 'timeout') {
    // The attempt ends by the clock alone, so the advance goes a little at a time until it has begun.
    while (backend.deliveries().length === 0) await clock.advance(15_000)
    expect(backend.deliveries()[0]).toMatchObject({ ...attempt, duration: expect.any(Number) as number })
  } else {
    await backend.waitForIdle()
    expect(backend.deliveries()).toMatchObject([attempt])
    expect(received).toEqual([])
  }
  expect(backend.deliveries()[0]?.fault).toBe(`fault_1; kind=${fault.kind}; seed=4; draw=1`)
})

test('a fault of one webhook spares the deliveries of others', async () => {
  const { backend, createWebhook, deliver, received } = createHarness()
  const affected = await createWebhook({ url: 'https://affected.example' })
  await createWebhook({ url: 'https://spared.example' })
  backend.faults.add({ kind: 'connection-refused', webhook: affected.id })
  await deliver()
  expect(received.map(({ url }) => url)).toEqual(['https://spared.example'])
  expect(backend.deliveries().find(({ outcome }) => outcome === 'failed')).toMatchObject({
    webhookId: affected.id,
  })
})

test('a fault of the kind status affects requests without a webhook, and deliveries with one', async () => {
  const { backend, createEvent, createWebhook, deliver } = createHarness()
  await createWebhook()
  backend.faults.add({ kind: 'status', webhook: '*', status: 500 })
  expect((await deliver()).status).toBe(201)
  expect(backend.deliveries()).toMatchObject([{ status: 500 }])
  backend.faults.clear()
  backend.faults.add({ kind: 'status', status: 500 })
  expect((await createEvent()).status).toBe(500)
})

test.each<[object, string]>([
  [{ kind: 'reset', webhook: 'wh_1' }, 'A fault of the kind reset has no webhook.'],
  [{ kind: 'timeout', webhook: '' }, 'webhook must be the id of a webhook, or * for all of them.'],
  [
    { kind: 'status', webhook: '*', operation: 'createEvent' },
    'A fault affects an operation or the deliveries of a webhook, not both.',
  ],
])('the fault %j is refused', async (fault, message) => {
  const { control } = createHarness()
  expect(await control('POST /faults', fault)).toMatchObject({ status: 400, json: { error: { message } } })
})

test('a spent fault leaves the quota, is listed as spent, and a notice says so', async () => {
  const harness = createHarness()
  const { backend, call, control } = harness
  for (let count = 0; count < 100; count++) {
    backend.faults.add({ kind: 'status', times: 1, seed: count })
    expect((await call('GET', '/v1/events')).status).toBe(503)
  }
  expect((await call('GET', '/v1/events')).status).toBe(200)
  expect(() => backend.faults.add({ kind: 'status' })).not.toThrow()
  const { json } = await control('GET /faults')
  expect(json).toMatchObject({ data: [{ id: 'fault_101' }] })
  expect((json as unknown as { spent: object[] }).spent).toHaveLength(100)
  expect((await notices(harness))[0]).toMatchObject({
    code: 'fault-spent',
    message: 'The fault fault_1 (status) has occurred 1 times, as often as it may, and is in force no more.',
  })
  expect((await control('DELETE /faults/fault_7')).status).toBe(200)
})

test('latency-after-commit delays the answer and not the event, by fault and by preference', async () => {
  for (const prefer of [undefined, 'fault=latency-after-commit, delay=5000']) {
    const harness = createHarness()
    const { backend, clock, createEvent } = harness
    if (prefer === undefined) backend.faults.add({ kind: 'latency-after-commit', latency: 5_000 })
    let isAnswered = false
    const headers: Record<string, string> = prefer === undefined ? {} : { prefer }
    const answer = createEvent({ idempotencyKey: 'k' }, { headers }).then((reply) => {
      isAnswered = true
      return reply
    })
    while ((await notices(harness)).length === 0) await new Promise(setImmediate)
    expect((await backend.snapshot()).events).toHaveLength(1)
    expect((await notices(harness))[0]).toMatchObject({ code: 'request-waits' })
    await clock.advance(4_999)
    expect(isAnswered).toBe(false)
    await clock.advance(1)
    expect((await answer).status).toBe(201)
    backend.faults.clear()
    expect((await createEvent({ idempotencyKey: 'k' })).headers.get('idempotency-replayed')).toBe('true')
  }
})

test('Prefer wants a delay beside latency-after-commit', async () => {
  const { createEvent } = createHarness()
  expect(await createEvent({}, { headers: { prefer: 'fault=latency-after-commit' } })).toMatchObject({
    status: 400,
    json: { error: { message: 'Prefer: fault=latency-after-commit wants delay=MILLISECONDS beside it.' } },
  })
})

test('a fault affects the attempt that is brought forward, and no delivery that is sent beside the schedule', async () => {
  const { backend, control } = await attempted({}, answering(503))
  const id = backend.deliveries()[0]?.deliveryId ?? ''
  backend.faults.add({ kind: 'connection-refused', webhook: '*' })
  await control(`POST /deliveries/${id}/resend`, {})
  await backend.waitForIdle()
  expect(backend.deliveries().at(-1)).toMatchObject({ resent: true, status: 503 })
  expect(backend.deliveries().at(-1)?.fault).toBeUndefined()
  expect(backend.faults.list()).toMatchObject([{ hits: 0, draw: 1 }])

  await control(`POST /deliveries/${id}/attempt`, {})
  await backend.waitForIdle()
  expect(backend.deliveries().at(-1)?.fault).toContain('kind=connection-refused')
  expect(backend.deliveries().at(-1)?.status).toBeUndefined()
  expect(backend.faults.list()).toMatchObject([{ hits: 1 }])
})
