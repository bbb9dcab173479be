import { expect, test } from 'vitest'
import type { DeliveryEntry } from '@event-delivery/mock'
import { attempted, createHarness } from '../support/backend'

test('an attempt keeps the status, the headers and the first 16 KiB of the answer of its receiver', async () => {
  const body = 'é'.repeat(8_192) + 'beyond'
  const harness = createHarness({}, () => new Response(body, { status: 422, headers: { 'x-why': 'no' } }))
  await harness.createWebhook()
  await harness.deliver()
  const entry = (await harness.journal<DeliveryEntry>()).at(-1)!
  expect(entry.answer).toMatchObject({ status: 422, headers: { 'x-why': 'no' }, body: 'é'.repeat(8_192) })
  expect(entry.next).toBe(entry.retryAt)
  expect(Date.parse(entry.next ?? '')).toBeGreaterThan(Date.parse(entry.at))
})

test('an answer that breaks off is kept as far as it came, and its status counts', async () => {
  const { backend, createWebhook, deliver } = createHarness({}, () => {
    let sent = false
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent) controller.error(new Error('reset'))
        else controller.enqueue(new TextEncoder().encode('half'))
        sent = true
      },
    })
    return new Response(stream, { status: 200 })
  })
  await createWebhook()
  await deliver()
  expect(backend.deliveries()).toMatchObject([
    { outcome: 'delivered', answer: { status: 200, body: 'half' } },
  ])
})

test('a receiver that does not answer leaves no answer', async () => {
  const { backend } = await attempted({}, () => Promise.reject(new Error('down')))
  expect(backend.deliveries()).toMatchObject([{ error: 'down' }])
  expect(backend.deliveries()[0]?.answer).toBeUndefined()
})
