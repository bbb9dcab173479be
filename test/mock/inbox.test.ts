import { expect, test } from 'vitest'
import { createClock, createInbox, type DeliveryEvent } from '@event-delivery/mock'
import { createHarness, start } from '../support/backend'

const status = (code: number) => new Response(null, { status: code })

/** Sends one event to a webhook in this process. */
async function deliverTo(listener: (event: DeliveryEvent) => void) {
  const inbox = createInbox()
  inbox.addEventListener('delivery', listener)
  const harness = createHarness({ clock: createClock({ now: start }), fetch: inbox.fetch })
  await harness.createWebhook()
  await harness.createEvent()
  return harness
}

test.each<[form: string, answer: Parameters<DeliveryEvent['respondWith']>[0]]>([
  ['a Response', status(503)],
  ['a promise of one', Promise.resolve(status(503))],
  ['a function that returns one', () => status(503)],
  ['a function that returns a promise', async () => status(503)],
])('respondWith takes %s, and the delivery is answered by it', async (_form, answer) => {
  const { backend } = await deliverTo((event) => event.respondWith(answer))
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ status: 503, outcome: 'failed' }])
})

test('the delivery is under way until the promised answer is there', async () => {
  let answer = (_response: Response) => {}
  const promised = new Promise<Response>((resolve) => (answer = resolve))
  const { backend } = await deliverTo((event) => event.respondWith(() => promised))
  const idle = backend.waitForIdle()
  expect(backend.deliveries()).toEqual([])
  answer(status(200))
  await idle
  expect(backend.deliveries()).toMatchObject([{ status: 200, outcome: 'delivered' }])
})

test('the function is called once, and only the first call of respondWith counts', async () => {
  const calls: string[] = []
  const { backend } = await deliverTo((event) => {
    for (const name of ['first', 'second']) {
      event.respondWith(() => {
        calls.push(name)
        return status(name === 'first' ? 410 : 200)
      })
    }
  })
  await backend.waitForIdle()
  expect(calls).toEqual(['first'])
  expect(backend.deliveries()).toMatchObject([{ status: 410 }])
})

test.each<[reason: string, answer: Parameters<DeliveryEvent['respondWith']>[0]]>([
  [
    'a function that throws',
    () => {
      throw new Error('the shop is closed')
    },
  ],
  ['a function whose promise rejects', () => Promise.reject(new Error('the shop is closed'))],
])('the attempt fails by %s, with the reason of it, and is repeated', async (_reason, answer) => {
  let count = 0
  const { backend, clock } = await deliverTo((event) => {
    if (count++ === 0) event.respondWith(answer)
  })
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ outcome: 'failed', error: 'the shop is closed' }])
  await clock.advance(60_000)
  expect(backend.deliveries()[1]).toMatchObject({ status: 204, outcome: 'delivered' })
})

test('an answer that is no Response fails the attempt, and the reason says what is wanted', async () => {
  const { backend } = await deliverTo((event) => event.respondWith(async () => ({ status: 200 }) as Response))
  await backend.waitForIdle()
  expect(backend.deliveries()[0]?.error).toBe(
    'respondWith() wants a Response, a promise of one, or a function that returns either.',
  )
})

test('a promise that is never kept ends with the time that an attempt may take', async () => {
  const { backend, clock } = await deliverTo((event) => event.respondWith(new Promise(() => {})))
  await clock.advance(60_000)
  expect(backend.deliveries()[0]).toMatchObject({ outcome: 'failed', error: 'no answer within 15000 ms' })
})
