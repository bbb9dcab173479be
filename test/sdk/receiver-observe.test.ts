import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type DeliveryObserver,
  type ObservedDelivery,
  type ReceiverOptions,
} from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { deliver, otherSecret, receiver } from './deliveries'

/** An observer, and what it saw of each delivery in the end. */
function watching() {
  const seen: ObservedDelivery[] = []
  const observe: DeliveryObserver = async (delivery, handle) => {
    await handle()
    seen.push(delivery)
  }
  return { seen, observe }
}

const fails = () => {
  throw new TypeError('broken')
}

test('an observer learns what became of each delivery', async () => {
  const { seen, observe } = watching()
  const { receive } = receiver({ observe })
  await receive(await deliver())
  await receive(await deliver())
  await receive(await deliver({ secret: otherSecret }))
  await receive(new Request('https://a.example'))
  await receiver({ observe, otherwise: fails }).receive(await deliver())
  await receiver({ observe, maxBytes: 10 }).receive(await deliver())
  expect(seen).toMatchObject([
    { outcome: 'handled', id: 'msg_test', event: { id: 'evt_1', type: 'order.paid' } },
    { outcome: 'duplicate', id: 'msg_test' },
    { outcome: 'refused', error: { code: 'no-match' } },
    { outcome: 'refused' },
    { outcome: 'failed', error: { message: 'broken' } },
    { outcome: 'refused' },
  ])
  expect(seen[2]).not.toHaveProperty('event')
})

test('an observer sees a delivery that comes while it is being handled', async () => {
  const { seen, observe } = watching()
  let finish: (() => void) | undefined
  const otherwise = () => new Promise<void>((resolve) => (finish = resolve))
  const { receive } = receiver({ observe, otherwise })
  const first = receive(await deliver())
  await expect.poll(() => finish).toBeDefined()
  expect((await receive(await deliver())).status).toBe(503)
  finish?.()
  await first
  await expect.poll(() => seen).toMatchObject([{ outcome: 'busy' }, { outcome: 'handled' }])
})

test('the handlers run in the context of an observer that calls handle at once', async () => {
  const context = new AsyncLocalStorage<string>()
  let found: string | undefined
  const { receive } = receiver({
    observe: (_, handle) => context.run('observed', handle),
    otherwise: () => void (found = context.getStore()),
  })
  await receive(await deliver())
  expect(found).toBe('observed')
})

test.each<[string, ReceiverOptions['observe']]>([
  ['throws', fails],
  ['rejects', () => Promise.reject(new Error('broken'))],
  ['hangs', () => new Promise(() => {})],
  ['never handles the delivery', () => {}],
  ['handles the delivery twice', (_, handle) => Promise.all([handle(), handle()])],
  ['handles the delivery late', (_, handle) => new Promise((resolve) => setTimeout(() => resolve(handle())))],
])('an observer that %s changes nothing', async (_, observe) => {
  const { receive, seen } = receiver({ observe })
  expect((await receive(await deliver())).status).toBe(204)
  expect(seen).toEqual(['order.paid'])
})
