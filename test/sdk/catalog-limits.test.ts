import { createFakeClock, hang, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, input, rejection } from './client'

/** A catalog whose validator answers after so many milliseconds. */
const catalogOf = (validate: () => unknown) => ({
  'order.paid': {
    '~standard': { version: 1 as const, vendor: 'test', validate: validate as () => { value: unknown } },
  },
})

test('the deadline ends a validator that never answers', async () => {
  const clock = createFakeClock()
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { clock, catalog: catalogOf(() => new Promise(() => {})) })
  const call = rejection(client.events.create(input, { deadline: 2000, idempotencyKey: 'k1' }))
  await clock.advance(2000)
  expect(await call).toMatchObject({ name: 'TimeoutError', outcome: 'not-sent', idempotencyKey: 'k1' })
  expect(fetch.requests).toHaveLength(0)
  expect(clock.pending).toBe(0)
})

test('the signal ends a validator that never answers', async () => {
  const clock = createFakeClock()
  const abort = new AbortController()
  const { client } = clientOf(scriptedFetch(created), {
    clock,
    catalog: catalogOf(() => new Promise(() => {})),
  })
  const call = rejection(client.events.create(input, { signal: abort.signal }))
  abort.abort('enough')
  expect(await call).toMatchObject({ name: 'AbortError', outcome: 'not-sent' })
})

test('what a validator takes is taken from the deadline of the call', async () => {
  const clock = createFakeClock()
  const began = clock.monotonic()
  const slow = () => new Promise((resolve) => clock.schedule(() => resolve({ value: {} }), 1500))
  const { client } = clientOf(scriptedFetch(hang()), { clock, catalog: catalogOf(slow) })
  let endedAt: number | undefined
  const call = rejection(client.events.create(input, { deadline: 2000 })).finally(
    () => (endedAt = clock.monotonic()),
  )
  await clock.advance(5000)
  expect(await call).toMatchObject({ name: 'TimeoutError', attempts: [{ durationMs: 500 }] })
  expect(endedAt).toBe(began + 2000)
})

test('a validator that throws fails the call, and not the process', async () => {
  const broken = () => {
    throw new Error('broken schema')
  }
  const { client } = clientOf(scriptedFetch(created), { catalog: catalogOf(broken) })
  expect(await rejection(client.events.create(input))).toMatchObject({ message: 'broken schema' })
})
