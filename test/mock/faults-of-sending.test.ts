import { expect, test } from 'vitest'
import { verify } from '@event-delivery/sdk/webhooks'
import type { Fault } from '@event-delivery/mock'
import { accept, createHarness, type ReceivedDelivery } from '../support/backend'

/** A backend with one webhook and one fault, and the deliveries of so many events after `after` milliseconds. */
async function delivered(fault: Fault, events: number, after = 0) {
  const harness = createHarness({}, accept)
  const { secret } = await harness.createWebhook()
  harness.backend.faults.add(fault)
  for (let order = 1; order <= events; order++) {
    await harness.deliver({ data: { order } })
  }
  await harness.clock.advance(after)
  const orders = harness.received.map(
    ({ body }) => (JSON.parse(body) as { data: { order: number } }).data.order,
  )
  const verdict = ({ body, headers }: ReceivedDelivery) =>
    verify({ body, headers }, { secret, now: harness.clock.now }).then(
      () => 'valid',
      (error: { code: string }) => error.code,
    )
  return { ...harness, orders, verdicts: await Promise.all(harness.received.map(verdict)) }
}

test('a fault makes one signature wrong, and the next one is right', async () => {
  const { verdicts, backend } = await delivered({ kind: 'wrong-signature', times: 1, seed: 9 }, 2)
  expect(verdicts).toEqual(['no-match', 'valid'])
  expect(backend.deliveries().map(({ fault }) => fault)).toEqual([
    'fault_1; kind=wrong-signature; seed=9; draw=1',
    undefined,
  ])
})

test('a stale timestamp is signed well, and too old', async () => {
  const { verdicts, received } = await delivered({ kind: 'stale-timestamp', times: 1 }, 1)
  expect(verdicts).toEqual(['timestamp-too-old'])
  expect(Number(received[0]!.headers.get('webhook-timestamp'))).toBe(received[0]!.at / 1_000 - 3_600)
})

test('a duplicate is the same delivery again', async () => {
  const { orders, verdicts, received } = await delivered({ kind: 'duplicate', times: 1 }, 2)
  expect(orders).toEqual([1, 1, 2])
  expect(verdicts).toEqual(['valid', 'valid', 'valid'])
  expect(received[1]!.headers.get('webhook-id')).toBe(received[0]!.headers.get('webhook-id'))
})

test('a reordered delivery comes after the next one', async () => {
  expect((await delivered({ kind: 'reordered', times: 1 }, 3)).orders).toEqual([2, 1, 3])
  expect((await delivered({ kind: 'reordered', times: 1 }, 1)).orders).toEqual([])
  expect((await delivered({ kind: 'reordered', times: 1 }, 1, 1_000)).orders).toEqual([1])
  expect((await delivered({ kind: 'reordered' }, 4, 1_000)).orders).toEqual([2, 1, 4, 3])
})

test('a slow delivery comes late, and keeps no other waiting', async () => {
  expect((await delivered({ kind: 'slow', latency: 60_000, times: 1 }, 2, 59_999)).orders).toEqual([2])
  const { orders, verdicts } = await delivered({ kind: 'slow', latency: 60_000, times: 1 }, 2, 60_000)
  expect(orders).toEqual([2, 1])
  expect(verdicts[1]).toBe('valid')
})

test('a delivery that is held back is dropped with its webhook and by a reset', async () => {
  const { backend, call, clock, createWebhook, deliver, received } = createHarness()
  const { id } = await createWebhook()
  backend.faults.add({ kind: 'slow' })
  await deliver()
  await call('DELETE', `/v1/webhooks/${id}`)
  await clock.advance(60_000)
  await createWebhook()
  await deliver()
  await backend.reset()
  await clock.advance(60_000)
  expect(received).toEqual([])
})
