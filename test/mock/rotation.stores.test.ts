import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { answering, createHarness, type Harness, type ReceivedDelivery } from '../support/backend'

const day = 24 * 60 * 60 * 1_000

/** Whether a delivery carries a signature of this secret. */
function isSignedBy(secret: string, { headers, body, at }: ReceivedDelivery): boolean {
  const sent = Object.fromEntries(headers)
  // The library judges the age of a timestamp by the wall clock, so the signature alone is compared.
  const signed = new Webhook(secret).sign(sent['webhook-id'] ?? '', new Date(at), body)
  return (sent['webhook-signature'] ?? '').split(' ').includes(signed)
}

const rotate = ({ control }: Harness, id: string, body = {}) => control(`POST /webhooks/${id}/rotate`, body)

test('after a rotation both secrets sign until the overlap ends, and then the new one alone', async () => {
  const harness = createHarness()
  const { clock, createWebhook, deliver, received } = harness
  const { id, secret: earlier } = await createWebhook()
  const { json } = await rotate(harness, id)
  expect(json).toEqual({ id, secret: json.secret, previousUntil: '2026-11-22T03:00:00.000Z' })
  expect(json.secret).toMatch(/^whsec_/)
  expect(json.secret).not.toBe(earlier)
  const signers = async () => {
    await deliver()
    const last = received.at(-1)!
    return [earlier, json.secret].map((secret) => isSignedBy(secret, last))
  }
  expect(await signers()).toEqual([true, true])
  await clock.advance(day - 1)
  expect(await signers()).toEqual([true, true])
  await clock.advance(1)
  expect(await signers()).toEqual([false, true])
})

test('a rotation takes a secret and an overlap, and concerns retries that are pending', async () => {
  const secret = `whsec_${btoa('a new secret of this test')}`
  const harness = createHarness({}, answering(500, 204))
  const { clock, createWebhook, deliver, received } = harness
  const { id, secret: earlier } = await createWebhook()
  await deliver()
  expect((await rotate(harness, id, { secret, overlap: 0 })).json).toMatchObject({
    secret,
    previousUntil: '2026-11-21T03:00:00.000Z',
  })
  await clock.advance(5_000)
  expect(received).toHaveLength(2)
  expect([earlier, secret].map((each) => isSignedBy(each, received[1]!))).toEqual([false, true])
  expect(JSON.stringify(await harness.control('GET /journal'))).not.toContain(secret)
})

test.each([
  [{ secret: 'abc' }, 'secret'],
  [{ overlap: -1 }, 'overlap'],
  [{ overlaps: 1 }, 'overlaps'],
])('the rotation %j is refused', async (body, param) => {
  const harness = createHarness()
  const { id } = await harness.createWebhook()
  expect(await rotate(harness, id, body)).toMatchObject({ status: 400, json: { error: { param } } })
  expect((await rotate(harness, 'wh_none')).status).toBe(404)
})

test('a webhook whose receiver answers 410 is disabled where the dialect says so, and only there', async () => {
  for (const goneDisables of [false, true]) {
    const harness = createHarness({ dialect: { goneDisables } }, answering(410))
    const { backend, call, clock, createWebhook, deliver, journal, received } = harness
    const { id } = await createWebhook()
    await deliver()
    await deliver()
    await clock.advance(day)
    expect(received).toHaveLength(goneDisables ? 1 : 2)
    const listed = await call('GET', '/v1/webhooks')
    expect(listed.json.data).toMatchObject([{ id, status: goneDisables ? 'disabled' : 'active' }])
    const codes = (await journal<{ code?: string }>()).map(({ code }) => code)
    expect(codes.includes('webhook-disabled')).toBe(goneDisables)
    await backend.restore(await backend.snapshot())
    const again = await call('GET', '/v1/webhooks')
    expect(again.json.data).toMatchObject([{ id, status: goneDisables ? 'disabled' : 'active' }])
  }
})
