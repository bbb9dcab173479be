import { answer, createFakeClock, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test, vi } from 'vitest'
import { clientOf, created, failing, input, rejection, stored } from './client'

// What the client loads when it is first needed. Alone: in a process that others share, one of them may have loaded it.

test('an answer that cannot be compared, since that part does not load, is no success: its outcome is unknown', async () => {
  vi.doMock('../../src/transport/contradiction', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  const fetch = scriptedFetch(answer(201, { ...stored, type: 'order.shipped' }))
  const { client } = clientOf(fetch, { maxRetries: 0 })
  const error = await rejection(client.events.create(input, { idempotencyKey: 'order-1042' }))
  vi.doUnmock('../../src/transport/contradiction')
  expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', idempotencyKey: 'order-1042' })
})

test('the first bulk of a process keeps to a clock that is moved by hand', async () => {
  const clock = createFakeClock()
  const fetch = scriptedFetch(failing(503), created)
  const { client } = clientOf(fetch, { clock })
  const summary = client.events.createAll([input]).summary()
  await clock.advance(499)
  expect(fetch.requests).toHaveLength(1)
  await clock.advance(1)
  expect(fetch.requests).toHaveLength(2)
  expect(await summary).toMatchObject({ created: 1, failed: 0 })
})
