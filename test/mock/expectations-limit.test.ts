import { expect, onTestFinished, test, vi } from 'vitest'
import { type Backend, createBackend, DeliveryExpectationError, expectDelivered } from '@event-delivery/mock'
import { matchers } from '@event-delivery/mock/matchers'

const waits = [
  ['backend.waitForIdle()', (backend) => backend.waitForIdle()],
  ['expectDelivered', (backend) => expectDelivered(backend)],
  ['toHaveDelivered', (backend) => matchers.toHaveDelivered(backend)],
] satisfies [string, (backend: Backend) => Promise<unknown>][]

test.each(waits)('%s gives up after three seconds, before the limit of a test', async (_name, wait) => {
  const webhooks = [{ url: 'https://shop.example/hooks', events: ['*'] }]
  const backend = createBackend({ fetch: () => new Promise(() => {}), seed: { webhooks } })
  onTestFinished(() => backend.close())
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const body = JSON.stringify({ type: 'order.paid', data: {} })
  await backend.fetch(new Request('http://localhost/v1/events', { method: 'POST', headers, body }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let error: unknown
  const waiting = wait(backend).catch((thrown: unknown) => (error = thrown))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(error).toBeInstanceOf(DeliveryExpectationError)
})
