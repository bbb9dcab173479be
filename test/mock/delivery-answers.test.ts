import { expect, test } from 'vitest'
import type { DeliveryEntry, JournalEntry } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

test('an attempt keeps the status, the headers and the first 16 KiB of the answer of its receiver', async () => {
  const body = 'é'.repeat(8_192) + 'beyond'
  const harness = createHarness({}, () => new Response(body, { status: 422, headers: { 'x-why': 'no' } }))
  await harness.createWebhook()
  await harness.createEvent()
  await harness.backend.waitForIdle()
  const { json } = await harness.call('GET', '/__mock/journal', { key: null })
  const entry = (json as unknown as { data: JournalEntry[] }).data.at(-1) as DeliveryEntry
  expect(entry.answer).toMatchObject({ status: 422, headers: { 'x-why': 'no' }, body: 'é'.repeat(8_192) })
  expect(entry.next).toBe(entry.retryAt)
  expect(Date.parse(entry.next ?? '')).toBeGreaterThan(Date.parse(entry.at))
})

test('an answer that breaks off is kept as far as it came, and its status counts', async () => {
  const { backend, createEvent, createWebhook } = createHarness({}, () => {
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
  await createEvent()
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([
    { outcome: 'delivered', answer: { status: 200, body: 'half' } },
  ])
})

test('a receiver that does not answer leaves no answer', async () => {
  const { backend, createEvent, createWebhook } = createHarness({}, () => Promise.reject(new Error('down')))
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ error: 'down' }])
  expect(backend.deliveries()[0]?.answer).toBeUndefined()
})
