import type { BulkError, BulkProgress } from '@event-delivery/sdk'
import { createFakeClock, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test, vi } from 'vitest'
import { clientOf, created, inputs, rejection } from './client'

/** A source that counts how often it is closed. */
function counted(count: number, close: () => unknown = () => {}) {
  const made = { closed: 0 }
  const iterator = inputs(count)[Symbol.iterator]()
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: async () => iterator.next(),
      return: async () => {
        made.closed++
        await close()
        return { done: true as const, value: undefined }
      },
    }),
  }
  return { made, source }
}

test('a source is closed once when it is left, and not after its end', async () => {
  const { events } = clientOf(scriptedFetch(created)).client
  const left = counted(50)
  for await (const _ of events.createAll(left.source, { concurrency: 2 })) break
  expect(left.made.closed).toBe(1)
  const ended = counted(5)
  await events.createAll(ended.source).summary()
  expect(ended.made.closed).toBe(0)
})

test('a source that cannot be closed does not keep a bulk from being left', async () => {
  const { events } = clientOf(scriptedFetch(created)).client
  const broken = () => {
    throw new Error('cannot close')
  }
  const source = { [Symbol.iterator]: () => ({ ...inputs(9)[Symbol.iterator](), next: () => ({ value: inputs(1)[0]! }), return: broken }) } // prettier-ignore
  for (const one of [counted(50, broken).source, source]) {
    for await (const { event } of events.createAll(one, { concurrency: 2 })) {
      expect(event?.id).toBe('evt_1')
      break
    }
  }
})

test('a source that yields no iterator result ends the bulk like one that throws', async () => {
  const source = { [Symbol.asyncIterator]: () => ({ next: async () => undefined as never }) }
  const { events } = clientOf(scriptedFetch(created)).client
  const error = await rejection(events.createAll(source).summary())
  expect(error).toMatchObject({ name: 'BulkError', position: 0 })
})

test('an input that is no object fails, and the others go on', async () => {
  const source = [null, ...inputs(1), 5, undefined] as unknown as ReturnType<typeof inputs>
  const summary = await clientOf(scriptedFetch(created)).client.events.createAll(source).summary()
  expect(summary).toMatchObject({ created: 1, failed: 3, position: 4 })
})

test.each<[string, () => unknown]>([
  ['throws', () => { throw new Error('the disk is full') }], // prettier-ignore
  ['rejects', () => Promise.reject(new Error('the disk is full'))],
])('an onProgress that %s ends the bulk, since nobody keeps the position any more', async (_, onProgress) => {
  const fetch = scriptedFetch(created)
  const bulk = clientOf(fetch).client.events.createAll(inputs(50), { concurrency: 4, onProgress })
  const error = await rejection(bulk.summary())
  expect(error).toMatchObject({ name: 'BulkError', cause: { message: 'the disk is full' } })
  expect(fetch.requests.length).toBeLessThan(10)
})

test('a slow onProgress is called one at a time', async () => {
  let inside = 0
  let most = 0
  const onProgress = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
  }
  await clientOf(scriptedFetch(created)).client.events.createAll(inputs(20), { onProgress }).summary()
  expect(most).toBe(1)
})

test('an abort ends the wait for an onProgress that hangs, and the error has the position', async () => {
  const abort = new AbortController()
  const onProgress = vi.fn(() => new Promise(() => {}))
  const clock = createFakeClock()
  const { client } = clientOf(scriptedFetch(created), { clock })
  const bulk = client.events.createAll(inputs(9), { signal: abort.signal, concurrency: 3, onProgress })
  const ended = rejection(bulk.summary())
  await new Promise((resolve) => setImmediate(resolve))
  abort.abort('enough')
  await clock.advance(1000)
  const cause = { name: 'AbortError' }
  expect(await ended).toMatchObject({ name: 'BulkError', position: 3, created: 3, cause })
  // It may still be writing. A second call beside it would be out of order.
  expect(onProgress).toHaveBeenCalledTimes(1)
  expect(clock.pending).toBe(0)
})

test('after an abort onProgress still gets each position, one at a time', async () => {
  const abort = new AbortController()
  const positions: number[] = []
  let inside = 0
  const onProgress = async ({ position }: BulkProgress) => {
    expect(++inside).toBe(1)
    if (position === 1) abort.abort()
    await new Promise((resolve) => setImmediate(resolve))
    positions.push(position)
    inside--
  }
  const { client } = clientOf(scriptedFetch(created), { clock: createFakeClock() })
  const bulk = client.events.createAll(inputs(9), { signal: abort.signal, concurrency: 4, onProgress })
  const error = (await rejection(bulk.summary())) as BulkError
  expect(error.position).toBeGreaterThan(1)
  expect(positions.at(-1)).toBe(error.position)
})
