import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { answering, createHarness, type Harness, type Receiver } from '../support/backend'

const failing: Receiver = answering(500)

/** A delivery whose first attempt has been made. */
async function attempted(receiver: Receiver) {
  const harness = createHarness({}, receiver)
  const { createWebhook, deliver } = harness
  const webhook = await createWebhook()
  const { json: event } = await deliver()
  const { deliveryId } = (await attempts(harness)).at(-1)!
  return { ...harness, harness, webhook, event, deliveryId }
}

async function attempts({
  list,
}: Harness): Promise<{ deliveryId: string; attempt: number; outcome: string }[]> {
  return (await list('/__mock/attempts')) as never
}

test('a delivery that waits is tried at once, and its schedule goes on from there', async () => {
  const { backend, clock, control, deliver, deliveryId, event, harness, received, webhook } =
    await attempted(failing)
  await deliver()
  const reply = await control(`POST /deliveries/${deliveryId}/attempt`)
  expect([reply.status, reply.json]).toEqual([
    200,
    { id: deliveryId, event: event.id, webhook: webhook.id, attempt: 2, sent: 'by-schedule' },
  ])
  await backend.waitForIdle()
  expect(received).toHaveLength(3)
  expect((await attempts(harness)).at(-1)).toMatchObject({ deliveryId, attempt: 2, outcome: 'failed' })
  // The other delivery is due after five seconds, this one only after the five minutes that follow its second attempt.
  await clock.advance(5_000)
  expect((await attempts(harness)).map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2])
  await clock.advance(5 * 60_000)
  const own = (await attempts(harness)).filter((one) => one.deliveryId === deliveryId)
  expect(own.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
})

test('a delivery that is over is sent once more under its id, and no retry follows', async () => {
  const { backend, clock, control, deliveryId, harness, received, webhook } = await attempted(
    answering(204, 500),
  )
  const reply = await control(`POST /deliveries/${deliveryId}/attempt`)
  expect(reply.json).toMatchObject({ id: deliveryId, attempt: 2, sent: 'once' })
  await backend.waitForIdle()
  expect((await attempts(harness)).at(-1)).toMatchObject({
    ...{ deliveryId, attempt: 2, outcome: 'abandoned', resent: true },
  })
  await clock.advance(24 * 60 * 60_000)
  expect(received).toHaveLength(2)
  const [first, second] = received
  expect(second!.headers.get('webhook-id')).toBe(first!.headers.get('webhook-id'))
  expect(() => new Webhook(webhook.secret).sign('x', new Date(), second!.body)).not.toThrow()
})

test('a delivery is sent to any URL, signed as for its webhook, and its own schedule goes on', async () => {
  const { backend, clock, control, deliveryId, event, harness, received } = await attempted(failing)
  const url = 'http://localhost:3000/in'
  const sent = await control('POST /deliveries', { url, delivery: deliveryId })
  await backend.waitForIdle()
  const there = received.at(-1)!
  expect(there.url).toBe(url)
  expect([...there.headers]).toEqual([...received[0]!.headers])
  const id = (sent.json as { id: string }).id
  expect((await attempts(harness)).at(-1)).toMatchObject({
    deliveryId: id,
    eventId: event.id,
    url,
    attempt: 1,
  })
  // Sent again, it goes there again, and the delivery to the webhook is what it was.
  await control(`POST /deliveries/${id}/resend`)
  await backend.waitForIdle()
  expect(received.at(-1)!.url).toBe(url)
  await clock.advance(5_000)
  expect((await attempts(harness)).at(-1)).toMatchObject({ deliveryId, attempt: 2, url: received[0]!.url })
  expect((await control('POST /deliveries', { url, delivery: 'dlv_404' })).status).toBe(404)
})

test('an edited delivery is signed as it is sent, and the journal says what was edited', async () => {
  const { backend, control, deliveryId, harness, received, webhook } = await attempted(failing)
  const body = '{"type":"order.paid","data":{"order":2}}'
  const headers = { 'X-Debug': 'yes', 'User-Agent': null }
  const reply = await control(`POST /deliveries/${deliveryId}/resend`, { body, headers })
  expect(reply.json).toMatchObject({ sent: 'once', edited: ['body', 'headers'] })
  await backend.waitForIdle()
  const { headers: sent, body: sentBody, at } = received.at(-1)!
  expect([sentBody, sent.get('x-debug'), sent.get('user-agent')]).toEqual([body, 'yes', null])
  const signed = new Webhook(webhook.secret).sign(sent.get('webhook-id')!, new Date(at), body)
  expect(sent.get('webhook-signature')).toBe(signed)
  expect((await attempts(harness)).at(-1)).toMatchObject({
    ...{ deliveryId, resent: true, edited: ['body', 'headers'], body },
  })
})

