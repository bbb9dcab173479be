import { AbortError, ServerError, TimeoutError } from '@event-delivery/sdk'
import { createFakeClock, hang, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, failing, input, rejection } from './client'

test('each attempt has the whole of the timeout', async () => {
  const { client, clock } = clientOf(scriptedFetch(hang()), { timeout: 1000 })
  const began = clock.now()
  const error = (await rejection(client.events.create(input))) as TimeoutError
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error.attempts.map(({ durationMs }) => durationMs)).toEqual([1000, 1000, 1000])
  expect(clock.now() - began).toBe(3000 + 500 + 1000)
})

test('the deadline ends an attempt that would outlast it', async () => {
  const { client, clock } = clientOf(scriptedFetch(hang()))
  const began = clock.now()
  const error = (await rejection(client.events.create(input, { deadline: 5000 }))) as TimeoutError
  expect(error.message).toContain('deadline of 5000 ms')
  expect(clock.now() - began).toBe(5000)
  expect(error.attempts).toHaveLength(1)
})

test('a wait that would outlast the deadline is not begun', async () => {
  const { client, clock } = clientOf(scriptedFetch(failing(503)))
  const began = clock.now()
  expect(await rejection(client.events.create(input, { deadline: 400 }))).toBeInstanceOf(ServerError)
  expect(clock.now()).toBe(began)
})

test('the timeout covers a body that never ends', async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  const error = await rejection(
    clientOf(scriptedFetch(endless), { maxRetries: 0 }).client.events.create(input),
  )
  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' })
})

test.each([Number.NaN, 0, -1])('a timeout of %d is refused by its name', async (timeout) => {
  const fetch = scriptedFetch(created)
  expect(await rejection(clientOf(fetch).client.events.create(input, { timeout }))).toMatchObject({
    param: 'timeout',
  })
  expect(await rejection(clientOf(fetch).client.events.create(input, { deadline: timeout }))).toMatchObject({
    param: 'deadline',
  })
  expect(fetch.requests).toHaveLength(0)
})

test('an aborted signal ends a call before, during and between its attempts', async () => {
  const before = scriptedFetch(created)
  const early = await rejection(
    clientOf(before).client.events.create(input, { signal: AbortSignal.abort('why') }),
  )
  expect(early).toMatchObject({ name: 'AbortError', cause: 'why', outcome: 'not-sent' })
  expect(before.requests).toHaveLength(0)

  const during = new AbortController()
  const clock = createFakeClock()
  const call = clientOf(scriptedFetch(hang()), { clock }).client.events.create(input, {
    signal: during.signal,
  })
  const late = rejection(call)
  await clock.advance(10)
  during.abort()
  expect(await late).toMatchObject({ name: 'AbortError', outcome: 'unknown' })
  expect(clock.pending).toBe(0)

  const between = new AbortController()
  const waiting = rejection(
    clientOf(scriptedFetch(failing(503)), { clock }).client.events.create(input, { signal: between.signal }),
  )
  await clock.advance(10)
  between.abort()
  expect(await waiting).toBeInstanceOf(AbortError)
  expect(clock.pending).toBe(0)
})

test('a call leaves no listener on its signal and no timer', async () => {
  const { signal } = new AbortController()
  const listeners = new Set<unknown>()
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    listeners.add(listener)
    addEventListener.call(signal, type, listener)
  }
  signal.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    listeners.delete(listener)
    removeEventListener.call(signal, type, listener)
  }
  const { client, clock } = clientOf(scriptedFetch(failing(503), created))
  await client.events.create(input, { signal })
  expect(listeners.size).toBe(0)
  expect(clock.pending).toBe(0)
})

test('a signal that is aborted right before an attempt begins keeps it from being sent', async () => {
  const abort = new AbortController()
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { hooks: { request: () => abort.abort() } })
  const error = await rejection(client.events.create(input, { signal: abort.signal }))
  expect(error).toMatchObject({ name: 'AbortError', outcome: 'not-sent' })
  expect(fetch.requests).toHaveLength(0)
})
