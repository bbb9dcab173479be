import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createHarness } from '../support/backend'

// A test of a front end replaces all timers of its platform, and moves none of them while it waits for the mock.
beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const many = 600

test('more deliveries than begin in one turn of the event loop are made where a test has replaced the timers', async () => {
  const { backend, createEvent, createWebhook, received } = createHarness()
  await createWebhook()
  for (let count = 0; count < 20; count++) await createEvent()
  await backend.waitForIdle()
  expect(received).toHaveLength(20)
})

test('what takes several turns of the event loop ends where a test has replaced the timers', async () => {
  const { backend, control, clock } = createHarness({
    seed: { events: Array.from({ length: many }, () => ({ type: 'order.paid', data: {} })) },
  })
  const snapshot = await backend.snapshot()
  expect(snapshot.events).toHaveLength(many)
  await backend.restore(snapshot)
  const { json } = await control<{ data: unknown[] }>('GET /events?limit=600')
  expect(json.data).toHaveLength(many)
  const work = vi.fn()
  for (let count = 0; count < many; count++) clock.schedule(work, 1)
  await clock.advance(1)
  expect(work).toHaveBeenCalledTimes(many)
})
