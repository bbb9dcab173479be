import { expect, onTestFinished, test, vi } from 'vitest'
import { DeliveryExpectationError, expectDelivered } from '@event-delivery/mock'
import { matchers } from '@event-delivery/mock/matchers'
import { createHarness, never } from '../support/backend'

const waits = [
  ['backend.waitForIdle()', ({ backend }) => backend.waitForIdle()],
  ['expectDelivered', ({ backend }) => expectDelivered(backend)],
  ['toHaveDelivered', ({ backend }) => matchers.toHaveDelivered(backend)],
] satisfies [string, (harness: ReturnType<typeof createHarness>) => Promise<unknown>][]

test.each(waits)('%s gives up after three seconds, before the limit of a test', async (_name, wait) => {
  const harness = createHarness({}, never)
  await harness.createWebhook()
  await harness.createEvent()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let error: unknown
  const waiting = wait(harness).catch((thrown: unknown) => (error = thrown))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(error).toBeInstanceOf(DeliveryExpectationError)
})