test('a signature of choice takes the place of the right one', async () => {
  const { backend, control, deliveryId, received } = await attempted(failing)
  const headers = { 'webhook-signature': 'v1,bm9uZQ==' }
  await control(`POST /deliveries/${deliveryId}/resend`, { headers })
  await backend.waitForIdle()
  expect(received.at(-1)!.headers.get('webhook-signature')).toBe('v1,bm9uZQ==')
})

test.each([
  [{ headers: { 'a b': 'c' } }, 'headers.a b'],
  [{ headers: { a: 'b\r\nc: d' } }, 'headers.a'],
  [{ headers: { Host: 'x' } }, 'headers.Host'],
  [{ headers: { a: 1 } }, 'headers.a'],
])('the edit %j is refused', async (body, param) => {
  const { control, deliveryId, received } = await attempted(failing)
  const reply = await control(`POST /deliveries/${deliveryId}/resend`, body)
  expect(reply).toMatchObject({ status: 400, json: { error: { param } } })
  expect(received).toHaveLength(1)
})

test('nothing is sent again to a webhook that was deleted, or of a delivery that nobody knows', async () => {
  const { call, control, deliveryId, received, webhook } = await attempted(failing)
  await call('DELETE', `/v1/webhooks/${webhook.id}`)
  for (const act of ['attempt', 'resend']) {
    const reply = await control(`POST /deliveries/${deliveryId}/${act}`)
    expect(reply).toMatchObject({ status: 409, json: { error: { code: 'webhook_deleted' } } })
    expect((await control(`POST /deliveries/dlv_999/${act}`)).status).toBe(404)
  }
  expect(received).toHaveLength(1)
})

test('a process that only answers sends nothing again, and says which one does', async () => {
  const { control } = createHarness({ role: 'api' })
  const reply = await control('POST /deliveries/dlv_1/resend')
  expect(reply).toMatchObject({ status: 409, json: { error: { code: 'delivers_elsewhere' } } })
})

test('all that failed is sent again: what waits, what was abandoned, and nothing that came through', async () => {
  let status = 500
  const harness = createHarness({}, ({ url }) =>
    url.includes('good') ? new Response(null, { status: 204 }) : new Response(null, { status }),
  )
  const { backend, clock, control, createWebhook, deliver, received } = harness
  await createWebhook({ url: 'https://good.example/hooks' })
  const bad = await createWebhook({ url: 'https://bad.example/hooks' })
  await deliver()
  // Ten attempts end within four days.
  await clock.advance(4 * 24 * 60 * 60_000)
  await deliver()
  received.length = 0
  status = 204
  const redeliver = (body?: object) => control('POST /deliveries/redeliver', body)
  expect((await redeliver({ webhook: 'wh_other' })).json).toEqual({
    failed: 0,
    sent: 0,
    skipped: [],
    left: 0,
  })
  const due = new Date(clock.now()).toISOString()
  expect((await redeliver({ limit: 1 })).json).toEqual({ failed: 2, sent: 1, skipped: [], left: 1, due })
  await backend.waitForIdle()
  expect((await redeliver({ webhook: bad.id })).json).toEqual({
    ...{ failed: 1, sent: 1, skipped: [], left: 0, due },
  })
  await backend.waitForIdle()
  expect(received.map(({ url }) => url)).toEqual(Array.from({ length: 2 }, () => 'https://bad.example/hooks'))
  expect((await redeliver()).json).toMatchObject({ failed: 0, sent: 0 })
})

test('what cannot be sent again is named with its reason', async () => {
  const { call, clock, control, deliveryId, webhook } = await attempted(failing)
  await clock.advance(4 * 24 * 60 * 60_000)
  await call('DELETE', `/v1/webhooks/${webhook.id}`)
  expect((await control('POST /deliveries/redeliver')).json).toMatchObject({
    failed: 1,
    sent: 0,
    skipped: [{ id: deliveryId, code: 'webhook_deleted' }],
  })
})

test('a deleted webhook gets none of the attempts that still wait for their turn', async () => {
  const harness = createHarness({}, failing)
  const { backend, call, clock, control, createEvent, createWebhook, received } = harness
  const { id } = await createWebhook()
  for (let index = 0; index < 30; index++) await createEvent()
  await backend.waitForIdle()
  await clock.advance(4 * 24 * 60 * 60_000)
  received.length = 0
  const sent = control('POST /deliveries/redeliver')
  await call('DELETE', `/v1/webhooks/${id}`)
  await sent
  await backend.waitForIdle()
  expect(received.length).toBeLessThan(30)
})
