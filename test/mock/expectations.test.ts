import { expect, test } from 'vitest'
import {
  createClock,
  DeliveryExpectationError,
  expectDelivered,
  waitForIdle,
  type ExpectedDelivery,
} from '@event-delivery/mock'
import { matchers } from '@event-delivery/mock/matchers'
import { toHaveDeliveredInTime } from '../../mock/testing/page-matcher'
import { accept, answering, createHarness, start } from '../support/backend'

test('a delivery that was made is returned', async () => {
  const { backend, createEvent, createWebhook } = createHarness()
  const { id } = await createWebhook({ url: 'https://shop.example/hooks' })
  await createEvent({
    type: 'order.paid',
    data: { order: 7, lines: [{ sku: 'a' }], buyer: { name: 'B', age: 4 } },
  })
  await createEvent({ type: 'order.sent', data: { order: 7 } })
  const [delivery, ...others] = await expectDelivered(backend, {
    type: 'order.paid',
    webhookId: id,
    url: 'https://shop.example/hooks',
    data: { buyer: { name: 'B' }, lines: [{ sku: 'a' }] },
  })
  expect(others).toEqual([])
  expect(delivery).toMatchObject({ eventType: 'order.paid', outcome: 'delivered', attempt: 1 })
  expect(delivery!.headers['webhook-signature']).toMatch(/^v1,/)
  expect(await expectDelivered(backend, { times: 2, data: { order: 7 } })).toHaveLength(2)
  expect(await expectDelivered(backend, { times: 0, type: 'other' })).toEqual([])
})

test.each([
  [
    { type: 'order.refunded' },
    /A delivery like .*order\.refunded.* expected, 0 found\. Delivered or tried:\n {2}order\.paid evt_\w+ to https/,
  ],
  [{ data: { order: 2 } }, /0 found/],
  [{ data: { lines: [] } }, /0 found/],
  [{ data: { __proto__: null, toString: {} } }, /0 found/],
  [{ times: 2 }, /2 deliveries .* 1 found/],
  [{ times: 0 }, /0 deliveries .* 1 found/],
])('a delivery like %j is missing, and the message lists the others', async (expected, message) => {
  const { backend, createEvent, createWebhook } = createHarness()
  await createWebhook()
  await createEvent({ data: { order: 1 } })
  await expect(expectDelivered(backend, expected)).rejects.toThrow(message)
})

test.each([
  [
    { eventTyp: 'order.refunded' },
    'eventTyp is no field of an expected delivery. The nearest one is eventId.',
  ],
  ['order.refunded', "An expected delivery is an object, such as { type: 'order.paid' }."],
  [null, 'An expected delivery is an object'],
  [['order.refunded'], 'An expected delivery is an object'],
  [{ type: /order/ }, 'type must be a string.'],
  [{ to: new URL('https://shop.example/hooks') }, 'to must be a string.'],
  [{ times: '1' }, 'times must be a whole number from 0 on.'],
  [{ times: -1 }, 'times must be a whole number'],
  [{ timeout: Infinity }, 'timeout must be a number of milliseconds from 0 to 2147483647.'],
])(
  '%j is refused as an expected delivery in each runner, in place of being met by any',
  async (given, message) => {
    const { backend, createWebhook, deliver } = createHarness()
    await createWebhook()
    await deliver()
    const expected = given as ExpectedDelivery
    const inPage = { isNot: false, timeout: 0 }
    const judged = [
      () => expectDelivered(backend, expected),
      () => matchers.toHaveDelivered(backend, expected),
      () => toHaveDeliveredInTime.call(inPage, backend, expected),
    ]
    for (const judge of judged) await expect(judge()).rejects.toThrow(message)
  },
)

test('a delivery that was sent again with a body that is no JSON is none with the expected data', async () => {
  const { backend, control, createWebhook, deliver } = createHarness()
  await createWebhook()
  await deliver()
  const [delivery] = backend.deliveries()
  for (const body of ['no JSON', 'null'])
    await control(`POST /deliveries/${delivery!.deliveryId}/resend`, { body })
  expect(await expectDelivered(backend, { data: { order: 1 } })).toEqual([delivery])
  expect(backend.deliveries()).toHaveLength(3)
})

test('a delivery that failed is reported with its status and its next attempt', async () => {
  const { backend, createEvent, createWebhook } = createHarness({}, answering(500))
  await createWebhook()
  await createEvent()
  await expect(expectDelivered(backend, { type: 'order.paid' })).rejects.toThrow(
    /Tried, and failed:\n {2}order\.paid .* attempt 1 failed \(500\), again at 2026-11-21T03:00:0/,
  )
})

test('a retry that waits for the clock is told with the advice to advance it', async () => {
  const { backend, createEvent, createWebhook } = createHarness({}, answering(500))
  const { id } = await createWebhook()
  await createEvent()
  await expect(expectDelivered(backend)).rejects.toThrow(
    new RegExp(`webhook ${id}: attempt 1 failed \\(500\\)[^]*advance it \\(.clock\\.advance`),
  )
})

test('a delivery that a fault delays is told with its webhook, its time and the advice to advance the clock', async () => {
  const { backend, control, createEvent, createWebhook } = createHarness()
  const { id } = await createWebhook()
  await control('POST /faults', { kind: 'slow', latency: 60_000 })
  const { json } = await createEvent()
  await expect(expectDelivered(backend)).rejects.toThrow(
    new RegExp(
      `Nothing was tried yet\\. Waiting:\\n {2}${json.id} to the webhook ${id}, due at 2026-[^]*advance it`,
    ),
  )
})

test('when nothing was tried, the message counts events and names webhooks with their URLs', async () => {
  const { backend, createEvent, createWebhook } = createHarness()
  const { id } = await createWebhook({ events: ['order.sent'] })
  await createEvent()
  await createEvent({}, { key: 'sk_test_mock' })
  await expect(expectDelivered(backend)).rejects.toThrow(
    `Nothing was tried: there are 2 events (1 of them live), and live webhooks:\n  ${id} at https://shop.example/hooks for ["order.sent"]\n`,
  )
})

test('a receiver that does not answer ends the wait, not the test, and is named with what to do', async () => {
  const clock = createClock({ now: start, timeout: 30 })
  const { backend, createEvent, createWebhook } = createHarness({ clock }, (request, count) =>
    count === 1 ? accept(request, count) : new Promise(() => {}),
  )
  const { id } = await createWebhook()
  await createEvent()
  await waitForIdle(backend)
  const { json } = await createEvent()
  const error: unknown = await waitForIdle(backend, { timeout: 20 }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DeliveryExpectationError)
  const { message } = error as Error
  expect(message).toContain('still under way after 20 ms')
  expect(message).toContain(`\n  ${json.id} to https://shop.example/hooks (webhook ${id}), attempt 1\n`)
  expect(message).toContain('The clock of the mock stands still')
  // The advice works: it ends the attempt.
  await clock.advance(15_000)
  await waitForIdle(backend, { timeout: 60_000 })
  expect(backend.deliveries().at(-1)).toMatchObject({ outcome: 'failed' })
})
